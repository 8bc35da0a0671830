import { z } from 'zod'
import { ErrorDetail } from './envelope.ts'
import { idInput, idOf } from './ids.ts'
import { PageQuery, pageOf } from './lists.ts'
import { Timestamp } from './text.ts'

/** Path of one asset. */
export const AssetPath = z.object({ assetId: idInput('asset').describe('The asset') })

/** What an asset holds. */
export const AssetKind = z.enum(['IMAGE', 'AUDIO', 'VIDEO', 'TEXT']).describe('What an asset holds')
export type AssetKind = z.infer<typeof AssetKind>

/** How far an asset is: named, here and probed, or not to be had. */
export const AssetStatus = z
  .enum(['PENDING', 'READY', 'FAILED'])
  .describe('`PENDING` until the bytes are here and looked at, then `READY` or `FAILED`')
export type AssetStatus = z.infer<typeof AssetStatus>

/** A file that Songreel fetched or was handed. */
export const Asset = z.object({
  assetId: idOf('asset').describe('Names the asset'),
  kind: AssetKind,
  status: AssetStatus,
  sourceUrl: z.string().nullable().describe('Where it was fetched from; null for an upload'),
  contentType: z
    .string()
    .nullable()
    .describe('What its bytes are, whatever the host said; null until it is here'),
  bytes: z.number().int().nullable().describe('Its size; null until it is here'),
  sha256: z.string().nullable().describe('Hash of its bytes, in hex; null until it is here'),
  width: z.number().int().optional().describe('Pixels across, of a picture or video'),
  height: z.number().int().optional().describe('Pixels down, of a picture or video'),
  durationSecs: z.number().optional().describe('Length of a sound or video'),
  codec: z.string().optional().describe('How its sound or picture is coded'),
  aspectRatio: z
    .string()
    .optional()
    .describe('Shape of a picture or video, rotation counted, such as `16x9`'),
  loudness: z.number().optional().describe('Integrated loudness of a sound, in LUFS'),
  error: z
    .object({
      code: z.string().describe('Which failure; see the error codes of renders'),
      message: z.string().describe('What was seen and what to do'),
      retryable: z.boolean().describe('Whether trying again may help'),
      details: z.array(ErrorDetail).optional().describe('What broke, where more is known'),
    })
    .optional()
    .describe('Why it failed; only on a failed asset'),
  createdAt: Timestamp.describe('When it was named first'),
})
export type Asset = z.infer<typeof Asset>

/** Query of GET /v1/assets. */
export const AssetQuery = PageQuery.extend({
  status: AssetStatus.optional().describe('Only assets in this state'),
  kind: AssetKind.optional().describe('Only assets of this kind'),
})
export type AssetQuery = z.infer<typeof AssetQuery>

export const AssetPage = pageOf(Asset)

/** What an upload answers; the URL can be used wherever a URL is asked. */
export const Upload = z.object({
  assetId: idOf('asset').describe('Names the asset that was made'),
  url: z.string().describe('Can be given wherever a URL is asked'),
})
export type Upload = z.infer<typeof Upload>
