import type { TextLayout } from './text.ts'

/** A text, and the place of its box's top left corner. */
export type StackedText = { text: TextLayout; x: number; y: number }

/** Texts below each other by their ink, so that what stands beside them can be aligned with it. */
export type TextStack = {
  /** How far they reach from where their boxes begin. */
  widthPx: number
  heightPx: number
  place(x: number, y: number): StackedText[]
}

/** Stacks the texts that say anything, with so much between the ink of one and that of the next. */
export function stackTexts(all: readonly TextLayout[], gapPx: number): TextStack {
  const texts = all.filter(({ lines }) => lines.length > 0)
  const heightPx = texts.reduce((sum, { ink }, i) => sum + ink.bottom - ink.top + (i > 0 ? gapPx : 0), 0)
  return {
    widthPx: Math.max(0, ...texts.map(({ ink }) => ink.right - Math.min(0, ink.left))),
    heightPx,
    place: (x, from) => {
      let y = from
      return texts.map((text) => {
        const placed = { text, x, y: y - text.ink.top }
        y += text.ink.bottom - text.ink.top + gapPx
        return placed
      })
    },
  }
}
