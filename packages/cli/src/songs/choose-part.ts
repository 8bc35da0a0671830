import { MIN_EXCERPT_SECS } from '@songreel/contract/videos'
import {
  type AudioAnalysis,
  type ChosenExcerpt,
  chooseExcerpt,
  chooseExcerpts,
  type ExcerptDefault,
  type SungLine,
} from '@songreel/render'
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
  /** `START`: a silent song has no hook, so its start is shown. `LOOP`: as many bars as a loop lasts. */
  kind: 'HOOK' | 'START' | 'WHOLE' | 'GIVEN' | 'LOOP'
  ranges: ChosenExcerpt[]
  /** Left to the template, so that the engine chooses the same ones by itself. */
  isAutomatic: boolean
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
  { wanted, count, sungLines }: { wanted: WantedPart; count: number; sungLines?: SungLine[] | undefined },
): ChosenPart {
  const { durationSecs } = analysis
  const given = readGivenPart(wanted, durationSecs, byDefault)
  if (given) {
    const ranges = Array.from({ length: count }, () => given)
    return { kind: 'GIVEN', ranges, isAutomatic: false, other: null }
  }
  const excerpt = chooseKind(wanted, byDefault)
  const ranges = Array.from({ length: count }, (_, excerptRank) =>
    chooseExcerpt({ excerpt: null, excerptRank }, excerpt, analysis, sungLines),
  )
  if (excerpt.kind === 'LOOP') return { kind: 'LOOP', ranges, isAutomatic: true, other: null }
  const moments =
    excerpt.kind === 'HOOK'
      ? chooseExcerpts(analysis, { secs: excerpt.secs, count: count + 1, lines: sungLines })
      : []
  // A song that is hardly longer than the part is used as it is, and there is no other part to offer.
  const isWhole = ranges.every(({ startSecs, endSecs }) => startSecs === 0 && endSecs === durationSecs)
  const kind = isWhole ? 'WHOLE' : moments.length === 0 ? 'START' : 'HOOK'
  const other = moments[count]
  return {
    kind,
    ranges,
    isAutomatic: excerpt === byDefault,
    other: other ? { startSecs: other.startSecs, endSecs: other.endSecs } : null,
  }
}

function chooseKind({ isFull, lengthSecs }: WantedPart, byDefault: ExcerptDefault): ExcerptDefault {
  if (isFull) return { kind: 'WHOLE' }
  return lengthSecs === undefined ? byDefault : { kind: 'HOOK', secs: lengthSecs }
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
  const openSecs = byDefault.kind === 'WHOLE' ? OPEN_END_SECS : byDefault.secs
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
  const [loudest] = sections.toSorted((a, b) => b.energy - a.energy)
  return loudest?.startSecs ?? 0
}
