import {
  type Box,
  type FontStyle,
  fitText,
  isRightToLeft,
  type TextBox,
  type TextLayout,
  type TextStyle,
} from '@songreel/kit'

/** What there is to say; each may be empty. */
export type Words = { label: string; title: string; artist: string }

/** A fitted text and the box it stands in. */
export type PlacedText = { layout: TextLayout; box: Box }

/** A fitted text that has no place yet; height 0 when there is nothing to say. */
export type FittedText = { layout: TextLayout; width: number; height: number }

/** Three ranks of type: clearly apart in size, so that the eye knows where to begin. */
export type Rank = 'label' | 'title' | 'artist'

/** What type is fitted for. */
export type TypePlan = {
  font: FontStyle
  /** Length of one pixel of the design. */
  unit: number
  /** The largest title, in pixels of the design. */
  titlePx: number
  /** Down to this part of the largest size a title stays on one line, rather than be larger on two. */
  oneLineFrom: number
  /** The least sizes of label and artist beside a short title, in pixels of the design: more on a phone's whole height. */
  least: { label: number; artist: number }
  isTitleLong: boolean
  /** The side on which the title's script begins; all texts stand there. */
  align: Align
}

/** Where lines begin: on the left, or on the right as in Arabic and Hebrew. */
export type Align = 'LEFT' | 'RIGHT'

/** Short labels are set as capitals with air between them; longer ones are sentences and stay as written. */
const LONGEST_CAPITALS = 28

/** From this length on a title takes three lines and more. */
const LONG_TITLE = 44

/** Narrow and light faces are set larger to weigh as much as the others. */
const FACE_SCALE: Partial<Record<FontStyle, { title: number; text: number }>> = {
  CONDENSED: { title: 1.3, text: 1.12 },
  SERIF: { title: 1.12, text: 1.16 },
}

/** Plans the type of a scene. */
export function planType(
  words: Words,
  type: Omit<TypePlan, 'isTitleLong' | 'align' | 'least'> & Partial<Pick<TypePlan, 'least'>>,
): TypePlan {
  const { title } = FACE_SCALE[type.font] ?? { title: 1 }
  return {
    least: { label: 44, artist: 52 },
    ...type,
    titlePx: type.titlePx * title,
    isTitleLong: words.title.length >= LONG_TITLE,
    align: findAlign(words),
  }
}

/** The title decides for all; without one the artist does. */
export function findAlign({ title, artist }: Words): Align {
  return isRightToLeft(title || artist) ? 'RIGHT' : 'LEFT'
}

/** Fits one of the three texts into a box. */
export function fitRank(rank: Rank, text: string, box: TextBox, plan: TypePlan): FittedText {
  const { font, unit, align } = plan
  const style = { font, anchor: 'TOP', align, ...chooseStyle(rank, text, plan) } as const
  const layout = (rank === 'title' && fitOneLine(text, box, style, plan)) || fitText(text, box, style)
  const grid = 8 * unit
  const height = Math.ceil(layout.block.bottom / grid - 0.01) * grid
  return { layout, width: box.width, height: layout.lines.length === 0 ? 0 : height }
}

/** Gives a fitted text its place. */
export function placeText({ layout, width, height }: FittedText, x: number, y: number): PlacedText {
  return { layout, box: { x, y, width, height } }
}

function fitOneLine(text: string, box: TextBox, style: TextStyle, plan: TypePlan): TextLayout | undefined {
  const leastPx = style.maxSizePx * plan.oneLineFrom
  const layout = fitText(text, box, { ...style, maxLines: 1, minSizePx: leastPx })
  const isGood = layout.lines.length === 1 && !layout.isTruncated && layout.sizePx >= leastPx
  return isGood ? layout : undefined
}

function chooseStyle(rank: Rank, text: string, { font, unit, titlePx, least, isTitleLong }: TypePlan) {
  if (rank === 'title') {
    return { role: 'DISPLAY', maxSizePx: titlePx * unit, minSizePx: 36 * unit, maxLines: 2 } as const
  }
  const px = (FACE_SCALE[font]?.text ?? 1) * unit
  if (rank === 'artist') {
    // A long title is set small, and its artist must not outgrow it.
    const maxSizePx =
      (isTitleLong
        ? Math.max(44, 0.75 * least.artist)
        : Math.min(76, Math.max(least.artist, 0.34 * titlePx))) * px
    return { role: 'TEXT', maxSizePx, minSizePx: 28 * unit, maxLines: 1 } as const
  }
  const isShort = text.length <= LONGEST_CAPITALS
  return {
    role: 'TEXT',
    maxSizePx: Math.min(60, Math.max(least.label, 0.22 * titlePx)) * px,
    minSizePx: 24 * unit,
    maxLines: 2,
    ...(isShort && { uppercase: true, tracking: 0.08 }),
  } as const
}
