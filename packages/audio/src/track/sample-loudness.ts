import { sharedFloats } from '@songreel/kit/core'
import { percentile } from '../vectors.ts'
import type { FrameTimes } from './frame-times.ts'

/** Loudness values per second, as the loudness meter gives them. */
const RATE_HZ = 10

/** Quieter than this is silence, and does not count in what is usual for the song. */
const SILENCE_LUFS = -60

/** Loud masters move by a few units only: they are not stretched further than this. */
const MIN_RANGE_LU = 9

/** Loudness 0..1 at every frame: 1 where the song is loudest. */
export function sampleLoudness(
  momentaryLufs: Float32Array,
  { startSecs, fps, frameCount }: FrameTimes,
): Float32Array {
  const audible = momentaryLufs.filter((lufs) => lufs > SILENCE_LUFS)
  const loudest = percentile(audible, 0.98)
  const range = Math.max(MIN_RANGE_LU, loudest - percentile(audible, 0.1))
  const levels = sharedFloats(frameCount)
  for (let frame = 0; frame < frameCount; frame++) {
    const position = Math.max(0, Math.min(momentaryLufs.length - 1, (startSecs + frame / fps) * RATE_HZ))
    const index = Math.floor(position)
    const before = momentaryLufs[index] ?? SILENCE_LUFS
    const after = momentaryLufs[index + 1] ?? before
    const lufs = before + (after - before) * (position - index)
    levels[frame] = audible.length > 0 ? Math.max(0, Math.min(1, 1 - (loudest - lufs) / range)) : 0
  }
  return levels
}
