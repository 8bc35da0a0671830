import { type Follower, followSpeeds, sharedFloats } from '@songreel/kit/core'
import type { FrameTimes } from './frame-times.ts'

/** Loudness values per second, as the loudness meter gives them. */
const RATE_HZ = 10

/** Quieter than this is silence. */
const SILENCE_LUFS = -60

/** A swell is measured by the loudness of so many seconds around, but never stretched further than this. */
const AROUND_SECS = 6
const MIN_RANGE_LU = 6

const FOLLOWER: Follower = { attackSecs: 0.12, releaseSecs: 0.35 }

/** Seconds before the first frame from which a swell is followed. */
const WARM_UP_SECS = 1

/** How full the music is at every frame, 0..1, among the seconds around it: what steady music has is a half. */
export function sampleSwells(
  momentaryLufs: Float32Array,
  { startSecs, fps, frameCount }: FrameTimes,
): Float32Array {
  const swells = sharedFloats(frameCount)
  const { rise, fall } = followSpeeds(FOLLOWER, fps)
  let level = 0
  for (let frame = -Math.ceil(WARM_UP_SECS * fps); frame < frameCount; frame++) {
    const wanted = measureSwell(momentaryLufs, (startSecs + frame / fps) * RATE_HZ)
    level += (wanted > level ? rise : fall) * (wanted - level)
    if (frame >= 0) swells[frame] = level
  }
  return swells
}

function measureSwell(momentaryLufs: Float32Array, position: number): number {
  const index = Math.floor(position)
  const before = momentaryLufs[index] ?? SILENCE_LUFS
  const lufs = before + ((momentaryLufs[index + 1] ?? before) - before) * (position - index)
  if (lufs <= SILENCE_LUFS) return 0
  let [low, high] = [lufs, lufs]
  const reach = AROUND_SECS * RATE_HZ
  for (let i = Math.max(0, index - reach); i <= Math.min(momentaryLufs.length - 1, index + reach); i++) {
    const near = Math.max(SILENCE_LUFS, momentaryLufs[i]!)
    low = Math.min(low, near)
    high = Math.max(high, near)
  }
  const range = Math.max(MIN_RANGE_LU, high - low)
  return Math.max(0, Math.min(1, 0.5 + (lufs - (low + high) / 2) / range))
}
