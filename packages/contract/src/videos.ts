import { z } from 'zod'
import { AspectRatio } from './aspect-ratio.ts'

const QUALITIES = ['PREVIEW', 'HD', 'FULL', 'ULTRA'] as const

/** What others call them. */
const OTHER_NAMES: Record<string, (typeof QUALITIES)[number]> = {
  '2160': 'ULTRA',
  '2160p': 'ULTRA',
  '4k': 'ULTRA',
  uhd: 'ULTRA',
  '1080': 'FULL',
  '1080p': 'FULL',
  '2k': 'FULL',
  fhd: 'FULL',
  fullhd: 'FULL',
  high: 'FULL',
  '720': 'HD',
  '720p': 'HD',
  medium: 'HD',
  '360': 'PREVIEW',
  '360p': 'PREVIEW',
  draft: 'PREVIEW',
  low: 'PREVIEW',
  sd: 'PREVIEW',
}

/** How fine a video is: its short side is 360 (15 fps), 720, 1080 or 2160. */
export const OutputQuality = z
  .enum(QUALITIES, { error: ({ input }) => describeQuality(input) })
  .describe('Short side 360 (and 15 fps), 720, 1080 or 2160')
export type OutputQuality = z.infer<typeof OutputQuality>

/** Undefined: nothing better to say than for any other list of names. */
function describeQuality(input: unknown): string | undefined {
  const name = typeof input === 'string' || typeof input === 'number' ? String(input).slice(0, 20) : ''
  const meant = OTHER_NAMES[name.toLowerCase().replace(/[\s_-]/g, '')]
  return meant && `must be one of ${QUALITIES.join(', ')}; did you mean ${meant}?`
}

/** The kinds of file that can be made. */
export const OutputFormat = z.enum(['MP4', 'GIF', 'WEBM', 'MOV']).describe('File format; MOV is ProRes')
export type OutputFormat = z.infer<typeof OutputFormat>

/** Shorter there is neither a picture that moves nor a sound to recognise. */
export const MIN_EXCERPT_SECS = 0.1

/** Which part of the song, in seconds. */
export const AudioRange = z
  .object({
    start: z.number().min(0).describe('Seconds from the start of the song'),
    end: z.number().min(0).describe('Seconds from the start of the song; after start'),
  })
  .refine(({ start, end }) => start < end, { error: 'must be greater than start', path: ['end'] })
  // A hair less, because 0.3 - 0.2 is not quite 0.1.
  .refine(({ start, end }) => start >= end || end - start > MIN_EXCERPT_SECS - 1e-9, {
    error: ({ input }) =>
      `must be at least ${MIN_EXCERPT_SECS} s after start, not ${describeSpan(input as { start: number; end: number })}`,
    path: ['end'],
  })

function describeSpan({ start, end }: { start: number; end: number }): string {
  return `${Number((end - start).toPrecision(3))} s`
}

/** How loud a video is: as its song is, or at so many LUFS. Peaks are held at -1 dBTP either way. */
export const LoudnessTarget = z.union([z.literal('ORIGINAL'), z.number().min(-30).max(-6)], {
  error: 'must be ORIGINAL or a number of LUFS from -30 to -6, such as -14',
})
export type LoudnessTarget = z.infer<typeof LoudnessTarget>

/** How much a video moves: with the music, or gently, for people whom motion makes unwell. */
export const Motion = z.enum(['FULL', 'REDUCED'])
export type Motion = z.infer<typeof Motion>

/** How a video is to be made; every field has a default. */
export const VideoSettings = z.object({
  numVideos: z.number().int().min(1).max(10).optional().describe('Number of variations; default 1'),
  aspectRatio: AspectRatio.optional().describe(
    "Aspect ratio, from 1x3 to 3x1; by default the template's own",
  ),
  audioStartEndSecs: AudioRange.optional().describe(
    'The part of the song; by default the template uses the whole song or its best moment',
  ),
  isWholeSong: z
    .boolean()
    .optional()
    .describe(
      'Use the whole song, whatever part the template would choose; not together with audioStartEndSecs',
    ),
  outputQuality: OutputQuality.optional().describe('Quality of the video; default FULL'),
  fps: z
    .union([z.literal(24), z.literal(25), z.literal(30), z.literal(50), z.literal(60)])
    .optional()
    .describe('Frames per second; default 30'),
  format: OutputFormat.optional().describe('File format; default MP4'),
  loudness: LoudnessTarget.optional().describe(
    'Loudness: `ORIGINAL` (default), as loud as the song, or a target in LUFS',
  ),
  motion: Motion.optional().describe(
    'Movement: `FULL` (default), or `REDUCED`, without pulses and large moves',
  ),
})
export type VideoSettings = z.infer<typeof VideoSettings>
