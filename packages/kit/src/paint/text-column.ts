import type { Box } from '../geometry.ts'
import { fitText, type TextLayout, type TextStyle } from './text.ts'

/** One of the texts of a column; an empty one takes no room. */
export type ColumnText = {
  text: string
  style: TextStyle
  /** The most it may take, in pixels. */
  maxHeightPx: number
  /** To whatever stands above it, in pixels. */
  gapPx: number
}

/** A text that has found its place: its box in the frame, and how it is set inside. */
export type PlacedText = { box: Box; layout: TextLayout }

/** Texts below each other that share their edges. */
export type TextColumn = {
  /** 0 when no text says anything. */
  heightPx: number
  /** The widest line, in pixels. */
  inkWidthPx: number
  /** All texts in their order, with the column's top left corner at this place. */
  place(x: number, y: number): PlacedText[]
}

/** Fits texts below each other into one width; gaps stand only between those that say something. */
export function fitColumn(texts: readonly ColumnText[], widthPx: number): TextColumn {
  let heightPx = 0
  let inkWidthPx = 0
  const fitted = texts.map(({ text, style, maxHeightPx, gapPx }) => {
    const layout = fitText(text, { width: widthPx, height: maxHeightPx }, style)
    const height = layout.lines.length === 0 ? 0 : layout.block.bottom
    const top = heightPx + (heightPx > 0 && height > 0 ? gapPx : 0)
    if (height > 0) heightPx = top + height
    inkWidthPx = Math.max(inkWidthPx, layout.ink.right - layout.ink.left)
    return { layout, top, height }
  })
  return {
    heightPx,
    inkWidthPx,
    place: (x, y) =>
      fitted.map(({ layout, top, height }) => ({
        layout,
        box: { x, y: y + top, width: widthPx, height },
      })),
  }
}
