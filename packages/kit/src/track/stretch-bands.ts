import type { AudioTrack, FrameNumber } from './audio-track.ts'
import { BAND_COUNT } from './audio-track.ts'

/** How bands are drawn apart. */
export type BandStretch = {
  /** Above 1: loud bands stand out from the others. Default 1.7. */
  gamma?: number
  /** The mean of so many seconds around a frame: broad bars that followed every hit would flicker. Default 0. */
  steadySecs?: number
}

/** Around a frame, so many seconds in which the loud bands say what a loud one is: a single hit still stands above the rest. */
const AROUND_SECS = 1.6
/** Of the bands of a frame so many count as loud. */
const LOUD_SHARE = 0.16
/** The loudest bands come to most of a bar and only nearly to its end: where several stopped there, it would look broken. */
const KNEE = 1.6
/** What is quieter than this is never drawn as if it were loud. */
const LEAST_LOUD = 0.3

/**
 * The bands for bars that show a spectrum: measured by the loudest bands of the seconds around, smoothed over neighbours, and
 * drawn apart, so that quiet ones are a fraction of loud ones also where the music is even. The array is used again for the next frame.
 */
export function stretchBands(
  audio: AudioTrack,
  { gamma = 1.7, steadySecs = 0 }: BandStretch = {},
): (frame: FrameNumber) => Float32Array {
  const louds = measureLouds(audio)
  const levels = new Float32Array(BAND_COUNT)
  const reach = Math.round((steadySecs / 2) * audio.fps)
  return ({ index }) => {
    const [from, to] = [Math.max(0, index - reach), Math.min(audio.frameCount - 1, index + reach)]
    levels.fill(0)
    for (let at = from; at <= to; at++) {
      const bands = audio.bands({ index: at })
      const most = louds[at] ?? 1
      for (let i = 0; i < BAND_COUNT; i++) {
        const own = bands[i]!
        const smooth = 0.5 * own + 0.25 * (bands[i - 1] ?? own) + 0.25 * (bands[i + 1] ?? own)
        levels[i]! += (1 - Math.exp(-KNEE * (smooth / most) ** gamma)) / (to - from + 1)
      }
    }
    return levels
  }
}

/** What counts as loud in every frame. */
function measureLouds(audio: AudioTrack): Float32Array {
  const { fps, frameCount } = audio
  const rank = Math.floor(LOUD_SHARE * BAND_COUNT)
  const peaks = Float32Array.from(
    { length: frameCount },
    (_, index) => audio.bands({ index }).toSorted()[BAND_COUNT - 1 - rank]!,
  )
  const reach = Math.round(AROUND_SECS * fps)
  // The mean of the seconds around, which glides; the frame's own peaks rise above it.
  const sums = new Float64Array(frameCount + 1)
  for (const [index, level] of peaks.entries()) sums[index + 1] = sums[index]! + level
  return peaks.map((_, index) => {
    const [from, to] = [Math.max(0, index - reach), Math.min(frameCount, index + reach + 1)]
    return Math.max(LEAST_LOUD, (sums[to]! - sums[from]!) / (to - from))
  })
}
