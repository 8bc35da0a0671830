import { INTERVAL_REACH, measureInterval } from './interval-peaks.ts'

/** How far ahead a peak is seen: the gain goes down over this time, so that nothing clicks. */
const LOOK_AHEAD_SECS = 0.005

/** How slowly the gain comes back: fast enough not to be heard after a drum, slow enough not to follow a bass tone's waves. */
const RELEASE_SECS = 0.1

/** Beside samples below this share of the ceiling nothing passes it: sound between samples is at most 3 dB above them. */
const NEAR = 0.7

/** So close to one the gain is one again, and the sound untouched. */
const RESTED = 1 - 1e-6

/** Samples that are worked on together. */
const BLOCK = 1024

/** Holds the true peak of sound at a ceiling. */
export type PeakLimiter = {
  /** What comes out is this many samples late. */
  readonly delaySamples: number
  /** Changes the samples in place, one array per channel; all channels get the same gain, so that the stereo image stays. */
  process(channels: Float32Array[], count: number): void
}

/**
 * A look-ahead true-peak limiter. Sound that stays below the ceiling passes bit by bit as it is. The gain that each sample
 * needs is held for the look-ahead (sliding minimum), let go slowly, and averaged over the same stretch: the average of
 * values that are all low enough is low enough.
 */
export function createPeakLimiter(
  sampleRate: number,
  { ceiling, channelCount }: { ceiling: number; channelCount: number },
): PeakLimiter {
  const half = Math.max(1, Math.round((LOOK_AHEAD_SECS * sampleRate) / 2))
  const delaySamples = INTERVAL_REACH + 2 * half
  const gains = createGainCurve({ half, release: 1 - Math.exp(-1 / (RELEASE_SECS * sampleRate)) })
  const histories = Array.from({ length: channelCount }, () => new Float32Array(delaySamples + BLOCK))

  const processBlock = (channels: Float32Array[], start: number, count: number) => {
    channels.forEach((samples, channel) => {
      histories[channel]!.set(samples.subarray(start, start + count), delaySamples)
    })
    for (let i = 0; i < count; i++) {
      // The interval that ends here, and the one that begins here; both are known `INTERVAL_REACH` samples later.
      const peak = measurePeak(histories, i + delaySamples - INTERVAL_REACH, ceiling)
      const gain = gains.next(peak > ceiling ? ceiling / peak : 1)
      for (let channel = 0; channel < channels.length; channel++)
        channels[channel]![start + i] = histories[channel]![i]! * gain
    }
    for (const history of histories) history.copyWithin(0, count, count + delaySamples)
  }

  return {
    delaySamples,
    process(channels, count) {
      for (let start = 0; start < count; start += BLOCK)
        processBlock(channels, start, Math.min(BLOCK, count - start))
    },
  }
}

/** The highest amplitude of any channel at a sample and right before it. */
function measurePeak(histories: Float32Array[], at: number, ceiling: number): number {
  let peak = 0
  for (const samples of histories) {
    const here = Math.abs(samples[at]!)
    const before = Math.abs(samples[at - 1]!)
    if (here > peak) peak = here
    if (here < NEAR * ceiling && before < NEAR * ceiling) continue
    const between = measureInterval(samples, at - 1)
    if (between > peak) peak = between
  }
  return peak
}

/** From the gain that each sample needs to a smooth one that is never higher; `2 * half` samples late. */
function createGainCurve({ half, release }: { half: number; release: number }) {
  const lowest = createSlidingMinimum(2 * half + 1)
  const first = createSlidingMean(half + 1)
  const second = createSlidingMean(half + 1)
  let held = 1
  return {
    next(needed: number): number {
      const risen = held + (1 - held) * release
      held = Math.min(lowest.next(needed), risen > RESTED ? 1 : risen)
      // Means of what is taken away: zero stays exactly zero.
      return 1 - second.next(first.next(1 - held))
    },
  }
}

/** The lowest of the last `length` values, in constant time each: those that a later, lower one has outlived are dropped. */
function createSlidingMinimum(length: number) {
  const values = new Float64Array(length)
  const times = new Float64Array(length)
  const wrap = (index: number) => (index >= length ? index - length : index)
  let first = 0
  let count = 0
  let now = 0
  return {
    next(value: number): number {
      while (count > 0 && values[wrap(first + count - 1)]! >= value) count--
      if (count > 0 && times[first]! <= now - length) {
        first = wrap(first + 1)
        count--
      }
      const last = wrap(first + count)
      values[last] = value
      times[last] = now++
      count++
      return values[first]!
    },
  }
}

/** The mean of the last `length` values, counted in whole steps: their sum is exact, and nothing is left over after a peak. */
function createSlidingMean(length: number) {
  const steps = new Float64Array(length)
  let sum = 0
  let at = 0
  return {
    next(value: number): number {
      const step = Math.ceil(value * 2 ** 30)
      sum += step - steps[at]!
      steps[at] = step
      at = at + 1 === length ? 0 : at + 1
      return sum / length / 2 ** 30
    },
  }
}
