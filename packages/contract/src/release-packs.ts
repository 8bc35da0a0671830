import { z } from 'zod'
import { BatchDryRun, ServiceParams } from './batches.ts'
import { NAMED_PACKS, type PackName } from './release/named-packs.ts'
import { AlbumRenderKind, BatchRender, RenderRequest } from './renders.ts'
import { Ref } from './text.ts'
import { HttpUrl } from './url.ts'

const MAX_ENTRIES = 20

/** A video that a pack has once for the whole album. */
export const AlbumRenderRequest = RenderRequest.extend({ kind: AlbumRenderKind })
export type AlbumRenderRequest = z.infer<typeof AlbumRenderRequest>

/** What is made of a release: so many videos of every song, and so many of the album. */
export const ReleasePack = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(60)
    .optional()
    .describe('What you call this pack; shown in the record and in the manifest'),
  renders: z
    .object({
      song: z.array(RenderRequest).max(MAX_ENTRIES).optional().describe('The videos of every song'),
      album: z
        .array(AlbumRenderRequest)
        .max(MAX_ENTRIES)
        .optional()
        .describe('The videos of the album as a whole'),
    })
    .refine(({ song, album }) => (song?.length ?? 0) + (album?.length ?? 0) > 0, {
      error: 'must have at least one entry in song or album',
    })
    .describe('The videos, per song and per album; each entry is like one of a batch'),
})
export type ReleasePack = z.infer<typeof ReleasePack>

/** The packs that have a name: what a release needs in most cases. */
export const RELEASE_PACKS: Record<PackName, { about: string; renders: ReleasePack['renders'] }> = NAMED_PACKS

/** A pack by its name. */
export const ReleasePackName = z.enum(Object.keys(RELEASE_PACKS) as [keyof typeof RELEASE_PACKS])
export type ReleasePackName = z.infer<typeof ReleasePackName>

/** The pack of whoever names none. */
export const DEFAULT_RELEASE_PACK = 'STANDARD' satisfies ReleasePackName

const PACK_NAMES = Object.keys(RELEASE_PACKS)

/** Body of POST /v1/media-bundles/{mediaBundleId}/release-pack. */
export const ReleasePackRequest = z.object({
  pack: z
    .union([ReleasePackName, ReleasePack], {
      error: `must be one of ${PACK_NAMES.join(', ')}, or an object with renders of your own`,
    })
    .optional()
    .describe('A pack by its name, or one of your own; default `STANDARD`'),
  ref: Ref.optional().describe('Your own reference, echoed in the record and usable as a filter'),
  serviceParams: ServiceParams.optional().describe('As of a batch: defaults for every video of the pack'),
  webhookUrl: HttpUrl.optional().describe(
    "Where to send the batch's events; by default the organization's webhookUrl",
  ),
})
export type ReleasePackRequest = z.infer<typeof ReleasePackRequest>

/** What a dry run of a release returns: the videos that would be made, each with its song, and what it would take. */
export const ReleasePackDryRun = BatchDryRun.extend({
  renders: z
    .array(
      BatchRender.omit({ renderId: true }).extend({
        estimateSecs: z.number().describe('Seconds of work, on two cores, unless it was made before'),
      }),
    )
    .describe('The renders that would be made'),
})
export type ReleasePackDryRun = z.infer<typeof ReleasePackDryRun>
