import { type Box, fitLogoSize, isRightToLeft, mix, planFrame, type Size } from '@songreel/kit'
import { type LastCard, planLast } from './last-card.ts'
import { type Block, GAP, type LayoutWish, type Plan, type Shape, setNames, setTitle } from './set-names.ts'

/**
 * Where the dark is in which the words stand, for a whole video: the film fills the frame and is darker behind them (FULL), or melts
 * into the dark at the frame's foot, at its head or at one side.
 */
export type Ground = 'FULL' | 'FOOT' | 'HEAD' | 'SIDE'

/** The grounds that a frame may have, the best first. */
export const GROUNDS: Record<Shape, readonly [Ground, ...Ground[]]> = {
  TALL: ['FULL', 'FOOT', 'HEAD'],
  SQUARE: ['FULL', 'FOOT', 'HEAD'],
  WIDE: ['FULL', 'SIDE', 'FOOT'],
}

/** How the film goes over into the dark: where that begins, where type begins, and where it ends. */
export type Dusk = { axis: 'x' | 'y'; from: number; type: number; to: number }

/** Where everything stands, in pixels of the design, whose short side is 1080. */
export type Layout = LastCard & {
  frame: Size
  /** Where type may stand. */
  safe: Box
  isMirrored: boolean
  shape: Shape
  ground: Ground
  window: Box
  dusk: Dusk
  /** Where every line stands, and the credit. */
  room: Box
  /** Lines hang below the film, or stand at the frame's foot. */
  anchor: 'TOP' | 'BOTTOM'
  /** The largest type of a line, and in how many rows. */
  linePx: number
  rows: number
  credit: Block
  /** A brand's logo: below all that is said. */
  logo?: Box
}

type LineMeasures = { linePx: number; rows: number; widthShare: number }
/** In pixels of the design; how wide a line's room is, in parts of the safe width. */
const LINES: Record<Shape, Record<Ground, LineMeasures>> = {
  TALL: line({ linePx: 128, rows: 3, widthShare: 1 }),
  SQUARE: {
    ...line({ linePx: 116, rows: 2, widthShare: 1 }),
    FULL: { linePx: 122, rows: 3, widthShare: 1 },
  },
  WIDE: {
    FULL: { linePx: 152, rows: 2, widthShare: 0.9 },
    FOOT: { linePx: 120, rows: 2, widthShare: 0.9 },
    HEAD: { linePx: 120, rows: 2, widthShare: 0.9 },
    SIDE: { linePx: 132, rows: 5, widthShare: 0.36 },
  },
}
/** Of a row, in parts of the type's size. */
export const LEADING = 0.98
/** A title is so much larger than a line. */
const TITLE_SCALE = 1.3

function line(measures: LineMeasures): Record<Ground, LineMeasures> {
  return { FULL: measures, FOOT: measures, HEAD: measures, SIDE: measures }
}

export function planLayout(wish: LayoutWish, ground: Ground): Layout {
  const { size, words, logoSize } = wish
  const { safe: whole, shape } = planFrame(size)
  const isMirrored = isRightToLeft(words.title || words.artist)
  const logo = logoSize && placeLogo(logoSize, whole, isMirrored)
  const safe = logo ? { ...whole, height: logo.y - LOGO_PX.gap - whole.y } : whole
  const plan = { ...wish, safe, shape, isMirrored }
  const { linePx, rows, widthShare } = LINES[shape][ground]
  const width = widthShare * safe.width
  const height = rows * LEADING * linePx
  const x = isMirrored ? safe.x + safe.width - width : safe.x
  const room = { x, y: ground === 'HEAD' ? safe.y : safe.y + safe.height - height, width, height }
  return {
    frame: size,
    safe,
    isMirrored,
    shape,
    ground,
    ...planFilmPart(size, room, { ground, isMirrored }),
    room,
    anchor: ground === 'FOOT' ? 'TOP' : 'BOTTOM',
    linePx,
    rows,
    credit: planCredit(plan, room, TITLE_SCALE * linePx),
    ...planLast(plan, logo !== undefined),
    ...(logo && { logo }),
  }
}

