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
  baseline: number
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
    return joinAgainst(splitUnits(line.text), isRtl).map(({ text, gap }) => {
      const width = measure.advance(text)
      const left = line.x + (isRtl ? advance - pen - width : pen)
      pen += width + measure.advance(gap)
      return { text, line: index, left, right: left + width, baseline: line.baseline }
    })
  })
}

/** Draws one word where `drawText` draws it. */
export function drawWord(
  ctx: SKRSContext2D,
  layout: TextLayout,
  word: TextWord,
  at: { x: number; y: number; fill: SKRSContext2D['fillStyle'] },
): void {
  ctx.save()
  setType(ctx, layout.type)
  ctx.fillStyle = at.fill
  fillLine(ctx, word.text, at.x + word.left, at.y + word.baseline)
  ctx.restore()
}

type Piece = { text: string; gap: string }

function joinAgainst(units: readonly Piece[], isRtl: boolean): Piece[] {
  const pieces: Piece[] = []
  let isRunning = false
  for (const { text, gap } of units) {
    const isAgainst: boolean = /\p{L}/u.test(text) ? isRightToLeft(text) !== isRtl : isRunning
    if (isAgainst && isRunning) {
      const run = pieces[pieces.length - 1]!
      run.text += run.gap + text
      run.gap = gap
    } else pieces.push({ text, gap })
    isRunning = isAgainst
  }
  return pieces
}
