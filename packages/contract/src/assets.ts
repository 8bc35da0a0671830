import { z } from 'zod'
import { ErrorDetail } from './envelope.ts'
import { idInput, idOf } from './ids.ts'
import { PageQuery, pageOf } from './lists.ts'
import { Timestamp } from './text.ts'

/** Path of one asset. */
export const AssetPath = z.object({ assetId: idInput('asset') })

/** What an asset holds. */
export const AssetKind = z.enum(['IMAGE', 'AUDIO', 'VIDEO', 'TEXT'])
export type AssetKind = z.infer<typeof AssetKind>

/** How far an asset is: named, here and probed, or not to be had. */
export const AssetStatus = z.enum(['PENDING', 'READY', 'FAILED'])
export type AssetStatus = z.infer<typeof AssetStatus>

/** A file that Songreel fetched or was handed. */
export const Asset = z.object({
  assetId: idOf('asset'),
  kind: AssetKind,
  status: AssetStatus,
  sourceUrl: z.string().nullable(),
  contentType: z.string().nullable(),
  bytes: z.number().int().nullable(),
  sha256: z.string().nullable(),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  durationSecs: z.number().optional(),
  codec: z.string().optional(),
  aspectRatio: z.string().optional(),
  loudness: z.number().optional(),
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      retryable: z.boolean(),
      details: z.array(ErrorDetail).optional(),
    })
    .optional(),
  createdAt: Timestamp,
})
export type Asset = z.infer<typeof Asset>

/** Query of GET /v1/assets. */
export const AssetQuery = PageQuery.extend({
  status: AssetStatus.optional(),
  kind: AssetKind.optional(),
})
export type AssetQuery = z.infer<typeof AssetQuery>

export const AssetPage = pageOf(Asset)

/** What an upload answers; the URL can be used wherever a URL is asked. */
export const Upload = z.object({ assetId: idOf('asset'), url: z.string() })
export type Upload = z.infer<typeof Upload>
