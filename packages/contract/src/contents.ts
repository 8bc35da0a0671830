import { z } from 'zod'
import { idInput } from './ids.ts'
import { Name } from './text.ts'
import { VideoSettings } from './videos.ts'

/** Path of one template. */
export const ContentPath = z.object({ contentId: z.string().trim().min(1).max(100) })

/** A content template: what it is, what it takes, what it looks like. */
export const Content = z.object({
  contentId: z.string().meta({ example: 'BASE_BASIC_UNIFIED' }),
  name: z.string(),
  description: z.string(),
  family: z.string(),
  version: z.number().int(),
  aspectRatios: z.union([z.literal('ALL'), z.array(z.string())]),
  needs: z.record(z.string(), z.unknown()).meta({ description: 'What the media must have' }),
  requiredDataSchema: z
    .record(z.string(), z.unknown())
    .meta({ description: 'JSON Schema 2020-12 of requiredData' }),
  defaults: z.record(z.string(), z.unknown()),
  example: z.record(z.string(), z.unknown()),
  previewImageUrl: z.string(),
  previewVideoUrl: z.string(),
})
export type Content = z.infer<typeof Content>

/** What GET /v1/contents answers. */
export const ContentList = z.object({ items: z.array(Content) })

/** Body of POST /v1/contents/{contentId}/preview. */
export const PreviewInput = z.object({
  mediaId: idInput('media')
    .optional()
    .meta({ description: 'Whose sound and picture; without it a made-up song' }),
  title: Name.optional(),
  artist: Name.optional(),
  requiredData: z.record(z.string(), z.unknown()).optional(),
  videoSettings: VideoSettings.optional(),
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
