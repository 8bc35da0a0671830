import { type Box, type FontStyle, fitText, type TextBox, type TextLayout } from '@songreel/render/kit'

/** What there is to say; each may be empty. */
export type Words = { label: string; title: string; artist: string }

/** A fitted text and the box it stands in. */
export type PlacedText = { layout: TextLayout; box: Box }

/** A fitted text that has no place yet; height 0 when there is nothing to say. */
export type FittedText = { layout: TextLayout; width: number; height: number }

/** Three ranks of type: clearly apart in size, so that the eye knows where to begin. */
export type Rank = 'label' | 'title' | 'artist'

/** What type is fitted for: its voice, the length of one pixel of the design, and the largest title in such pixels. */
export type TypePlan = { font: FontStyle; unit: number; titlePx: number; isTitleLong: boolean }

/** Short labels are set as capitals with air between them; longer ones are sentences and stay as written. */
const LONGEST_CAPITALS = 28

/** From this length on a title takes three lines and more. */
const LONG_TITLE = 44

/** Plans the type of a scene. */
export function planType(words: Words, font: FontStyle, unit: number, titlePx: number): TypePlan {
  return { font, unit, titlePx, isTitleLong: words.title.length >= LONG_TITLE }
}

/** Fits one of the three texts into a box. */
export function fitRank(rank: Rank, text: string, box: TextBox, plan: TypePlan): FittedText {
  const { font, unit } = plan
  const layout = fitText(text, box, { font, anchor: 'TOP', ...styleOf(rank, text, plan) })
  const grid = 8 * unit
  const height = Math.ceil(layout.block.bottom / grid - 0.01) * grid
  return { layout, width: box.width, height: layout.lines.length === 0 ? 0 : height }
}

/** Gives a fitted text its place. */
export function placeText({ layout, width, height }: FittedText, x: number, y: number): PlacedText {
  return { layout, box: { x, y, width, height } }
}

function styleOf(rank: Rank, text: string, { unit, titlePx, isTitleLong }: TypePlan) {
  if (rank === 'title') {
    return { role: 'DISPLAY', maxSizePx: titlePx * unit, minSizePx: 36 * unit, maxLines: 2 } as const
  }
  if (rank === 'artist') {
    // A long title is set small, and its artist must not outgrow it.
    const sizePx = (isTitleLong ? 36 : Math.min(68, Math.max(46, 0.27 * titlePx))) * unit
    return { role: 'TEXT', maxSizePx: sizePx, minSizePx: 28 * unit, maxLines: 1 } as const
  }
  const isShort = text.length <= LONGEST_CAPITALS
  const sizePx = Math.min(44, Math.max(32, 0.17 * titlePx)) * unit
  return {
    role: 'TEXT',
    maxSizePx: sizePx,
    minSizePx: 24 * unit,
    maxLines: 2,
    ...(isShort && { uppercase: true, tracking: 0.08 }),
  } as const
}
