/** The parts that a synthesised song is made of. */
export type SongPart = 'intro' | 'verse' | 'chorus' | 'bridge' | 'outro'

/** One part and its length. */
export type PlannedPart = { part: SongPart; bars: number }

/** From this bar on the song runs at this tempo. */
export type TempoStep = { bar: number; bpm: number }

/** When everything in a song happens. */
export type SongPlan = {
  parts: PlannedPart[]
  /** Start of every beat, and the end of the last one. */
  beatSecs: number[]
  endSecs: number
}

export const BEATS_PER_BAR = 4

const FORM: PlannedPart[] = [
  { part: 'intro', bars: 4 },
  { part: 'verse', bars: 8 },
  { part: 'chorus', bars: 8 },
  { part: 'verse', bars: 8 },
  { part: 'chorus', bars: 8 },
  { part: 'bridge', bars: 4 },
  { part: 'chorus', bars: 8 },
  { part: 'outro', bars: 4 },
]

const SHORT_FORM: PlannedPart[] = [
  { part: 'intro', bars: 2 },
  { part: 'verse', bars: 4 },
  { part: 'chorus', bars: 8 },
]

/** The usual form of a song in the given number of bars: short ones lose parts, long ones repeat verse and chorus. */
export function planParts(barCount: number): PlannedPart[] {
  const formBars = FORM.reduce((sum, { bars }) => sum + bars, 0)
  if (barCount < formBars / 2) return fillForm([...SHORT_FORM, ...FORM.slice(3)], barCount)
  const rounds = Math.max(0, Math.ceil((barCount - formBars) / 16))
  const repeats = Array.from({ length: rounds }, () => FORM.slice(1, 3)).flat()
  return fillForm([...FORM.slice(0, 3), ...repeats, ...FORM.slice(3)], barCount)
}

/** Lays the beats out in time; a tempo step takes effect at its bar line. */
export function planSong(
  parts: PlannedPart[],
  leadSilenceSecs: number,
  steps: [TempoStep, ...TempoStep[]],
): SongPlan {
  const barCount = parts.reduce((sum, { bars }) => sum + bars, 0)
  const beatSecs = [leadSilenceSecs]
  let endSecs = leadSilenceSecs
  for (let bar = 0; bar < barCount; bar++) {
    const { bpm } = steps.findLast((step) => step.bar <= bar) ?? steps[0]
    for (let beat = 0; beat < BEATS_PER_BAR; beat++) {
      endSecs += 60 / bpm
      beatSecs.push(endSecs)
    }
  }
  return { parts, beatSecs, endSecs }
}

function fillForm(form: PlannedPart[], barCount: number): PlannedPart[] {
  const parts: PlannedPart[] = []
  let left = barCount
  for (const { part, bars } of form) {
    if (left <= 0) break
    parts.push({ part, bars: Math.min(bars, left) })
    left -= bars
  }
  return parts
}
