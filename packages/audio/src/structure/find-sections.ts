import type { Moments, Section } from '../audio-analysis.ts'
import type { DescribedMoments } from './describe-moments.ts'
import type { SelfSimilarity } from './self-similarity.ts'

/** A change this clear starts a new section. */
const MIN_NOVELTY = 0.3

/** Sections are at least this long. */
const MIN_SECS = 6

/** Sections this alike, and about equally loud, get the same letter. */
const ALIKE = 0.55
const ENERGY_REACH = 0.3

/** Moments in a bar. */
const BAR = 4

type Range = { from: number; to: number }
type LabelledRange = Range & { label: string }

/** Cuts the song where it changes most, on bar lines, and names what comes back. */
export function findSections(
  { moments, similarity, momentsPerUnit }: DescribedMoments,
  durationSecs: number,
): Section[] {
  const cuts = [0, ...findCuts(moments, durationSecs), moments.startSecs.length]
  const ranges = cuts.slice(1).map((to, i) => ({ from: cuts[i] ?? 0, to }))
  const labelled = labelRanges(ranges, moments, similarity, momentsPerUnit)
  return joinAlike(labelled).map(({ label, ...range }, i) => ({
    startSecs: i === 0 ? 0 : (moments.startSecs[range.from] ?? durationSecs),
    endSecs: moments.startSecs[range.to] ?? durationSecs,
    label,
    energy: averageRange(moments.energy, range),
  }))
}

/** Neighbours with the same letter are one section. */
function joinAlike(ranges: LabelledRange[]): LabelledRange[] {
  const joined: LabelledRange[] = []
  for (const range of ranges) {
    const last = joined.at(-1)
    if (last?.label === range.label) last.to = range.to
    else joined.push({ ...range })
  }
  return joined
}

/** The clearest changes first; each keeps others away by the least length of a section. */
function findCuts(moments: Moments, durationSecs: number): number[] {
  const { novelty, startSecs } = moments
  const candidates = Array.from(novelty, (value, moment) => ({ value, moment }))
    .filter(({ value, moment }) => value >= MIN_NOVELTY && isLocalPeak(novelty, moment))
    .sort((a, b) => b.value - a.value)
  const cuts: { moment: number; secs: number }[] = []
  for (const candidate of candidates) {
    const moment = placeCut(moments, candidate.moment)
    const secs = startSecs[moment] ?? durationSecs
    const others = [0, durationSecs, ...cuts.map((cut) => cut.secs)]
    if (moment > 0 && others.every((other) => Math.abs(other - secs) >= MIN_SECS)) cuts.push({ moment, secs })
  }
  return cuts.map(({ moment }) => moment).sort((a, b) => a - b)
}

/** Novelty is a broad hill: within a bar of its top, the bar line where the loudness jumps most is the border. */
function placeCut({ novelty, energy, isBarStart }: Moments, top: number): number {
  let best = { moment: top, value: -1 }
  for (let moment = Math.max(1, top - BAR); moment <= Math.min(novelty.length - 1, top + BAR); moment++) {
    if (!isBarStart[moment]) continue
    const before = averageRange(energy, { from: Math.max(0, moment - BAR), to: moment })
    const after = averageRange(energy, { from: moment, to: Math.min(energy.length, moment + BAR) })
    const value = (novelty[moment] ?? 0) + 2 * Math.abs(after - before)
    if (value > best.value) best = { moment, value }
  }
  return best.moment
}

function isLocalPeak(values: Float32Array, at: number): boolean {
  const value = values[at] ?? 0
  return values.subarray(Math.max(0, at - 4), at + 5).every((other) => other <= value)
}

/** A section takes the letter of the most similar earlier one, or the next letter. */
function labelRanges(
  ranges: Range[],
  moments: Moments,
  similarity: SelfSimilarity,
  momentsPerUnit: number,
): LabelledRange[] {
  const labelled: LabelledRange[] = []
  let letters = 0
  for (const range of ranges) {
    let best = { likeness: ALIKE, label: '' }
    const energy = averageRange(moments.energy, range)
    for (const earlier of labelled) {
      if (Math.abs(averageRange(moments.energy, earlier) - energy) > ENERGY_REACH) continue
      const likeness = compareRanges(
        similarity,
        toUnits(earlier, momentsPerUnit),
        toUnits(range, momentsPerUnit),
      )
      if (likeness > best.likeness) best = { likeness, label: earlier.label }
    }
    labelled.push({ ...range, label: best.label || letter(letters++) })
  }
  return labelled
}

/** The mean similarity of two stretches, at the shift of up to a bar that suits them best. */
function compareRanges({ count, values }: SelfSimilarity, a: Range, b: Range): number {
  let best = 0
  for (let shift = -4; shift <= 4; shift++) {
    let [sum, total] = [0, 0]
    for (let i = 0; a.from + i < a.to && b.from + i + shift < b.to; i++) {
      const other = b.from + i + shift
      if (other < 0 || other >= count || a.from + i >= count) continue
      sum += values[(a.from + i) * count + other]!
      total++
    }
    if (total > 0) best = Math.max(best, sum / total)
  }
  return best
}

function toUnits({ from, to }: Range, momentsPerUnit: number): Range {
  return { from: Math.floor(from / momentsPerUnit), to: Math.max(1, Math.floor(to / momentsPerUnit)) }
}

function averageRange(values: Float32Array, { from, to }: Range): number {
  return values.subarray(from, to).reduce((sum, value) => sum + value, 0) / Math.max(1, to - from)
}

/** A to Z, then AA, AB ... */
function letter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : letter(Math.floor(index / 26) - 1) + last
}
