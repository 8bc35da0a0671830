import { z } from 'zod'
import { AspectRatio } from './aspect-ratio.ts'

/** How fine a video is: its short side is 360 (15 fps), 720, 1080 or 2160. */
export const OutputQuality = z.enum(['PREVIEW', 'HD', 'FULL', 'ULTRA'])
export type OutputQuality = z.infer<typeof OutputQuality>

/** The kinds of file that can be made. */
export const OutputFormat = z.enum(['MP4', 'GIF', 'WEBM', 'MOV'])
export type OutputFormat = z.infer<typeof OutputFormat>

/** Which part of the song, in seconds. */
export const AudioRange = z
  .object({ start: z.number().min(0), end: z.number().min(0) })
  .refine(({ start, end }) => start < end, { error: 'must be greater than start', path: ['end'] })

/** How a video is to be made; every field has a default. */
export const VideoSettings = z.object({
  numVideos: z.number().int().min(1).max(10).optional(),
  aspectRatio: AspectRatio.optional(),
  audioStartEndSecs: AudioRange.optional(),
  outputQuality: OutputQuality.optional(),
  fps: z.union([z.literal(24), z.literal(25), z.literal(30), z.literal(50), z.literal(60)]).optional(),
  format: OutputFormat.optional(),
})
export type VideoSettings = z.infer<typeof VideoSettings>
