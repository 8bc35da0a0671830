/** So much sound is listened to for its times alone; a decoder has run for longer when the wanted moment comes. */
const LOOK_SECS = 0.75

/** Finds out where frames lie whose times are right in most cases only. */
export type StartFinder = {
  /** Takes in a frame; true: it only served to find the place, and is dropped. */
  add(frameSecs: number, samples: number, sampleRate: number): boolean
  /** Where the first frame lies that was not dropped. */
  startSecs(): number
}

/**
 * FFmpeg guesses the times of Vorbis packets between the ends of pages, and is off by a quarter of a block where their length changes.
 * Frames are counted exactly instead, from where most of their times say that they began.
 */
export function createStartFinder(): StartFinder {
  const votes = new Map<number, number>()
  let samples = 0
  let rate = 1
  return {
    add(frameSecs, count, sampleRate) {
      if (samples >= LOOK_SECS * sampleRate) return false
      const origin = Math.round(frameSecs * sampleRate) - samples
      votes.set(origin, (votes.get(origin) ?? 0) + 1)
      samples += count
      rate = sampleRate
      return true
    },
    startSecs() {
      const [[origin] = [0]] = [...votes].toSorted(([, a], [, b]) => b - a)
      return (origin + samples) / rate
    },
  }
}
