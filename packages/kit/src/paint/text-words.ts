import type { SKRSContext2D } from '@napi-rs/canvas'
import { splitUnits } from './line-breaks.ts'
import { encloseStretch, splitStretches } from './line-order.ts'
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

/** Finds where each word of a text stands, in reading order: for words that light up one after the other. */
export function findWords(layout: TextLayout): TextWord[] {
  const measure = openMeasure(layout.type)
  return layout.lines.flatMap((line, index) => {
    const place = { line: index, baseline: line.baseline }
    const seats = seatWords(line.text, { left: line.x, direction: layout.type.direction, measure })
    return seats.map((seat) => ({ ...place, ...seat }))
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
  fillLine(ctx, word.text, { x: at.x + word.left, y: at.y + word.baseline, type: layout.type })
  ctx.restore()
}

type Seat = Pick<TextWord, 'text' | 'left' | 'right'>

type Row = { left: number; direction: 'ltr' | 'rtl'; measure: { advance(text: string): number } }

/** Words stand one behind the other in their stretch's direction, and so do the stretches inside it. */
function seatWords(text: string, { left, direction, measure }: Row): Seat[] {
  const total = measure.advance(text)
  let pen = 0
  const advance = (piece: string) => {
    const width = measure.advance(piece)
    const from = left + (direction === 'rtl' ? total - pen - width : pen)
    pen += width
    return { left: from, right: from + width }
  }
  return splitStretches(text).flatMap((stretch): Seat[] => {
    if (stretch.direction) {
      const { left } = advance(stretch.text)
      const inner = seatWords(stretch.text, { left, direction: stretch.direction, measure })
      return inner.map((seat) => ({ ...seat, text: encloseStretch(seat.text, stretch.direction) }))
    }
    advance(stretch.text.match(/^[ \u3000]*/)?.[0] ?? '')
    return splitUnits(stretch.text).map(({ text, gap }) => {
      const seat = { text, ...advance(text) }
      advance(gap)
      return seat
    })
  })
}
