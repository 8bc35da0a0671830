import { type Frame, frameAt } from './frame.ts'

/** How long a video is and how often it is drawn. */
export type FrameTiming = { readonly frameCount: number; readonly fps: number }

/**
 * How far something has come at each frame when it moves at a rate of so much a second, which may follow the music. The
 * way is summed up once, so that a frame stays a function of its number alone.
 */
export function accumulate(
  { frameCount, fps }: FrameTiming,
  ratePerSec: (frame: Frame) => number,
): (frame: Pick<Frame, 'index'>) => number {
  const ways = new Float64Array(frameCount)
  for (let index = 1; index < frameCount; index++) {
    ways[index] = ways[index - 1]! + ratePerSec(frameAt(index, frameCount, fps)) / fps
  }
  return ({ index }) => ways[Math.max(0, Math.min(frameCount - 1, Math.round(index)))] ?? 0
}
