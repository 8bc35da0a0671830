/** One picture of the video; all that a moving property may depend on. */
export type Frame = {
  readonly index: number
  readonly count: number
  readonly fps: number
  /** Time since the first frame. */
  readonly secs: number
  /** 0 at the first frame, 1 at the last. */
  readonly position: number
}

/** A fixed value, or a value for each frame. */
export type Moving<T> = T | ((frame: Frame) => T)

/** Describes the frame with this number. */
export function frameAt(index: number, count: number, fps: number): Frame {
  return { index, count, fps, secs: index / fps, position: count > 1 ? index / (count - 1) : 0 }
}

/** The frame that stands for this one where something is to change only so many times a second. */
export function holdFrame(frame: Frame, timesPerSec: number): Frame {
  const { index, count, fps } = frame
  const step = Math.max(1, Math.round(fps / timesPerSec))
  return step === 1 ? frame : frameAt(index - (index % step), count, fps)
}

/** The value at this frame. */
export function valueAt<T extends number | string | boolean | object>(value: Moving<T>, frame: Frame): T {
  return typeof value === 'function' ? (value as (frame: Frame) => T)(frame) : value
}

/** True when the value is the same in every frame. */
export function isFixed(value: Moving<unknown>): boolean {
  return typeof value !== 'function'
}
