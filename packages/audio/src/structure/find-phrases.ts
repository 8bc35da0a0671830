import type { VoiceLevels } from '../audio-analysis.ts'
import { createVoiceCurve } from './voice-curve.ts'

/** A stretch of the song. */
export type Span = { readonly startSecs: number; readonly endSecs: number }

/** How finely the voice is followed. */
const STEP_SECS = 0.06

/** Above this somebody sings, as far as can be told. */
const SUNG = -0.1

/** A shorter pause is a consonant, and a shorter sound no phrase. */
const LEAST_PAUSE_SECS = 0.3
const LEAST_PHRASE_SECS = 0.6

/** What is probably sung in one breath, in order. */
export function findPhrases(voice: VoiceLevels): Span[] {
  const curve = createVoiceCurve(voice)
  const count = Math.floor(voice.levels.length / voice.rateHz / STEP_SECS)
  const phrases: { startSecs: number; endSecs: number }[] = []
  for (let step = 0; step < count; step++) {
    const at = step * STEP_SECS
    if (curve.held(at) < SUNG) continue
    const last = phrases.at(-1)
    if (last && at - last.endSecs < LEAST_PAUSE_SECS) last.endSecs = at
    else phrases.push({ startSecs: at, endSecs: at })
  }
  return phrases.filter(({ startSecs, endSecs }) => endSecs - startSecs >= LEAST_PHRASE_SECS)
}
