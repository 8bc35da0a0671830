import { splitClusters } from './clusters.ts'
import type { FontChoice } from './fonts.ts'
import { balanceLines, type Extent, splitAddress, splitUnits, type Unit } from './line-breaks.ts'
import { openLineJoiner, type TextContext } from './line-order.ts'
import { type LineInk, openMeasure, stackLines, type TypeSetting } from './text-measure.ts'

/** A text's task: the box, the type, and how far size and lines may go. */
export type FitJob = {
  box: { width: number; height: number }
  font: FontChoice
  /** In em. */
  tracking: number
  direction: 'ltr' | 'rtl'
  context: TextContext | undefined
  language: string
  /** In em. */
  lineHeight: number
  maxSizePx: number
  minSizePx: number
  maxLines: number
  /** A web address is read as one word. */
  isAddress: boolean
  /** Advances at `MEASURE_PX`, kept between attempts. */
  advances: Map<string, number>
}

/** Lines and size that solve the task. */
export type Setting = { lines: string[]; sizePx: number; isTruncated: boolean }

/** Advances are linear in size, so a text is measured once at this size and scaled. */
const MEASURE_PX = 100
/** What a further line must gain in size to be worth it. */
const LINE_COST = 0.06
/** A text that shrank below this share of its size may use more lines than asked for, if they make it larger. */
const SMALL = 0.55
const WORTH_MORE_LINES = 1.25
const MAX_LINES = 24

/** Size first, then more lines, then breaks inside words, and an ellipsis only when all that is not enough. */
export function findBestSetting(text: string, job: FitJob): Setting {
  if (text === '') return { lines: [], sizePx: 0, isTruncated: false }
  if (job.isAddress) return setAddress(text, job)
  const units = splitUnits(text)
  const few = tryLineCounts(units, 1, job.maxLines, job)
  if (few && few.sizePx >= Math.max(job.minSizePx, job.maxSizePx * SMALL))
    return { ...few, isTruncated: false }
  const many = tryLineCounts(units, job.maxLines + 1, MAX_LINES, job)
  const larger = many && many.sizePx > (few?.sizePx ?? 0) * WORTH_MORE_LINES ? many : few
  if (larger && larger.sizePx >= job.minSizePx) return { ...larger, isTruncated: false }
  const pieces = splitWideUnits(units, job)
  const broken = tryLineCounts(pieces, 1, MAX_LINES, job)
  if (broken && broken.sizePx >= job.minSizePx) return { ...broken, isTruncated: false }
  return truncate(text, job)
}

/** On one line down to the smallest size, then on several; never broken inside of a word, which nobody could type. */
function setAddress(text: string, job: FitJob): Setting {
  const [bySlash, byDot] = [splitAddress(text, 'SLASHES'), splitAddress(text, 'DOTS')]
  const tried = [
    tryLineCounts(bySlash, 1, 1, job),
    tryLineCounts(bySlash, 2, MAX_LINES, job),
    tryLineCounts(byDot, 2, MAX_LINES, job),
  ]
  const set = tried.find((each) => each && each.sizePx >= job.minSizePx)
  return set ? { ...set, isTruncated: false } : truncate(text, job)
}

/** The best of several line counts, or `undefined` when none of them can reach the smallest size. */
function tryLineCounts(
  units: Unit[],
  from: number,
  to: number,
  job: FitJob,
): Omit<Setting, 'isTruncated'> | undefined {
  const measure = openMeasure(typeAt(job, MEASURE_PX))
  const advance = (text: string) => {
    const width = job.advances.get(text) ?? measure.advance(text)
    job.advances.set(text, width)
    return width
  }
  const extents: Extent[] = units.map((unit) => ({ text: advance(unit.text), gap: advance(unit.gap) }))
  // Fewer lines than this are too wide whatever the breaks; more than that are too high.
  const totalWidth = extents.reduce((sum, extent) => sum + extent.text, 0)
  const least = Math.floor((totalWidth * job.minSizePx) / MEASURE_PX / job.box.width)
  const most = Math.min(to, units.length, Math.ceil(job.box.height / (job.minSizePx * job.lineHeight)) + 1)
  const join = openLineJoiner({ units, direction: job.direction, context: job.context })
  let best: { lines: string[]; sizePx: number; score: number } | undefined
  for (let count = Math.max(from, least); count <= most; count++) {
    const ends = balanceLines(units, extents, count)
    if (!ends) continue
    const lines = ends.map((end, index) => join(ends[index - 1] ?? 0, end))
    const sizePx = Math.min(job.maxSizePx, findLargestSize(lines.map(measure.line), measure, job))
    const score = sizePx * (1 - LINE_COST) ** (count - 1)
    if (!best || score > best.score) best = { lines, sizePx, score }
    // Height rules from here on: more lines can only be smaller.
    if (best.sizePx >= job.maxSizePx || job.box.height / (count * job.lineHeight) < best.score) break
  }
  return best
}

/** The size at which the measured lines touch the box in width or in height. */
function findLargestSize(inks: LineInk[], measure: { line(text: string): LineInk }, job: FitJob): number {
  const widest = Math.max(...inks.map((ink) => ink.left + ink.right), 1)
  const { height } = stackLines(inks, MEASURE_PX * job.lineHeight, measure, MEASURE_PX)
  return MEASURE_PX * Math.min(job.box.width / widest, job.box.height / height)
}

/** Cuts units that are too wide even at the smallest size between any two characters. */
function splitWideUnits(units: readonly Unit[], job: FitJob): Unit[] {
  const measure = openMeasure(typeAt(job, job.minSizePx))
  return units.flatMap((unit) => {
    if (measure.advance(unit.text) <= job.box.width) return [unit]
    const clusters = splitClusters(unit.text)
    return clusters.map((text, index) => {
      const isLast = index === clusters.length - 1
      return { text, gap: isLast ? unit.gap : '', penalty: isLast ? unit.penalty : 1 }
    })
  })
}

/** Keeps as many characters as the box holds at the smallest size, ending in an ellipsis. */
function truncate(text: string, job: FitJob): Setting {
  const clusters = splitClusters(text)
  let low = 1
  let high = clusters.length - 1
  let best: Setting | undefined
  while (low <= high) {
    const middle = (low + high) >> 1
    const kept = `${clusters
      .slice(0, middle)
      .join('')
      .replace(/[\s\p{P}]+$/u, '')}…`
    const pieces = job.isAddress ? splitAddress(kept) : splitWideUnits(splitUnits(kept), job)
    const tried = tryLineCounts(pieces, 1, MAX_LINES, job)
    if (tried && tried.sizePx >= job.minSizePx) {
      best = { ...tried, isTruncated: true }
      low = middle + 1
    } else high = middle - 1
  }
  return best ?? squeeze(text, job)
}

/** A box too small for one letter at the smallest size: the text becomes as small as it must. */
function squeeze(text: string, job: FitJob): Setting {
  const units = job.isAddress ? splitAddress(text) : splitUnits(text)
  const tried = tryLineCounts(units, 1, MAX_LINES, { ...job, minSizePx: 1 })
  return { lines: tried?.lines ?? [text], sizePx: tried?.sizePx ?? 1, isTruncated: false }
}

/** The task's type at one size. */
export function typeAt(job: FitJob, sizePx: number): TypeSetting {
  const { font, tracking, direction, language } = job
  return { font, sizePx, trackingPx: tracking * sizePx, direction, language }
}
