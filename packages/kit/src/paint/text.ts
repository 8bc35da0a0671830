import type { SKRSContext2D } from '@napi-rs/canvas'
import { findVoice } from './brand-voice.ts'
import { toCapitals } from './capitals.ts'
import { type CleanText, cleanText } from './clean-text.ts'
import { type FitJob, findBestSetting, typeAt } from './fit-lines.ts'
import type { FontRole, FontStyle } from './font-families.ts'
import { chooseFonts } from './fonts.ts'
import type { TextContext } from './line-order.ts'
import { canBeTracked, hasCyrillic, isRightToLeft } from './scripts.ts'
import { fillLine, type LineInk, openMeasure, setType, stackLines, type TypeSetting } from './text-measure.ts'

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
  /** The text is a web address: it stays on one line down to the smallest size, and breaks only behind a slash or before a dot. */
  isAddress?: boolean
  /** BCP 47; decides between Chinese and Japanese letter forms and on capitals. */
  language?: string
  /** What surrounds a text that is one part of a paragraph: the whole decides on direction and order. */
  context?: TextContext
}

/**
 * One line, placed relative to the box's top left corner; `x` is where drawing starts, `ink` where pixels are. In text
 * of two directions, marks without a width enclose what runs against the line.
 */
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
  // Capitals of a joined hand are made to begin words, not to stand side by side.
  const isUpper = style.uppercase && !findVoice(style.font, style.role).isJoined
  const { text: shown, uncovered } = isUpper ? cleanCapitals(text, style.language) : cleanText(text)
  const font = chooseFonts(`${shown}…`, style.font, style.role, style.language)
  const context = style.context && cleanContext(style.context)
  const paragraph = context ? context.before + shown + context.after : shown
  const tracking = canBeTracked(shown) && !font.isJoined ? (style.tracking ?? font.tracking) : 0
  const job: FitJob = {
    box,
    font,
    tracking,
    direction: isRightToLeft(paragraph) ? 'rtl' : 'ltr',
    context,
    // Without a language some fonts set Cyrillic in its Bulgarian forms, which most readers stumble over.
    language: style.language ?? (hasCyrillic(shown) ? 'ru' : ''),
    lineHeight: style.lineHeight ?? font.lineHeight,
    maxSizePx: style.maxSizePx,
    minSizePx: style.minSizePx ?? style.maxSizePx / 3,
    maxLines: style.maxLines ?? 3,
    isAddress: style.isAddress ?? false,
    advances: new Map(),
  }
  const { lines, sizePx, isTruncated } = findBestSetting(shown, job)
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
  for (const line of layout.lines)
    fillLine(ctx, line.text, { x: x + line.x, y: y + line.baseline, type: layout.type })
  ctx.restore()
}

/** Capitals may need what small letters did not: ΐ becomes a letter and two accents. */
function cleanCapitals(text: string, language: string | undefined): CleanText {
  const clean = cleanText(text)
  const capitals = cleanText(toCapitals(clean.text, language))
  return { text: capitals.text, uncovered: [...clean.uncovered, ...capitals.uncovered] }
}

/** The spaces at the seams stay. */
function cleanContext({ before, after }: TextContext): TextContext {
  return {
    before: cleanText(before).text + (/\s$/.test(before) ? ' ' : ''),
    after: (/^\s/.test(after) ? ' ' : '') + cleanText(after).text,
  }
}

type Placing = { job: FitJob; style: TextStyle; isTruncated: boolean; uncovered: string[] }

/** Measures the chosen lines at their real size, and shrinks a hair where rounding would cross the box. */
function placeLines(
  lines: string[],
  wantedSizePx: number,
  { job, style, isTruncated, uncovered }: Placing,
): TextLayout {
  let sizePx = wantedSizePx
  for (;;) {
    const type = typeAt(job, sizePx)
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
  at: { baseline: number; job: FitJob; style: TextStyle },
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

function emptyLayout(job: FitJob, uncovered: string[]): TextLayout {
  const none = { left: 0, top: 0, right: 0, bottom: 0 }
  const type = typeAt(job, job.maxSizePx)
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
