import type { SKRSContext2D } from '@napi-rs/canvas'
import { splitUnits } from './line-breaks.ts'
import { isRightToLeft } from './scripts.ts'
import type { TextLayout } from './text.ts'
import { fillLine, openMeasure, setType } from './text-measure.ts'

/** A word of a fitted text and the room it takes, relative to the box's top left corner. */
export type TextWord = {
  text: string
  /** Index into the layout's lines. */
  line: number
  left: number
  right: number
  /** How far its letters may lean out of that room: nothing where the next word follows without a space. */
  overhang: number
}

/**
 * Finds where each word of a text stands, in reading order: for words that light up one after the other. Words
 * that run against their line (an English name in an Arabic title) count as one, because their signs may lie apart.
 */
export function findWords(layout: TextLayout): TextWord[] {
  const isRtl = layout.type.direction === 'rtl'
  const measure = openMeasure(layout.type)
  return layout.lines.flatMap((line, index) => {
    const advance = measure.advance(line.text)
    let pen = 0
    return joinAgainst(splitUnits(line.text), isRtl).map(({ text, gap }, at, all) => {
      const width = measure.advance(text)
      const left = line.x + (isRtl ? advance - pen - width : pen)
      pen += width + measure.advance(gap)
      const isFree = all[at - 1]?.gap !== '' && (at === all.length - 1 || gap !== '')
      return { text, line: index, left, right: left + width, overhang: isFree ? layout.sizePx * OVERHANG : 0 }
    })
  })
}

/** Draws one word exactly as `drawText` draws it: the line is drawn whole and only the word is let through. */
export function drawWord(
  ctx: SKRSContext2D,
  layout: TextLayout,
  word: TextWord,
  at: { x: number; y: number; fill: SKRSContext2D['fillStyle'] },
): void {
  const line = layout.lines[word.line]
  if (!line) throw new RangeError(`The text has no line ${word.line}.`)
  const { overhang } = word
  const air = layout.sizePx * OVERHANG
  ctx.save()
  ctx.beginPath()
  ctx.rect(
    at.x + word.left - overhang,
    at.y + line.ink.top - air,
    word.right - word.left + 2 * overhang,
    line.ink.bottom - line.ink.top + 2 * air,
  )
  ctx.clip()
  setType(ctx, layout.type)
  ctx.fillStyle = at.fill
  fillLine(ctx, line.text, at.x + line.x, at.y + line.baseline)
  ctx.restore()
}

/** Letters may lean out of their room by this share of the size; half a space is wider. */
const OVERHANG = 0.06

type Piece = { text: string; gap: string }

function joinAgainst(units: readonly Piece[], isRtl: boolean): Piece[] {
  const pieces: Piece[] = []
  let isRunning = false
  for (const { text, gap } of units) {
    const isAgainst: boolean = /\p{L}/u.test(text) ? isRightToLeft(text) !== isRtl : isRunning
    const run = isAgainst && isRunning ? pieces.at(-1) : undefined
    if (run) {
      run.text += run.gap + text
      run.gap = gap
    } else pieces.push({ text, gap })
    isRunning = isAgainst
  }
  return pieces
}
