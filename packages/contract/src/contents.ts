import { z } from 'zod'
import { BrandChoice, BrandPatch } from './brands.ts'
import { idInput } from './ids.ts'
import { Name } from './text.ts'
import { VideoSettings } from './videos.ts'

/** Path of one template. */
export const ContentPath = z.object({
  contentId: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .meta({ description: 'The template', example: 'BASE_BASIC_UNIFIED' }),
})

/** A template, which the API calls content: what it is, what it takes, what it looks like. */
export const Content = z.object({
  contentId: z
    .string()
    .meta({ description: 'Id of the template, used in a render', example: 'BASE_BASIC_UNIFIED' }),
  name: z.string().describe('The name'),
  description: z.string().describe('What it looks like'),
  family: z.string().describe('Templates of one family serve one purpose'),
  version: z.number().int().describe('Goes up when its look changes'),
  energy: z
    .enum(['ENERGETIC', 'CALM'])
    .describe('How much it moves: `ENERGETIC` answers every beat, `CALM` suits a whole song'),
  aspectRatios: z
    .union([z.literal('ALL'), z.array(z.string())])
    .describe('Supported aspect ratios; `ALL` for any'),
  needs: z.record(z.string(), z.unknown()).meta({ description: 'What the media needs' }),
  requiredDataSchema: z
    .record(z.string(), z.unknown())
    .meta({ description: 'JSON Schema 2020-12 of requiredData' }),
  defaults: z.record(z.string(), z.unknown()).describe('Settings used if a render does not set them'),
  example: z.record(z.string(), z.unknown()).describe('Example of requiredData'),
  previewImageUrl: z.string().describe('An image of it; needs no token'),
  previewVideoUrl: z.string().describe('A short video of it; needs no token'),
})
export type Content = z.infer<typeof Content>

/** What GET /v1/contents returns. */
export const ContentList = z.object({ items: z.array(Content).describe('All templates') })

/** Body of POST /v1/contents/{contentId}/preview. */
export const PreviewInput = z.object({
  mediaId: idInput('media').optional().meta({ description: 'The song to show; by default a generated one' }),
  title: Name.optional().describe("Overrides the song's title"),
  artist: Name.optional().describe("Overrides the artist's name"),
  requiredData: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("The template's data; by default its own example"),
  videoSettings: VideoSettings.optional().describe('As for a render; format and numVideos are ignored'),
  brandId: BrandChoice.describe(
    "The brand to show it with; by default that of the song's artist or of the organization. null: none",
  ),
  brand: BrandPatch.omit({ name: true })
    .optional()
    .describe(
      'What would be different about the brand, as in a `PATCH` of it, without storing anything; its files have to be uploads of yours',
    ),
  atSecs: z.number().min(0).max(7200).optional().meta({ description: 'Position in the video, in seconds' }),
})
export type PreviewInput = z.infer<typeof PreviewInput>

/** Query of POST /v1/contents/{contentId}/preview. */
export const PreviewQuery = z.object({
  clip: z.coerce
    .number()
    .min(1)
    .max(10)
    .optional()
    .meta({ description: 'Return an MP4 of this many seconds instead of a PNG' }),
})
