import type { SKRSContext2D } from '@napi-rs/canvas'
import { cleanText, splitClusters } from './clean-text.ts'
import { chooseFonts, type FontChoice, type FontRole, type FontStyle } from './fonts.ts'
import { balanceLines, type Extent, splitUnits, type Unit } from './line-breaks.ts'
import { canBeTracked, hasCyrillic, isRightToLeft } from './scripts.ts'
import { type LineInk, openMeasure, setType, type TypeSetting } from './text-measure.ts'

/** The space a text may fill, in pixels. */
export type TextBox = { width: number; height: number }

/** How a text looks and how far fitting may go. */
export type TextStyle = {
  font: FontStyle
  role: FontRole
  /** Tried first; the text shrinks from here. */
  maxSizePx: number
  /** Below this the text takes more lines, and at last is cut with an ellipsis. Default: a third of `maxSizePx`. */
  minSizePx?: number
  /** Exceeded when the text would otherwise be small in a box that has room below. Default 3. */
  maxLines?: number
  /** Baseline distance in em. Default: by font and role. */
  lineHeight?: number
  /** START is left for left-to-right text and right for right-to-left text. Default START. */
  align?: 'START' | 'CENTER' | 'END' | 'LEFT' | 'RIGHT'
  /** Where the block stands in a higher box. Default TOP. */
  anchor?: 'TOP' | 'MIDDLE' | 'BOTTOM'
  /** In em; ignored where letters join or carry marks. Default: by font and role. */
  tracking?: number
  /** Capitals where the script has them. Default false. */
  uppercase?: boolean
  /** BCP 47; decides between Chinese and Japanese letter forms and on capitals. */
  language?: string
}

/** One line, placed relative to the box's top left corner; `x` is where drawing starts, `ink` where pixels are. */
export type TextLine = { text: string; x: number; baseline: number; ink: Bounds }

/** Distances from the box's top left corner, in pixels. */
export type Bounds = { left: number; top: number; right: number; bottom: number }

/** A text that fits its box. */
export type TextLayout = {
  lines: TextLine[]
  type: TypeSetting
  sizePx: number
  lineHeightPx: number
  /** The block: capital top of the first line to descender of the last, never inside the ink. */
  block: Bounds
  /** Where pixels really are; empty (all zero) for an empty text. */
  ink: Bounds
  /** True when not even the smallest size held the whole text. */
  isTruncated: boolean
  /** Characters that no font covers; they are left out or replaced in `lines`. */
  uncovered: string[]
}

/** Finds size and line breaks so that a text of any length and script stands whole and balanced in its box. */
export function fitText(text: string, box: TextBox, style: TextStyle): TextLayout {
  const { text: clean, uncovered } = cleanText(text)
  const shown = style.uppercase ? clean.toLocaleUpperCase(style.language) : clean
  const font = chooseFonts(`${shown}…`, style.font, style.role, style.language)
  const tracking = canBeTracked(shown) ? (style.tracking ?? font.tracking) : 0
  const job: Job = {
    box,
    font,
    tracking,
    direction: isRightToLeft(shown) ? 'rtl' : 'ltr',
    // Without a language some fonts set Cyrillic in its Bulgarian forms, which most readers stumble over.
    language: style.language ?? (hasCyrillic(shown) ? 'ru' : ''),
    lineHeight: style.lineHeight ?? font.lineHeight,
    maxSizePx: style.maxSizePx,
    minSizePx: style.minSizePx ?? style.maxSizePx / 3,
    maxLines: style.maxLines ?? 3,
  }
  const { lines, sizePx, isTruncated } = shown === '' ? NOTHING : findBestSetting(shown, job)
  return placeLines(lines, sizePx, { job, style, isTruncated, uncovered })
}

/**
 * Draws a fitted text with its box's top left corner at (x, y). Give an opaque colour and fade the sprite it is
 * painted on: translucent letters would show where they overlap.
 */
export function drawText(
  ctx: SKRSContext2D,
  layout: TextLayout,
  x: number,
  y: number,
  fill: SKRSContext2D['fillStyle'],
): void {
  ctx.save()
  setType(ctx, layout.type)
  ctx.fillStyle = fill
  for (const line of layout.lines) ctx.fillText(line.text, x + line.x, y + line.baseline)
  ctx.restore()
}

