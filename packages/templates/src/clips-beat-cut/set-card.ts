import {
  type Box,
  type Cover,
  type FontStyle,
  fitText,
  type Size,
  type StackedText,
  stackTexts,
  type TextLayout,
  type TextStack,
} from '@songreel/kit'

/** What cards say; anything may be empty. */
export type Words = { title: string; artist: string; note: string }

/** What stands and moves as one; all places are from its own top left corner. */
export type Card = Size & { texts: readonly StackedText[] }

/** What cards are planned for. */
export type LayoutWish = { size: Size; words: Words; font: FontStyle; cover: Pick<Cover, 'width' | 'height'> }

export type Shape = 'TALL' | 'SQUARE' | 'WIDE'

/** A wish, and the frame that it is planned in. */
export type Plan = LayoutWish & { safe: Box; shape: Shape; isMirrored: boolean }

/** In pixels of the design: the largest title and the artist, and from which size on a title stands on one line. */
const MEASURES = {
  TALL: { titlePx: 230, artistPx: 76, oneLinePx: 170 },
  SQUARE: { titlePx: 190, artistPx: 60, oneLinePx: 112 },
  WIDE: { titlePx: 190, artistPx: 60, oneLinePx: 120 },
}
/** Between a title and the names beside or below it. */
const GAP = 36
const NOTE_PX = 44
const MOST_ROWS = 3
/** Rows of capitals stand as tight as on a poster. */
const LEADING = 0.86
/** The artist on a last card is so much larger. */
const LAST_ARTIST = 1.3

/** A title in one size: on one line where it is large enough on it, and else in the rows in which it is largest. */
function setTitle(
  { words, font, isMirrored }: Plan,
  room: Size,
  { maxSizePx, oneLinePx }: { maxSizePx: number; oneLinePx: number },
): TextLayout {
  const set = (maxLines: number) =>
    fitText(words.title, room, {
      font,
      role: 'DISPLAY',
      align: isMirrored ? 'RIGHT' : 'LEFT',
      anchor: 'TOP',
      maxSizePx,
      minSizePx: 0.12 * maxSizePx,
      maxLines,
      lineHeight: LEADING,
      uppercase: true,
    })
  const tries = Array.from({ length: MOST_ROWS }, (_, i) => set(i + 1))
  const isLine = ({ lines, sizePx }: TextLayout) => lines.length === 1 && sizePx >= oneLinePx
  return tries.find(isLine) ?? tries.reduce((one, other) => (other.sizePx > 1.05 * one.sizePx ? other : one))
}

/** The title, and on its last line, where that leaves room, the artist at the other edge; else below it. */
export function setBand(
  plan: Plan,
  { width, height }: Size,
  { scale, isInRows }: { scale: number; isInRows: boolean },
): Card {
  const { shape, isMirrored } = plan
  const { titlePx, artistPx, oneLinePx } = MEASURES[shape]
  const title = setTitle(
    plan,
    { width, height },
    { maxSizePx: scale * titlePx, oneLinePx: isInRows ? Number.POSITIVE_INFINITY : scale * oneLinePx },
  )
  const top = stackTexts([title], 0)
  const artist = setText(plan, plan.words.artist, artistPx, { width, align: isMirrored ? 'LEFT' : 'RIGHT' })
  const note = setText(plan, plan.words.note, NOTE_PX, { width, align: isMirrored ? 'RIGHT' : 'LEFT' })
  const last = title.lines.at(-1)
  const taken = last ? last.ink.right - last.ink.left : 0
  const isBeside = last && artist.lines.length === 1 && taken + 2 * GAP + inkWidth(artist) <= width
  const gap = top.heightPx > 0 ? GAP : 0
  if (!isBeside) {
    const below = setNames(plan, width, artistPx)
    return {
      width,
      height: top.heightPx + (below.heightPx > 0 ? gap : 0) + below.heightPx,
      texts: [...top.place(0, 0), ...below.place(0, top.heightPx + gap)],
    }
  }
  const y = last.baseline - title.ink.top - artist.lines[0]!.baseline
  const foot = Math.max(top.heightPx, y + artist.ink.bottom)
  const below = stackTexts([note], 0)
  return {
    width,
    height: foot + (below.heightPx > 0 ? gap : 0) + below.heightPx,
    texts: [...top.place(0, 0), { text: artist, x: 0, y }, ...below.place(0, foot + gap)],
  }
}

function inkWidth({ ink }: TextLayout): number {
  return ink.right - ink.left
}

function setText(
  { font }: Plan,
  text: string,
  maxSizePx: number,
  { width, align }: { width: number; align: 'LEFT' | 'RIGHT' },
): TextLayout {
  const room = { width, height: 2.4 * maxSizePx }
  return fitText(text, room, { font, align, role: 'TEXT', maxSizePx, minSizePx: 24, maxLines: 1 })
}

/** The title at the head of a room and the names at its foot, so that no part of it is empty. */
export function setColumn(plan: Plan, { width, height }: Size): Card {
  const { titlePx, artistPx } = MEASURES[plan.shape]
  const names = setNames(plan, width, LAST_ARTIST * artistPx)
  const room = { width, height: Math.max(1, height - names.heightPx - 2 * GAP) }
  const title = setTitle(plan, room, { maxSizePx: titlePx, oneLinePx: Number.POSITIVE_INFINITY })
  return {
    width,
    height,
    texts: [...stackTexts([title], 0).place(0, 0), ...names.place(0, height - names.heightPx)],
  }
}

/** The artist and the note, below each other. */
function setNames({ words, font, isMirrored }: Plan, width: number, artistPx: number): TextStack {
  const style = { font, role: 'TEXT', align: isMirrored ? 'RIGHT' : 'LEFT', maxLines: 2 } as const
  const set = (text: string, maxSizePx: number, minSizePx: number) =>
    fitText(text, { width, height: 2.4 * maxSizePx }, { ...style, maxSizePx, minSizePx })
  return stackTexts([set(words.artist, artistPx, 24), set(words.note, NOTE_PX, 18)], 0.5 * GAP)
}
