import { MIN_EXCERPT_SECS } from '@songreel/contract'
import { type AudioAnalysis, chooseExcerpts, type ExcerptDefault } from '@songreel/render'
import { inputError } from '../cli-error.ts'
import { formatClock } from '../clock.ts'
import type { Range } from '../events.ts'

/** What the caller says about the part of the song. */
export type WantedPart = {
  startSecs?: number
  endSecs?: number
  isFull: boolean
  /** About this long, wherever the song is best. */
  lengthSecs?: number
}

/** The part of the song that each variation shows, best first. */
export type ChosenPart = {
  /** `START`: a silent song has no hook, so its start is shown. */
  kind: 'HOOK' | 'START' | 'WHOLE' | 'GIVEN'
  ranges: Range[]
  /** Another good moment, to be offered. */
  other: Range | null
}

/** An end this far past the song's end is taken for the end, as the engine does. */
const END_TOLERANCE_SECS = 0.1
/** How long a part is when only its start is given and the template takes whole songs. */
const OPEN_END_SECS = 30

/** Chooses the part: what the caller wants, or what suits the template. */
export function choosePart(
  analysis: AudioAnalysis,
  byDefault: ExcerptDefault,
  { wanted, count }: { wanted: WantedPart; count: number },
): ChosenPart {
  const { durationSecs } = analysis
  const whole = { startSecs: 0, endSecs: durationSecs }
  const given = readGivenPart(wanted, durationSecs, byDefault)
  if (given) return { kind: 'GIVEN', ranges: repeat(given, count), other: null }
  const secs = wanted.isFull ? undefined : (wanted.lengthSecs ?? hookSecsOf(byDefault))
  if (secs === undefined) return { kind: 'WHOLE', ranges: repeat(whole, count), other: null }
  const found = chooseExcerpts(analysis, { secs, count: count + 1 }).map(toRange)
  const [best] = found
  if (!best) {
    const start = { startSecs: 0, endSecs: Math.min(durationSecs, secs) }
    return { kind: 'START', ranges: repeat(start, count), other: null }
  }
  // A song that is hardly longer than the part is used as it is, and there is no other part to offer.
  if (best.startSecs === 0 && best.endSecs === durationSecs) {
    return { kind: 'WHOLE', ranges: repeat(whole, count), other: null }
  }
  const ranges = Array.from({ length: count }, (_, rank) => found[Math.min(rank, found.length - 1)]!)
  return { kind: 'HOOK', ranges, other: found[count] ?? null }
}

function hookSecsOf(byDefault: ExcerptDefault): number | undefined {
  return byDefault.kind === 'HOOK' ? byDefault.secs : undefined
}

/** The part between `--start` and `--end`, one of which may be left open; undefined when neither is given. */
export function readGivenPart(
  { startSecs, endSecs }: WantedPart,
  durationSecs: number,
  byDefault: ExcerptDefault,
): Range | undefined {
  if (startSecs === undefined && endSecs === undefined) return undefined
  const tooFar = (flag: string, secs: number) =>
    inputError(
      `${flag} ${formatClock(secs)} lies past the end of the song, which is ${formatClock(durationSecs)} long.`,
    )
  const start = startSecs ?? 0
  if (start >= durationSecs) throw tooFar('--start', start)
  const openSecs = byDefault.kind === 'HOOK' ? byDefault.secs : OPEN_END_SECS
  const end = endSecs ?? Math.min(durationSecs, start + openSecs)
  if (end > durationSecs + END_TOLERANCE_SECS) throw tooFar('--end', end)
  if (end > start && end - start < MIN_EXCERPT_SECS - 1e-9) {
    const secs = Number((end - start).toPrecision(3))
    throw inputError(
      `The part from --start to --end lasts ${secs} s; it must last at least ${MIN_EXCERPT_SECS} s. Choose a later --end.`,
    )
  }
  return { startSecs: start, endSecs: Math.min(end, durationSecs) }
}

/** The second at which the loudest part of a song begins. */
export function findLoudest({ sections }: AudioAnalysis): number {
  const [first, ...others] = sections
  return (
    others.reduce((best, section) => (section.energy > best.energy ? section : best), first!)?.startSecs ?? 0
  )
}

function toRange({ startSecs, endSecs }: Range): Range {
  return { startSecs, endSecs }
}

function repeat(range: Range, count: number): Range[] {
  return Array.from({ length: count }, () => range)
}
