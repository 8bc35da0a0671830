import type { Frame } from '../compose/frame.ts'
import { mix, sineInOut } from '../paint/easing.ts'
import type { ShotFraming } from './frame-shot.ts'
import type { Shot } from './plan-shots.ts'

/** A film as it plays. */
export type PlayedShots = {
  indexAt(frame: Frame): number
  shotAt(frame: Frame): Shot
  /** The second of the shot's file. */
  timeAt(frame: Frame): number
  /** Where a shot's camera has come to by this frame, in one of its movements. */
  moveAt(frame: Frame, framing: ShotFraming | undefined, name: keyof ShotFraming): number
}

/** Says which part of which file each frame shows. */
export function playShots(shots: readonly Shot[]): PlayedShots {
  const indexAt = ({ index }: Frame) =>
    Math.max(
      0,
      shots.findLastIndex(({ startFrame }) => startFrame <= index),
    )
  const shotAt = (frame: Frame) => shots[indexAt(frame)] as Shot
  return {
    indexAt,
    shotAt,
    timeAt: (frame) => {
      const { startFrame, fromSecs, speed } = shotAt(frame)
      return fromSecs + (speed * (frame.index - startFrame)) / frame.fps
    },
    moveAt: (frame, framing, name) => {
      const { startFrame, endFrame } = shotAt(frame)
      const share = (frame.index - startFrame) / Math.max(1, endFrame - startFrame)
      const ends = framing?.[name] ?? { from: 1, to: 1 }
      return mix(ends.from, ends.to, name === 'zoom' ? share : sineInOut(share))
    },
  }
}