/**
 * How long the way into the dark is before type and after its beginning, in parts of the frame's short side, and how far before
 * type it is dark enough. A film that melts away does so shortly before type: a long fade is a lid over what stands there.
 */
const DUSK = {
  FULL: { before: 0.52, after: 1 },
  FOOT: { before: 0.19, after: 0.2 },
  HEAD: { before: 0.19, after: 0.14 },
  SIDE: { before: 0.3, after: 0.3 },
}
const AIR = 0.025

/** The part of the frame that the film has, and the way into the dark. */
function planFilmPart(
  { width, height }: Size,
  room: Box,
  { ground, isMirrored }: { ground: Ground; isMirrored: boolean },
): Pick<Layout, 'window' | 'dusk'> {
  const axis = ground === 'SIDE' ? 'x' : 'y'
  const length = axis === 'x' ? width : height
  // Towards the dark: to the right or down, or the other way.
  const way = ground === 'HEAD' || (ground === 'SIDE' && !isMirrored) ? -1 : 1
  const [start, end] = axis === 'x' ? [room.x, room.x + room.width] : [room.y, room.y + room.height]
  const short = Math.min(width, height)
  const { before, after } = DUSK[ground]
  const type = way > 0 ? start - AIR * short : end + AIR * short
  const to = Math.max(0, Math.min(length, type + way * after * short))
  const dusk: Dusk = { axis, from: type - way * before * short, type, to }
  const [first, last] = way > 0 ? [0, to] : [to, length]
  if (ground === 'FULL') return { window: { x: 0, y: 0, width, height }, dusk }
  if (axis === 'x') return { window: { x: first, y: 0, width: last - first, height }, dusk }
  return { window: { x: 0, y: first, width, height: last - first }, dusk }
}

/** From so much of the way to type on what there is to see is lost in the dark. */
const LOST = 0.5

/** The part of the frame in which the film is lost: behind type, or all of the dark that it melts into. */
export function findLost({ ground, frame, room, dusk }: Layout): Box {
  if (ground === 'FULL') return room
  const { axis, from, type, to } = dusk
  const edge = mix(from, type, LOST)
  const [first, last] = to > from ? [edge, axis === 'x' ? frame.width : frame.height] : [0, edge]
  if (axis === 'x') return { x: first, y: 0, width: last - first, height: frame.height }
  return { x: 0, y: first, width: frame.width, height: last - first }
}

/** How large a logo may be, and the air above it. */
const LOGO_PX = { width: 420, height: 132, gap: 72 }

function placeLogo(logoSize: Size, safe: Box, isMirrored: boolean): Box {
  const mark = fitLogoSize(logoSize, LOGO_PX)
  const x = isMirrored ? safe.x + safe.width - mark.width : safe.x
  return { x, y: safe.y + safe.height - mark.height, ...mark }
}

/** The title and the names below it, where lines stand. */
function planCredit(plan: Plan, room: Size, titlePx: number): Block {
  const gap = 0.7 * GAP
  const names = setNames(plan, room, 'film')
  const height = Math.max(1, room.height - names.heightPx - gap)
  const title = setTitle(plan, { width: room.width, height }, titlePx)
  const namesY = title.heightPx + (title.heightPx > 0 ? gap : 0)
  return {
    width: room.width,
    height: namesY + names.heightPx,
    texts: [...title.place(0, 0), ...names.place(0, namesY)],
  }
}

/** Where a block stands in the room. */
export function standInRoom({ room, anchor }: Pick<Layout, 'room' | 'anchor'>, { height }: Size): Box {
  const y = anchor === 'TOP' ? room.y : room.y + room.height - height
  return { ...room, y, height }
}
