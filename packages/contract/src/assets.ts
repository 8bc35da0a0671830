import { z } from 'zod'
import { ErrorDetail } from './envelope.ts'
import { idInput, idOf } from './ids.ts'
import { PageQuery, pageOf } from './lists.ts'
import { LyricsFacts } from './lyrics.ts'
import { Timestamp } from './text.ts'

/** Path of one asset. */
export const AssetPath = z.object({ assetId: idInput('asset').describe('The asset') })

/** What an asset holds. */
export const AssetKind = z
  .enum(['IMAGE', 'AUDIO', 'VIDEO', 'TEXT', 'LOGO', 'FONT', 'ANIMATION'])
  .describe(
    'Kind of asset; `LOGO`, `FONT` and `ANIMATION` (Lottie) are of brands, and an upload is a `LOGO` if it is an SVG',
  )
export type AssetKind = z.infer<typeof AssetKind>

/** How far an asset is: named, here and probed, or not to be had. */
export const AssetStatus = z
  .enum(['PENDING', 'READY', 'FAILED'])
  .describe('`PENDING` until the file has been fetched and probed, then `READY` or `FAILED`')
export type AssetStatus = z.infer<typeof AssetStatus>

/** What a font says of itself. */
export const FontFacts = z.object({
  format: z.enum(['TTF', 'OTF', 'WOFF2']).describe('Kind of file'),
  family: z.string().describe('Its family'),
  style: z.string().describe('Its style, such as `Bold Italic`'),
  weights: z
    .array(z.number())
    .describe('The lightest and the boldest that it can be; twice the same where it has one'),
  glyphCount: z.number().int().describe('How many glyphs it has'),
  scripts: z
    .array(z.string())
    .describe('Scripts that can be written with it (ISO 15924), most letters first'),
  embedding: z
    .enum(['INSTALLABLE', 'EDITABLE', 'PREVIEW_AND_PRINT', 'RESTRICTED'])
    .describe('What its maker allows (`fsType`); your licence may allow more'),
})
export type FontFacts = z.infer<typeof FontFacts>

const Names = z.array(z.string())

/** What is in an animation, and what will look otherwise than where it was made. */
export const AnimationFacts = z.object({
  format: z.enum(['JSON', 'LOTTIE']).describe('Kind of file'),
  layers: z.number().int().describe('Layers, with those of compositions each time they are shown'),
  slots: z
    .object({
      text: Names.describe('Texts'),
      colour: Names.describe('Colours'),
      image: Names.describe('Pictures'),
    })
    .describe(
      'Names of what can be filled: `title`, `artist`, `album`, `text`; `accent`, `accent2`, `text`, `background`; `cover`, `logo` are',
    ),
  missingFonts: Names.describe("Fonts whose letters are not in the file: the brand's or ours is used"),
  expressions: z.number().int().describe('Expressions; they are not run, so what they move stands still'),
  costMs: z
    .number()
    .describe('Milliseconds of one core to draw a picture of 1080 pixels, as measured when it came'),
  notes: Names.describe('What will look otherwise than where it was made, in sentences'),
})
export type AnimationFacts = z.infer<typeof AnimationFacts>

/** A file that Songreel fetched or was handed. */
export const Asset = z.object({
  assetId: idOf('asset').describe('Id of the asset'),
  kind: AssetKind,
  status: AssetStatus,
  sourceUrl: z.string().nullable().describe('Where it was fetched from; null for an upload'),
  contentType: z
    .string()
    .nullable()
    .describe('Type detected from the bytes, whatever the host said; null until fetched'),
  bytes: z.number().int().nullable().describe('Size in bytes; null until fetched'),
  sha256: z.string().nullable().describe('Hash of the bytes, in hex; null until fetched'),
  width: z.number().int().optional().describe('Width in pixels, of an image or video'),
  height: z.number().int().optional().describe('Height in pixels, of an image or video'),
  durationSecs: z.number().optional().describe('Duration of audio or video'),
  codec: z.string().optional().describe('Codec of the audio or video'),
  aspectRatio: z
    .string()
    .optional()
    .describe('Aspect ratio of an image or video after rotation, such as `16x9`'),
  loudness: z.number().optional().describe('Integrated loudness of audio, in LUFS'),
  lyrics: LyricsFacts.optional().describe('What was found in lyrics'),
  font: FontFacts.optional().describe('What a font says of itself'),
  animation: AnimationFacts.optional().describe('What is in an animation'),
  error: z
    .object({
      code: z.string().describe('Error code; see the error codes of renders'),
      message: z.string().describe('What was received and what to do'),
      retryable: z.boolean().describe('Whether trying again may help'),
      details: z.array(ErrorDetail).optional().describe('More detail, if known'),
    })
    .optional()
    .describe('Why it failed; only on a failed asset'),
  createdAt: Timestamp.describe('When it was created'),
})
export type Asset = z.infer<typeof Asset>

/** Query of GET /v1/assets. */
export const AssetQuery = PageQuery.extend({
  status: AssetStatus.optional().describe('Only assets in this state'),
  kind: AssetKind.optional().describe('Only assets of this kind'),
})
export type AssetQuery = z.infer<typeof AssetQuery>

export const AssetPage = pageOf(Asset)

/** What an upload returns; the URL can be used wherever a URL is expected. */
export const Upload = z.object({
  assetId: idOf('asset').describe('Id of the new asset'),
  url: z.string().describe('Usable wherever the API takes a URL'),
})
export type Upload = z.infer<typeof Upload>
