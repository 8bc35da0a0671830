import {
  type Box,
  type ColumnText,
  type FontStyle,
  fitColumn,
  fitLogoSize,
  isRightToLeft,
  type PlacedText,
  planFrame,
  type Size,
} from '@songreel/kit'

/** What is written below the picture; each may be empty. */
export type Words = { title: string; artist: string; note: string }

/** A print lying on the table: its box before it is turned, and by how much it is. */
export type Print = { box: Box; degrees: number }

/** Where everything lies, in pixels of the design, whose short side is 1080. */
export type Layout = {
  /** The print on top, which carries the names. */
  top: Box
  /** Prints that lie around it, without a word. */
  others: readonly Print[]
  /** A strip of film from the upper edge to the lower one. */
  film: Box
  /** Title, artist and note in the place of `top`. */
  words: readonly PlacedText[]
  /** A brand's logo, stamped on the paper at the end of their lines. */
  logo?: Box
}

/** Parts of a print's width: the rim, the square picture, and the paper below it that is written on. */
export const PRINT = { rim: 0.052, picture: 0.896, height: 1.205 }
/** A logo takes so much of the paper's width and height, and has so much air, in parts of a print's width. */
const LOGO = { width: 0.3, height: 0.6, air: 0.04 }
const CAPTION = { x: 0.062, y: 0.972, width: 0.876, height: 0.206 }

type Table = Pick<Layout, 'top' | 'others' | 'film'>

/** The print lies in the safe box, the film beside or behind it, others wherever the frame has room. */
export function planLayout(
  size: Size,
  words: Words,
  { font, picture, logo: logoSize }: { font: FontStyle; picture: Size; logo?: Size | undefined },
): Layout {
  const { shape, safe } = planFrame(size)
  const planTable = shape === 'TALL' ? planTall : shape === 'WIDE' ? planWide : planSquare
  const table = planTable(size, safe, picture.width / picture.height)
  const isMirrored = isRightToLeft(words.title || words.artist)
  const { top, others, film } = isMirrored ? mirror(table, size.width, safe) : table
  const room = findCaption(top)
  if (!logoSize) return { top, others, film, words: placeWords(words, top, { font, room }) }
  const { logo, rest } = stampLogo(logoSize, room, { air: LOGO.air * top.width, isMirrored })
  return { top, others, film, logo, words: placeWords(words, top, { font, room: rest }) }
}

/** The paper below the picture. */
function findCaption(top: Box): Box {
  return {
    x: top.x + CAPTION.x * top.width,
    y: top.y + top.height - (PRINT.height - CAPTION.y) * top.width,
    width: CAPTION.width * top.width,
    height: CAPTION.height * top.width,
  }
}

function stampLogo(
  size: Size,
  room: Box,
  { air, isMirrored }: { air: number; isMirrored: boolean },
): { logo: Box; rest: Box } {
  const most = { width: LOGO.width * room.width, height: LOGO.height * room.height }
  const { width, height } = fitLogoSize(size, most)
  const x = isMirrored ? room.x : room.x + room.width - width
  const taken = width + air
  return {
    logo: { x, y: room.y + (room.height - height) / 2, width, height },
    rest: { ...room, x: isMirrored ? room.x + taken : room.x, width: room.width - taken },
  }
}

/** The other print lies below the one on top, whole in the frame: a person must not lose the head to its edge. */
function planTall({ width, height }: Size, safe: Box, ratio: number): Table {
  const high = measureHigh(ratio)
  const print = Math.min(0.985 * safe.width, safe.height / high)
  const top = placePrint(safe.x + (safe.width - print) / 2, 0, print, high)
  const y = safe.y + 0.42 * (safe.height - top.height)
  const below = height - y - top.height
  const other = Math.min(0.4 * widen(ratio) * width, (below - OTHER.gap) / (OTHER.turned + high))
  return {
    top: { ...top, y },
    film: { x: width - 436, y: 0, width: 390, height },
    others: other > 240 ? [{ box: placePrint(safe.x + 16, y + top.height, other, high), degrees: 6 }] : [],
  }
}

/** A print aside keeps so much from the frame's edge; turned it is higher by so much of its width, and so much wider. */
export const OTHER = { gap: 40, turned: 0.105, across: 1.11 }

/**
 * One pile from edge to edge: the print, beside it another whose rim lies below it, and that on the rim of the film, which runs along the
 * frame's other edge. Turned by a few degrees the caption's last line is still in the safe box.
 */
