import { ease, expoIn, expoOut } from '../paint/easing.ts'
import type { AudioTrack } from '../track/audio-track.ts'
import type { Frame } from './frame.ts'

const MOVE_SECS = 0.4
/** Between one thing's entrance and the next one's. */
const STAGGER_SECS = 0.06

/**
 * How far a thing is from its place, 1 in the first and in the last frame, 0 between: what comes goes again as it came,
 * on the last beat, so that a video that loops shows no jump. `order` lets things come one after another.
 */
export function planEntrance({
  beatSecs,
  frameCount,
  fps,
}: AudioTrack): (frame: Frame, order?: number) => number {
  const endSecs = (frameCount - 1) / fps
  if (endSecs < 4 * MOVE_SECS) return () => 0
  const isInTime = (secs: number) => secs >= endSecs - 0.8 && secs <= endSecs - 0.25
  const exitSecs = beatSecs.findLast(isInTime) ?? endSecs - MOVE_SECS
  return ({ secs }, order = 0) =>
    1 -
    ease(secs, order * STAGGER_SECS, MOVE_SECS, expoOut) +
    ease(secs, exitSecs, endSecs - exitSecs, expoIn)
}
