import { type AudioAnalysis, chooseExcerpts } from '@songreel/audio'
import { GRID_CONFIDENCE } from '@songreel/kit/core'
import type { ExcerptRange } from '../plan/render-plan.ts'

/** How many bars of a song are played, the best liked number first. One alone is for very long albums. */
const BARS = [8, 6, 4, 3, 2, 1]

/** Bars of one song differ a little in length; other numbers of them by far more. */
const BAR_TOLERANCE = 0.3

/** A sound begins a little before the beat that is heard in it: so much of it belongs to the bar. */
const EARLY_SECS = 0.01

/** Songs without a beat are heard for so long at most. */
const FREE_SECS = 10

/** What is looked at in a song. */
export type MomentGround = Pick<
  AudioAnalysis,
  'durationSecs' | 'loudness' | 'tempo' | 'moments' | 'onsets' | 'beats' | 'voice'
>

/** The song's best moment of at most so many seconds: whole bars, as many as fit, eight at most. */
export function chooseMoment(song: MomentGround, mostSecs: number): ExcerptRange {
  const { durationSecs } = song
  const { startSecs, endSecs } = findBars(song, mostSecs) ?? findFree(song, Math.min(mostSecs, FREE_SECS))
  const early = Math.min(startSecs, EARLY_SECS)
  return { startSecs: startSecs - early, endSecs: Math.min(durationSecs, endSecs - early) }
}

function findBars(song: MomentGround, mostSecs: number): ExcerptRange | undefined {
  const barSecs = measureBar(song)
  if (barSecs === undefined) return undefined
  for (const bars of BARS) {
    const secs = bars * barSecs
    if (secs > mostSecs || secs > song.durationSecs - barSecs) continue
    const within = { minSecs: secs - BAR_TOLERANCE * barSecs, maxSecs: secs + BAR_TOLERANCE * barSecs }
    const [best] = chooseExcerpts(song, { secs, count: 1, within })
    if (best && isOnBars(song, best)) return best
  }
  return undefined
}

function findFree(song: MomentGround, secs: number): ExcerptRange {
  const [best] = chooseExcerpts(song, { secs, count: 1 })
  const startSecs = best?.startSecs ?? 0
  return { startSecs, endSecs: Math.min(song.durationSecs, startSecs + secs) }
}

/** The usual length of a bar; undefined where there is no beat to trust. */
function measureBar({ tempo, beats }: MomentGround): number | undefined {
  const downbeats = beats.filter(({ isDownbeat }) => isDownbeat).map(({ secs }) => secs)
  if (tempo.confidence < GRID_CONFIDENCE || downbeats.length < 3) return undefined
  const lengths = downbeats.slice(1).map((secs, i) => secs - downbeats[i]!)
  return lengths.toSorted((a, b) => a - b)[lengths.length >> 1]
}

function isOnBars({ beats }: MomentGround, { startSecs, endSecs }: ExcerptRange): boolean {
  const isBarLine = (at: number) =>
    beats.some(({ secs, isDownbeat }) => isDownbeat && Math.abs(secs - at) < 1e-3)
  return isBarLine(startSecs) && isBarLine(endSecs)
}