type Job = {
  box: TextBox
  font: FontChoice
  /** In em. */
  tracking: number
  direction: 'ltr' | 'rtl'
  language: string
  /** In em. */
  lineHeight: number
  maxSizePx: number
  minSizePx: number
  maxLines: number
}

type Setting = { lines: string[]; sizePx: number; isTruncated: boolean }

const NOTHING: Setting = { lines: [], sizePx: 0, isTruncated: false }

/** Advances are linear in size, so a text is measured once at this size and scaled. */
const MEASURE_PX = 100
/** What a further line must gain in size to be worth it. */
const LINE_COST = 0.06
/** A text that shrank below this share of its size may use more lines than asked for, if they make it larger. */
const SMALL = 0.55
const WORTH_MORE_LINES = 1.25
/** Air between the ink of two lines, in em. */
const LINE_AIR = 0.03
const MAX_LINES = 24

/** Size first, then more lines, then breaks inside words, and an ellipsis only when all that is not enough. */
function findBestSetting(text: string, job: Job): Setting {
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

function tryLineCounts(
  units: Unit[],
  from: number,
  to: number,
  job: Job,
): Omit<Setting, 'isTruncated'> | undefined {
  const measure = openMeasure(settingAt(job, MEASURE_PX))
  const extents: Extent[] = units.map((unit) => ({
    text: measure.advance(unit.text),
    gap: measure.advance(unit.gap),
  }))
  let best: { lines: string[]; sizePx: number; score: number } | undefined
  for (let count = from; count <= Math.min(to, units.length); count++) {
    const ends = balanceLines(units, extents, count)
    if (!ends) continue
    const lines = ends.map((end, index) => joinUnits(units, ends[index - 1] ?? 0, end))
    const sizePx = Math.min(job.maxSizePx, findLargestSize(lines.map(measure.line), measure, job))
    const score = sizePx * (1 - LINE_COST) ** (count - 1)
    if (!best || score > best.score) best = { lines, sizePx, score }
    // Height rules from here on: more lines can only be smaller.
    if (best.sizePx >= job.maxSizePx || job.box.height / (count * job.lineHeight) < best.score) break
  }
  return best
}

function joinUnits(units: readonly Unit[], start: number, end: number): string {
  const pieces = units
    .slice(start, end)
    .map((unit, index, all) => (index < all.length - 1 ? unit.text + unit.gap : unit.text))
  return pieces.join('')
}

/** The size at which the measured lines touch the box in width or in height. */
function findLargestSize(inks: LineInk[], measure: { line(text: string): LineInk }, job: Job): number {
  const widest = Math.max(...inks.map((ink) => ink.left + ink.right), 1)
  const { height } = stackLines(inks, MEASURE_PX * job.lineHeight, measure, MEASURE_PX)
  return MEASURE_PX * Math.min(job.box.width / widest, job.box.height / height)
}

/** Vertical measures of a block: at least capitals and descenders, more where the ink asks for it. */
function stackLines(
  inks: LineInk[],
  wantedStep: number,
  measure: { line(text: string): LineInk },
  sizePx: number,
) {
  const nominal = measure.line('Hp')
  const top = Math.max(nominal.ascent, inks[0]!.ascent)
  const bottom = Math.max(nominal.descent, inks[inks.length - 1]!.descent)
  let step = wantedStep
  for (let i = 1; i < inks.length; i++) {
    step = Math.max(step, inks[i - 1]!.descent + inks[i]!.ascent + LINE_AIR * sizePx)
  }
  return { top, bottom, step, height: top + step * (inks.length - 1) + bottom }
}

/** Cuts units that are too wide even at the smallest size between any two characters. */
function splitWideUnits(units: readonly Unit[], job: Job): Unit[] {
  const measure = openMeasure(settingAt(job, job.minSizePx))
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
function truncate(text: string, job: Job): Setting {
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
    const pieces = splitWideUnits(splitUnits(kept), job)
    const tried = tryLineCounts(pieces, 1, MAX_LINES, job)
    if (tried && tried.sizePx >= job.minSizePx) {
      best = { ...tried, isTruncated: true }
      low = middle + 1
    } else high = middle - 1
  }
  return best ?? squeeze(text, job)
}

/** A box too small for one letter at the smallest size: the text becomes as small as it must. */
function squeeze(text: string, job: Job): Setting {
  const tried = tryLineCounts(splitUnits(text), 1, MAX_LINES, job)
  return { lines: tried?.lines ?? [text], sizePx: tried?.sizePx ?? job.minSizePx, isTruncated: false }
}

type Placing = { job: Job; style: TextStyle; isTruncated: boolean; uncovered: string[] }

/** Measures the chosen lines at their real size, and shrinks a hair where rounding would cross the box. */
function placeLines(
  lines: string[],
  wantedSizePx: number,
  { job, style, isTruncated, uncovered }: Placing,
): TextLayout {
  let sizePx = wantedSizePx
  for (;;) {
    const type = settingAt(job, sizePx)
    const measure = openMeasure(type)
    const inks = lines.map(measure.line)
    if (lines.length === 0) return emptyLayout(job, uncovered)
    const stack = stackLines(inks, sizePx * job.lineHeight, measure, sizePx)
    const widest = Math.max(...inks.map((ink) => ink.left + ink.right))
    const excess = Math.max(widest / job.box.width, stack.height / job.box.height)
    if (excess > 1 && sizePx > 1) {
      sizePx *= Math.min(0.995, 1 / excess)
      continue
    }
    const top = findTop(style.anchor ?? 'TOP', job.box.height, stack.height)
    const placed = inks.map((ink, index) =>
      placeLine(lines[index]!, ink, { baseline: top + stack.top + index * stack.step, job, style }),
    )
    const ink = unite(placed.map((line) => line.ink))
    const block = { left: ink.left, top, right: ink.right, bottom: top + stack.height }
    return { lines: placed, type, sizePx, lineHeightPx: stack.step, block, ink, isTruncated, uncovered }
  }
}

/** Lines are aligned by their ink: side bearings would make large type look indented beside small type. */
function placeLine(
  text: string,
  ink: LineInk,
  at: { baseline: number; job: Job; style: TextStyle },
): TextLine {
  const { baseline, job, style } = at
  const room = job.box.width - (ink.left + ink.right)
  const left = room * findAlign(style.align ?? 'START', job.direction)
  return {
    text,
    x: left + ink.left,
    baseline,
    ink: {
      left,
      top: baseline - ink.ascent,
      right: left + ink.left + ink.right,
      bottom: baseline + ink.descent,
    },
  }
}

function findAlign(align: NonNullable<TextStyle['align']>, direction: 'ltr' | 'rtl'): number {
  if (align === 'CENTER') return 0.5
  if (align === 'LEFT' || align === 'RIGHT') return align === 'LEFT' ? 0 : 1
  return (align === 'START') === (direction === 'ltr') ? 0 : 1
}

function findTop(anchor: NonNullable<TextStyle['anchor']>, boxHeight: number, height: number): number {
  if (anchor === 'TOP') return 0
  return anchor === 'MIDDLE' ? (boxHeight - height) / 2 : boxHeight - height
}

function unite(all: Bounds[]): Bounds {
  return {
    left: Math.min(...all.map((each) => each.left)),
    top: Math.min(...all.map((each) => each.top)),
    right: Math.max(...all.map((each) => each.right)),
    bottom: Math.max(...all.map((each) => each.bottom)),
  }
}

function emptyLayout(job: Job, uncovered: string[]): TextLayout {
  const none = { left: 0, top: 0, right: 0, bottom: 0 }
  const type = settingAt(job, job.maxSizePx)
  return {
    lines: [],
    type,
    sizePx: 0,
    lineHeightPx: 0,
    block: none,
    ink: none,
    isTruncated: false,
    uncovered,
  }
}

function settingAt(job: Job, sizePx: number): TypeSetting {
  const { font, tracking, direction, language } = job
  return { font, sizePx, trackingPx: tracking * sizePx, direction, language }
}
