import { type Box, type Cover, type FontStyle, fitText, type Size, type TextLayout } from '@songreel/kit'

/** What the credits at both ends say; each may be empty. */
export type Words = { title: string; artist: string; note: string }

/** A text and the place of its box's top left corner. */
export type PlacedText = { text: TextLayout; x: number; y: number }

/** Texts that stand and move as one; all places are from its own top left corner. */
export type Block = Size & { texts: readonly PlacedText[] }

/** What a film is planned for. */
export type LayoutWish = {
  size: Size
  words: Words
  font: FontStyle
  cover: Pick<Cover, 'width' | 'height'>
  logoSize?: Size | undefined
}

export type Shape = 'TALL' | 'SQUARE' | 'WIDE'

/** A wish, and the frame that it is planned in. */
export type Plan = LayoutWish & { safe: Box; shape: Shape; isMirrored: boolean }

/** In pixels of the design. */
export const MEASURES = {
  TALL: {
    besidePx: 210,
    roomShare: 0.5,
    linePx: 190,
    lineShare: 1,
    openingShare: 1,
    titlePx: 210,
    artistPx: 100,
    nameTitlePx: 330,
  },
  SQUARE: {
    besidePx: 170,
    roomShare: 0.4,
    linePx: 175,
    lineShare: 1,
    openingShare: 1,
    titlePx: 170,
    artistPx: 80,
    nameTitlePx: 190,
  },
  WIDE: {
    besidePx: 200,
    roomShare: 0.37,
    linePx: 200,
    lineShare: 0.8,
    openingShare: 0.5,
    titlePx: 170,
    artistPx: 84,
    nameTitlePx: 190,
  },
}
/** Between a title and the names below it. */
export const GAP = 40
/** A title in several rows stands as tight as a film's. */
const TITLE_LEADING = 0.92
const NOTE_PX = 42

/** Texts below each other by their ink, so that what stands beside them can be aligned with it. */
export type Stack = { widthPx: number; heightPx: number; place(x: number, y: number): PlacedText[] }

/** A title in up to three rows. */
export function setTitle({ words, font, isMirrored }: Plan, room: Size, maxSizePx: number): Stack {
  const style = { font, role: 'DISPLAY', align: isMirrored ? 'RIGHT' : 'LEFT' } as const
  const sizes = { maxSizePx, minSizePx: 0.12 * maxSizePx, maxLines: 3, lineHeight: TITLE_LEADING }
  return stack([fitText(words.title, room, { ...style, ...sizes })], 0)
}

/** The artist in display type, which is upright and strong in every voice, and the note below. */
export function setNames({ words, font, shape, isMirrored }: Plan, width: number, share = 1): Stack {
  const artistPx = share * MEASURES[shape].artistPx
  const base = { font, align: isMirrored ? 'RIGHT' : 'LEFT' } as const
  const artist = fitText(
    words.artist,
    { width, height: 2.2 * artistPx },
    { ...base, role: 'DISPLAY', maxSizePx: artistPx, minSizePx: 24, maxLines: 2 },
  )
  const note = fitText(
    words.note,
    { width, height: 2.4 * NOTE_PX },
    { ...base, role: 'TEXT', maxSizePx: NOTE_PX, minSizePx: 18, maxLines: 2 },
  )
  return stack([artist, note], 0.4 * GAP)
}

function stack(all: readonly TextLayout[], gap: number): Stack {
  const texts = all.filter(({ lines }) => lines.length > 0)
  const heightPx = texts.reduce((sum, { ink }, i) => sum + ink.bottom - ink.top + (i > 0 ? gap : 0), 0)
  return {
    widthPx: Math.max(0, ...texts.map(({ ink }) => ink.right - Math.min(0, ink.left))),
    heightPx,
    place: (x, from) => {
      let y = from
      return texts.map((text) => {
        const placed = { text, x, y: y - text.ink.top }
        y += text.ink.bottom - text.ink.top + gap
        return placed
      })
    },
  }
}
