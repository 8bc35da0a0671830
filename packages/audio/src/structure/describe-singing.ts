import { GRID_CONFIDENCE } from '@songreel/kit/core'
import type { AudioAnalysis, Beat } from '../audio-analysis.ts'
import { listDifferences, percentile } from '../vectors.ts'
import { createVoiceCurve } from './voice-curve.ts'

/** Without a beat, lines may begin this far apart. */
const STEP_SECS = 0.2

/** Steps are no longer than this: half beats, whole ones where music is very fast. */
const MOST_STEP_SECS = 0.42

/** A consonant does not end the singing: the voice is listened to for this long around each step. */
const LISTEN_SECS = 0.5

/** A line begins where there is more voice in this time after than before. */
const RISE_SECS = 0.5

/** At this value of the curve there is as likely singing as none; far from it, more says no more. */
const EVEN = 0.07
const [SURELY_NOT, SURELY] = [-0.55, 0.75]

/** What was heard of the singing in a song; the page on lyrics says how lines are found by it. */
export type Singing = {
  stepSecs: Float64Array
  voice: Float32Array
  rise: Float32Array
  barSteps?: number
}

/** What it is heard in. */
export type SingingGround = Pick<AudioAnalysis, 'durationSecs' | 'tempo' | 'beats' | 'voice'>

/** Listens for singing in half beats, or in parts of a second where there is no beat to trust. */
export function describeSinging({ durationSecs, tempo, beats, voice }: SingingGround): Singing {
  const hasBeat = tempo.confidence >= GRID_CONFIDENCE && beats.length > 4
  const { stepSecs, barSteps } = hasBeat ? divideBeats(beats, durationSecs) : divideEvenly(durationSecs)
  const curve = createVoiceCurve(voice)
  const count = stepSecs.length - 1
  return {
    stepSecs,
    voice: Float32Array.from({ length: count }, (_, step) => {
      const [from, to] = [stepSecs[step]!, stepSecs[step + 1]!]
      const around = Math.max(0, LISTEN_SECS - (to - from)) / 2
      return Math.max(SURELY_NOT, Math.min(SURELY, curve.mean(from - around, to + around) - EVEN))
    }),
    rise: Float32Array.from({ length: count }, (_, step) => {
      const at = stepSecs[step]!
      return curve.mean(at, at + RISE_SECS) - curve.mean(at - RISE_SECS, at)
    }),
    ...(barSteps && { barSteps }),
  }
}

type Steps = { stepSecs: Float64Array; barSteps?: number }

function divideEvenly(durationSecs: number): Steps {
  const count = Math.max(1, Math.floor(durationSecs / STEP_SECS))
  return { stepSecs: Float64Array.from({ length: count + 1 }, (_, step) => step * STEP_SECS) }
}

/** Beats are counted where there is sound to hear them by; before and after they go on. */
function divideBeats(beats: readonly Beat[], durationSecs: number): Steps {
  const secs = beats.map((beat) => beat.secs)
  const beatSecs = percentile(listDifferences(secs), 0.5)
  const first = secs[0]!
  const last = secs.at(-1)!
  const before = Array.from({ length: Math.floor(first / beatSecs) }, (_, i) => first - (i + 1) * beatSecs)
  const after = Array.from(
    { length: Math.max(0, Math.floor((durationSecs - last) / beatSecs)) },
    (_, i) => last + (i + 1) * beatSecs,
  )
  const all = [...before.reverse(), ...secs, ...after]
  let parts = 1
  while (beatSecs / parts > MOST_STEP_SECS) parts *= 2
  const stepSecs = all.flatMap((from, i) => {
    const to = all[i + 1]
    if (to === undefined) return [from]
    return Array.from({ length: parts }, (_, part) => from + ((to - from) * part) / parts)
  })
  const downbeats = [...beats.keys()].filter((beat) => beats[beat]?.isDownbeat)
  const bar = Math.round(percentile(listDifferences(downbeats), 0.5))
  return { stepSecs: Float64Array.from(stepSecs), ...(bar > 0 && { barSteps: bar * parts }) }
}
