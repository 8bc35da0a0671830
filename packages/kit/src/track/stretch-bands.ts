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
/** So many bands on either side say what is usual where a band lies, */
const NEAR_BANDS = 6
/** and how far it differs from them counts so many times more: music that fills every band would be a wall of bars, all of one height. */
const RELIEF = 2
/** What is quieter than this is never drawn as if it were loud. */
const LEAST_LOUD = 0.3

/**
 * The bands for bars that show a spectrum: set off from the bands beside them, measured by the loudest ones of the seconds around,
 * and drawn apart, so that quiet ones are a fraction of loud ones also where the music is even. The array is used again for the next frame.
 */
export function stretchBands(
  audio: AudioTrack,
  { gamma = 1.7, steadySecs = 0 }: BandStretch = {},
): (frame: FrameNumber) => Float32Array {
  const reliefAt = createRelief(audio)
  const louds = measureLouds(audio, reliefAt)
  const levels = new Float32Array(BAND_COUNT)
  const reach = Math.round((steadySecs / 2) * audio.fps)
  return ({ index }) => {
    const [from, to] = [Math.max(0, index - reach), Math.min(audio.frameCount - 1, index + reach)]
    levels.fill(0)
    for (let at = from; at <= to; at++) {
      const bands = reliefAt(at)
      const most = louds[at] ?? 1
      for (let i = 0; i < BAND_COUNT; i++)
        levels[i]! += (1 - Math.exp(-KNEE * (bands[i]! / most) ** gamma)) / (to - from + 1)
    }
    return levels
  }
}

/** The bands of a frame, each set off from those beside it. The array is used again. */
function createRelief(audio: AudioTrack): (index: number) => Float32Array {
  const relief = new Float32Array(BAND_COUNT)
  const sums = new Float64Array(BAND_COUNT + 1)
  return (index) => {
    const bands = audio.bands({ index })
    for (let i = 0; i < BAND_COUNT; i++) sums[i + 1] = sums[i]! + bands[i]!
    for (let i = 0; i < BAND_COUNT; i++) {
      const [from, to] = [Math.max(0, i - NEAR_BANDS), Math.min(BAND_COUNT, i + NEAR_BANDS + 1)]
      const usual = (sums[to]! - sums[from]!) / (to - from)
      const own = bands[i]!
      const smooth = 0.5 * own + 0.25 * (bands[i - 1] ?? own) + 0.25 * (bands[i + 1] ?? own)
      relief[i] = Math.max(0, smooth + RELIEF * (smooth - usual))
    }
    return relief
  }
}

/** What counts as loud in every frame. */
function measureLouds(audio: AudioTrack, reliefAt: (index: number) => Float32Array): Float32Array {
  const { fps, frameCount } = audio
  const rank = Math.floor(LOUD_SHARE * BAND_COUNT)
  const peaks = Float32Array.from(
    { length: frameCount },
    (_, index) => reliefAt(index).toSorted()[BAND_COUNT - 1 - rank]!,
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
