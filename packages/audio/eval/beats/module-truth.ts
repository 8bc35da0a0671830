import type { Truth } from './midi-truth.ts'

/** A row of a tracker module as it was played: second, place in the order list, row in its pattern, notes that start. */
export type PlayedRow = [secs: number, order: number, row: number, notes: number]

/** What trackers mean by default: a row is a sixteenth, four make a beat; others where that gives no usual tempo. */
const ROWS_PER_BEAT = [4, 8, 16, 2]
const MIN_BPM = 66
const MAX_BPM = 168
const BEATS = 4

/** So many of the rows must lie in patterns of whole bars, and so many of the beats be about as long as the middle one. */
const MIN_WHOLE = 0.9
const MIN_EVEN = 0.9
const EVEN_SHARE = 0.25

const MIN_SECS = 20

/** Beats and bar lines of a module, or why its rows do not say where they are. */
export function readModuleTruth(rows: PlayedRow[]): Truth | string {
  const sounding = trimSilence(rows)
  if (sounding.length < 2 || sounding.at(-1)![0] - sounding[0]![0] < MIN_SECS)
    return `shorter than ${MIN_SECS} s`
  const rowSecs = middleOf(sounding.slice(1).map(([secs], i) => secs - sounding[i]![0]))
  const perBeat = ROWS_PER_BEAT.find((count) => isUsual(60 / (count * rowSecs)))
  if (!perBeat) return `its rows of ${rowSecs.toFixed(3)} s make no usual tempo`
  const fault = findFault(sounding, perBeat)
  if (fault) return fault
  const beats = sounding.filter(([, , row]) => row % perBeat === 0)
  return {
    beatSecs: beats.map(([secs]) => secs),
    downbeatSecs: beats.filter(([, , row]) => row % (BEATS * perBeat) === 0).map(([secs]) => secs),
    fromSecs: sounding[0]![0] - 0.07,
    toSecs: sounding.at(-1)![0] + 0.07,
    meter: '4/4',
  }
}

function findFault(rows: PlayedRow[], perBeat: number): string | undefined {
  const share = (count: number, all: number) => Math.round((100 * count) / Math.max(1, all))
  const beats = rows.filter(([, , row]) => row % perBeat === 0)
  const gaps = beats.slice(1).map(([secs], i) => secs - beats[i]![0])
  const usual = middleOf(gaps)
  const even = gaps.filter((gap) => Math.abs(gap / usual - 1) < EVEN_SHARE).length
  if (even < MIN_EVEN * gaps.length) return `only ${share(even, gaps.length)} % of its beats are equally long`
  const whole = countWholeRows(rows, BEATS * perBeat)
  if (whole < MIN_WHOLE * rows.length)
    return `only ${share(whole, rows.length)} % of it are whole bars of four`
  const notes = new Array<number>(perBeat).fill(0)
  for (const [, , row, count] of rows) notes[row % perBeat]! += count
  if (Math.max(...notes) > notes[0]!) return 'more notes start beside its beats than on them'
  return undefined
}

/** Rows of patterns that begin at a bar line and are whole bars long; the last may break off. */
function countWholeRows(rows: PlayedRow[], perBar: number): number {
  let [whole, from] = [0, 0]
  for (let at = 1; at <= rows.length; at++) {
    const isLast = at === rows.length
    if (!isLast && rows[at]![1] === rows[at - 1]![1] && rows[at]![2] === rows[at - 1]![2] + 1) continue
    const isFirst = from === 0
    const startsBar = isFirst || rows[from]![2] % perBar === 0
    const endsBar = isLast || (rows[at - 1]![2] + 1) % perBar === 0
    if (startsBar && endsBar) whole += at - from
    from = at
  }
  return whole
}

/** From the first row with a note to the last. */
function trimSilence(rows: PlayedRow[]): PlayedRow[] {
  const hasNotes = ([, , , notes]: PlayedRow) => notes > 0
  return rows.slice(Math.max(0, rows.findIndex(hasNotes)), rows.findLastIndex(hasNotes) + 1)
}

function isUsual(bpm: number): boolean {
  return bpm >= MIN_BPM && bpm <= MAX_BPM
}

function middleOf(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
