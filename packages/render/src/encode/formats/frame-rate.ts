import type { OutputFormat } from '../../plan/render-plan.ts'

/** A GIF counts in hundredths of a second, and browsers slow down what is faster than 50 a second. */
const SMOOTH_GIF_FPS = 20
const PREVIEW_GIF_FPS = 10

/** The frame rate that is really written for one that was asked for. Stands apart from the formats, which load encoders. */
export function writtenFrameRate(format: OutputFormat, fps: number): number {
  if (format !== 'GIF') return fps
  return fps < SMOOTH_GIF_FPS ? PREVIEW_GIF_FPS : SMOOTH_GIF_FPS
}
