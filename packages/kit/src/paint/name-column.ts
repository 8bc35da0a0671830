import type { Box, Size } from '../geometry.ts'
import type { FontStyle } from './font-families.ts'
import { type FrameLayout, planFrame } from './frame-layout.ts'
import { isRightToLeft } from './scripts.ts'
import type { TextStyle } from './text.ts'
import { type ColumnText, fitColumn, type PlacedText } from './text-column.ts'

/** What there is to say; each may be empty. */
export type Names = { label: string; title: string; artist: string }

/** How one of the names is set: its size and room, and the gap to what stands above it. */
export type NameStyle = Omit<TextStyle, 'font' | 'align' | 'role'> & Omit<ColumnText, 'text' | 'style'>

/** What a template decides about its column. */
export type NameColumnProps = {
  font: FontStyle
  /** The edge of the safe box that the column stands at. */
  edge: 'TOP' | 'FOOT'
  /** In a wide frame the column is no wider than this many of its heights. */
  maxWidthInHeights: number
  /** So much of its width stays free at the side where reading ends, in pixels. Default 0. */
  spare?: number
  /** Sizes, once the column's width is known. */
  styles(
    room: Pick<FrameLayout, 'safe' | 'shape'> & { unit: number; width: number },
  ): Record<keyof Names, NameStyle>
}

/** A column of names that has found its place. */
export type NameColumn = {
  texts: PlacedText[]
  /** What the type covers. */
  box: Box
  /** Length of one pixel of a 1080-pixel short side. */
  unit: number
  align: 'LEFT' | 'RIGHT'
}

/** Sets label, title and artist below each other, on the side where reading begins. */
export function planNameColumn(size: Size, names: Names, props: NameColumnProps): NameColumn {
  const { font, edge, maxWidthInHeights, spare = 0, styles } = props
  const { safe, scale, shape } = planFrame(size)
  const align = isRightToLeft(names.title || names.artist) ? 'RIGHT' : 'LEFT'
  const widest = shape === 'WIDE' ? Math.min(safe.width, maxWidthInHeights * size.height) : safe.width
  const width = widest - spare
  const unit = scale(1)
  const style = styles({ safe, shape, unit, width })
  const set = (name: keyof Names): ColumnText => {
    const { maxHeightPx, gapPx, ...own } = style[name]
    const role = name === 'title' ? 'DISPLAY' : 'TEXT'
    return { text: names[name], style: { ...own, font, align, role }, maxHeightPx, gapPx }
  }
  const column = fitColumn([set('label'), set('title'), set('artist')], width)
  const x = align === 'RIGHT' ? safe.x + safe.width - width : safe.x
  const y = edge === 'TOP' ? safe.y : safe.y + safe.height - column.heightPx
  const inkX = align === 'RIGHT' ? x + width - column.inkWidthPx : x
  return {
    texts: column.place(x, y),
    box: { x: inkX, y, width: column.inkWidthPx, height: column.heightPx },
    unit,
    align,
  }
}
