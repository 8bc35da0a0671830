import { z } from 'zod'
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

/** A content template: what it is, what it takes, what it looks like. */
export const Content = z.object({
  contentId: z
    .string()
    .meta({ description: 'Names the template in a render', example: 'BASE_BASIC_UNIFIED' }),
  name: z.string().describe('What it is called'),
  description: z.string().describe('What it looks like'),
  family: z.string().describe('Templates of one family serve one purpose'),
  version: z.number().int().describe('Rises when its pictures change'),
  aspectRatios: z
    .union([z.literal('ALL'), z.array(z.string())])
    .describe('The shapes it can have; `ALL` for any'),
  needs: z.record(z.string(), z.unknown()).meta({ description: 'What the media must have' }),
  requiredDataSchema: z
    .record(z.string(), z.unknown())
    .meta({ description: 'JSON Schema 2020-12 of requiredData' }),
  defaults: z.record(z.string(), z.unknown()).describe('What it does where a render says nothing'),
  example: z.record(z.string(), z.unknown()).describe('requiredData that suits it'),
  previewImageUrl: z.string().describe('A picture of it; needs no token'),
  previewVideoUrl: z.string().describe('A short video of it; needs no token'),
})
export type Content = z.infer<typeof Content>

/** What GET /v1/contents answers. */
export const ContentList = z.object({ items: z.array(Content).describe('All templates') })

/** Body of POST /v1/contents/{contentId}/preview. */
export const PreviewInput = z.object({
  mediaId: idInput('media')
    .optional()
    .meta({ description: 'Whose sound and picture; without it a made-up song' }),
  title: Name.optional().describe("Another title than the song's"),
  artist: Name.optional().describe("Another name than the artist's"),
  requiredData: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("The template's data; its own example without it"),
  videoSettings: VideoSettings.optional().describe('As for a render; format and numVideos do not count'),
  atSecs: z
    .number()
    .min(0)
    .max(7200)
    .optional()
    .meta({ description: 'Which moment, in seconds of the video' }),
})
export type PreviewInput = z.infer<typeof PreviewInput>

/** Query of POST /v1/contents/{contentId}/preview. */
export const PreviewQuery = z.object({
  clip: z.coerce
    .number()
    .min(1)
    .max(10)
    .optional()
    .meta({ description: 'A short MP4 of so many seconds in place of a PNG' }),
})