function planWide({ width, height }: Size, safe: Box, ratio: number): Table {
  const high = measureHigh(ratio)
  const left = safe.x - 20
  const isWide = ratio > 1
  const film = { x: width - WIDE_FILM - EDGE.film, y: 0, width: WIDE_FILM, height }
  // Turned by as much, a wide print's corners rise higher.
  const most = film.x + EDGE.onFilm + EDGE.below - left - OTHER.across * LEAST_ASIDE
  const print = isWide ? Math.min((height - 150) / high, most) : (height - 100) / high
  const from = left + print - EDGE.below
  const room = film.x + EDGE.onFilm - from
  const other = Math.min(0.84 * print, room / OTHER.across)
  const outer = (high + OTHER.turned) * other
  // Beside a wide print they are small, and two fill the room.
  const rows = 2 * outer + 3 * OTHER.gap < height ? [0, 1] : [0]
  const pitch = (height - rows.length * outer) / (rows.length + 1) + outer
  const x = from + (room - other) / 2
  return {
    top: placePrint(left, isWide ? (height - high * print) / 2 : 30, print, high),
    film,
    others:
      other > 240
        ? rows.map((row) => ({
            box: placePrint(x, (row + 1) * pitch - outer + (OTHER.turned / 2) * other, other, high),
            degrees: row === 0 ? 5 : -4,
          }))
        : [],
  }
}

/** In a wide frame the film keeps so much from the edge; so much of a print aside lies below the one on top, and on the film, whose pictures it leaves free. */
const EDGE = { film: 36, below: 16, onFilm: 46 }
/** So wide is a print aside beside the widest one. */
const LEAST_ASIDE = 370

/** The film is seen whole beside the print, as far from the frame's edge as from the print. */
function planSquare({ width, height }: Size, safe: Box, ratio: number): Table {
  const high = measureHigh(ratio)
  const print = Math.min(0.685 * width, (height - 120) / high)
  const top = placePrint(safe.x - 14, 0, print, high)
  const y = Math.min((height - top.height) / 2, safe.y + 40)
  const below = height - y - top.height
  const film = width - top.x - print - 2 * FILM_GAP
  const other = Math.min(0.34 * widen(ratio) * width, (below - OTHER.gap) / (OTHER.turned + high))
  return {
    top: { ...top, y },
    film: { x: top.x + print + FILM_GAP, y: 0, width: film, height },
    others: other > 200 ? [{ box: placePrint(safe.x + 20, y + top.height, other, high), degrees: 6 }] : [],
  }
}

const FILM_GAP = 28
const WIDE_FILM = 390

function placePrint(x: number, y: number, width: number, high: number): Box {
  return { x, y, width, height: high * width }
}

/** How high a print is for its width, whose picture has another shape than the square one of such films. */
function measureHigh(ratio: number): number {
  return PRINT.height - PRINT.picture * (1 - 1 / ratio)
}

/** What is lower may be wider, with the same weight on the table. */
function widen(ratio: number): number {
  return Math.sqrt(Math.max(1, ratio))
}

/** The other way round; the print that carries the names stays in the safe box, which is not the middle of a tall frame. */
function mirror({ top, others, film }: Table, width: number, safe: Box): Table {
  const flip = (box: Box): Box => ({ ...box, x: width - box.x - box.width })
  return {
    top: { ...top, x: 2 * safe.x + safe.width - top.x - top.width },
    film: flip(film),
    others: others.map(({ box, degrees }) => ({ box: flip(box), degrees: -degrees })),
  }
}

/** In the middle of the paper below the picture, as by a typewriter. */
function placeWords(
  { title, artist, note }: Words,
  top: Box,
  { font, room }: { font: FontStyle; room: Box },
): PlacedText[] {
  const base = { font, align: 'START', anchor: 'TOP' } as const
  const artistHeight = artist ? 0.34 * room.height : 1
  const noteHeight = note ? 0.24 * room.height : 1
  const gap = 0.05 * room.height
  const texts: ColumnText[] = [
    {
      text: title,
      style: { ...base, role: 'DISPLAY', maxSizePx: 0.112 * top.width, minSizePx: 15, maxLines: 2 },
      maxHeightPx: room.height - artistHeight - noteHeight - 2 * gap,
      gapPx: 0,
    },
    {
      text: artist,
      style: { ...base, role: 'TEXT', maxSizePx: 0.068 * top.width, minSizePx: 14, maxLines: 1 },
      maxHeightPx: artistHeight,
      gapPx: gap,
    },
    {
      text: note,
      style: { ...base, role: 'TEXT', maxSizePx: 0.042 * top.width, minSizePx: 12, maxLines: 2 },
      maxHeightPx: noteHeight,
      gapPx: gap,
    },
  ]
  const column = fitColumn(texts, room.width)
  return column.place(room.x, room.y + (room.height - column.heightPx) / 2)
}
