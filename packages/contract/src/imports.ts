import { z } from 'zod'
import { ErrorDetail, Warning } from './envelope.ts'
import { idOf } from './ids.ts'
import { ARTIST_FIELDS, MEDIA_BUNDLE_FIELDS, MEDIA_FIELDS } from './record-fields.ts'
import { rowShape } from './record-shapes.ts'
import { Name } from './text.ts'

/** How many rows go into one import. */
export const MAX_IMPORT_ROWS = 100

/** A song with the album and the artist it belongs to, as they should be in the catalogue. */
export const ImportRow = z.object({
  artist: z
    .object({
      name: Name.describe("The album's artist; found by this exact name, or created"),
      ...rowShape(ARTIST_FIELDS),
    })
    .describe("The album's artist"),
  mediaBundle: z
    .object({
      name: Name.describe("The album's name"),
      ...rowShape(MEDIA_BUNDLE_FIELDS),
    })
    .optional()
    .describe('The album; without one, the song is its own'),
  media: z
    .object({
      name: Name.describe("The song's title"),
      artist: z
        .object({ name: Name.describe('Found by this exact name, or created') })
        .optional()
        .describe("The song's own artist, if it isn't the album's"),
      ...rowShape(MEDIA_FIELDS),
    })
    .describe('The song'),
})
export type ImportRow = z.infer<typeof ImportRow>

/** Body of POST /v1/catalogue/import. */
export const ImportInput = z.object({
  rows: z.array(ImportRow).min(1).max(MAX_IMPORT_ROWS).describe('One per song'),
})
export type ImportInput = z.infer<typeof ImportInput>

/** What was done to one record. */
export const ImportChange = z.object({
  kind: z.enum(['artist', 'mediaBundle', 'media']).describe('Which record'),
  action: z.enum(['CREATED', 'UPDATED']).describe('What was done to it'),
  name: z.string().describe('Its name'),
  id: z.string().optional().describe('Its id; missing in a dry run of a new one'),
  fields: z
    .array(
      z.object({
        field: z.string().describe('Such as `name` or `audioUrl`'),
        from: z.string().optional().describe('The text it had'),
        to: z.string().optional().describe('The text it has now'),
      }),
    )
    .describe('The fields that got a value'),
})
export type ImportChange = z.infer<typeof ImportChange>

/** What became of one row. */
export const ImportedRow = z.object({
  index: z.number().int().describe('Its place in `rows`, from 0'),
  status: z
    .enum(['CREATED', 'UPDATED', 'UNCHANGED', 'FAILED'])
    .describe('CREATED if the song is new, UPDATED if any of its records changed'),
  artistId: idOf('artist').optional().describe("The song's artist"),
  mediaBundleId: idOf('mediaBundle').optional().describe('The album'),
  mediaId: idOf('media').optional().describe('The song'),
  changes: z.array(ImportChange).describe('The records that this row created or updated'),
  warnings: z.array(Warning).optional().describe('What to know about it, such as what was left as it is'),
  error: z
    .object({
      code: z.string().describe('Error code, as a call for this record alone would have it'),
      message: z.string().describe('What went wrong, for people'),
      retryable: z.boolean().describe('Whether the same row may succeed later'),
      details: z.array(ErrorDetail).describe('Every invalid field'),
    })
    .optional()
    .describe('Why a FAILED row changed nothing'),
})
export type ImportedRow = z.infer<typeof ImportedRow>

/** What an import returns. */
export const Imported = z.object({
  rows: z.array(ImportedRow).describe('One per row, in the same order'),
  counts: z
    .object({
      total: z.number().int().describe('Rows that were sent; the sum of the others'),
      created: z.number().int().describe('Rows whose song is new'),
      updated: z.number().int().describe('Rows that changed what was there'),
      unchanged: z.number().int().describe('Rows that were there already'),
      failed: z.number().int().describe('Rows that changed nothing because of an error'),
    })
    .describe('Rows by what became of them'),
})
export type Imported = z.infer<typeof Imported>
