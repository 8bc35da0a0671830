import type { VoiceLevels } from '../audio-analysis.ts'
import { percentile } from '../vectors.ts'

/** Songs are sung for about this share of their time; what is quieter in the voice's range than the rest is not. */
const SUNG_SHARE = 0.6

/** The fullest passages. */
const FULL_SHARE = 0.9

/** A snare drum is shorter than this, a syllable isn't. */
const HELD_SECS = 0.36
const HELD_SHARE = 0.25

/** How likely somebody sings at any time: -1, surely nobody, to 1. */
export type VoiceCurve = {
  /** What it is for most of the time around a second: a drum is over before that. */
  held(secs: number): number
}

/** Reads levels as likelihoods, by what is usual in the song. */
export function createVoiceCurve({ levels, rateHz }: VoiceLevels): VoiceCurve {
  const usual = percentile(levels, 1 - SUNG_SHARE)
  const full = percentile(levels, FULL_SHARE)
  const values = Float32Array.from(levels, (level) =>
    Math.max(-1, Math.min(1, (level - usual) / Math.max(1, full - usual))),
  )
  const reach = Math.round((HELD_SECS / 2) * rateHz)
  return {
    held(secs) {
      const at = Math.round(secs * rateHz)
      return percentile(values.slice(Math.max(0, at - reach), at + reach + 1), HELD_SHARE)
    },
  }
}
