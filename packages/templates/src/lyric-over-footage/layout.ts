import {
  type Beside,
  type Box,
  type FilmSplit,
  fitLogoSize,
  isRightToLeft,
  planFrame,
  type Size,
  splitFilm,
} from '@songreel/kit'
import { type LastCard, planLast } from './last-card.ts'
import {
  type Block,
  GAP,
  type LayoutWish,
  MEASURES,
  type Plan,
  type Shape,
  setNames,
  setTitle,
} from './set-names.ts'

/** Where everything stands, in pixels of the design, whose short side is 1080. */
export type Layout = LastCard & {
  frame: Size
  /** Where type may stand. */
  safe: Box
  isMirrored: boolean
  shape: Shape
  /** The largest type of a line, and how wide its room is. */
  linePx: number
  lineWidth: number
  /** The credit at the beginning, wherever the picture has room for it: as large as it goes, and then smaller. */
  opening: readonly [Block, ...Block[]]
  /** A window of the film where it has no clean place for type, the room beside it, and the largest type of a line there. */
  field: FilmSplit
  besidePx: number
  openingBeside: Block
  /**
   * The other way to part the frame: in a wide one a window below type, for people who are wider than a column, and in a square one
   * a column, for clips of which a low window would show only a slice.
   */
  other?: { field: FilmSplit; opening: Block }
  /** A brand's logo: below all that is said. */
  logo?: Box
}

/** Sizes of the credit beside its largest: smaller it may stand in a strip of sky. */
const SMALLER = [0.84]
/** How high a credit may be. */
const OPENING_SHARE = 0.78
/** How high the room above a low window is, in parts of the safe height, and the largest title in it. */
const LOW_SHARE = 0.26
const LOW_TITLE_PX = 150
/** How wide the room beside a column of a square frame is, in parts of the safe width, and the largest title in it. */
const COLUMN_SHARE = 0.44
const COLUMN_TITLE_PX = 150
/** A window that shows less of a clip's height cuts people and signs in two. */
const LEAST_SEEN = 0.6

export function planLayout(wish: LayoutWish): Layout {
  const { size, words, logoSize } = wish
  const { safe: whole, shape } = planFrame(size)
  const isMirrored = isRightToLeft(words.title || words.artist)
  const logo = logoSize && placeLogo(logoSize, whole, isMirrored)
  const safe = logo ? { ...whole, height: logo.y - LOGO_PX.gap - whole.y } : whole
  const { linePx, lineShare, besidePx, roomShare } = MEASURES[shape]
  const roomPx = roomShare * (shape === 'WIDE' ? safe.width : safe.height)
  const start = isMirrored ? 'RIGHT' : 'LEFT'
  const field = splitFilm(size, safe, { side: shape === 'WIDE' ? start : 'TOP', roomPx })
  const plan = { ...wish, safe, shape, isMirrored }
  return {
    frame: size,
    safe,
    isMirrored,
    shape,
    linePx,
    lineWidth: lineShare * safe.width,
    opening: [planOpening(plan, 1), ...SMALLER.map((share) => planOpening(plan, share))],
    field,
    besidePx,
    openingBeside: planNames(plan, field.room, MEASURES[shape].titlePx),
    ...planOther(plan),
    ...planLast(plan, logo !== undefined),
    ...(logo && { logo }),
  }
}

/** A low window in a wide frame, and a column in a square one; a tall one is parted only across. */
function planOther(plan: Plan): Pick<Layout, 'other'> {
  const { size, safe, shape, isMirrored } = plan
  if (shape === 'TALL') return {}
  const isWide = shape === 'WIDE'
  const start = isMirrored ? 'RIGHT' : 'LEFT'
  const wish = isWide
    ? ({ side: 'TOP', roomPx: LOW_SHARE * safe.height } as const)
    : ({ side: start, roomPx: COLUMN_SHARE * safe.width } as const)
  const field = splitFilm(size, safe, wish)
  return { other: { field, opening: planNames(plan, field.room, isWide ? LOW_TITLE_PX : COLUMN_TITLE_PX) } }
}

/** Whether a low window shows only a slice of a clip that is as high as it is wide, or higher. */
export function isSliced(file: Size, window: Size): boolean {
  return (window.height * file.width) / (window.width * file.height) < LEAST_SEEN
}

/** How large a logo may be, and the air above it. */
const LOGO_PX = { width: 420, height: 132, gap: 72 }

function placeLogo(logoSize: Size, safe: Box, isMirrored: boolean): Box {
  const mark = fitLogoSize(logoSize, LOGO_PX)
  const x = isMirrored ? safe.x + safe.width - mark.width : safe.x
  return { x, y: safe.y + safe.height - mark.height, ...mark }
}

/** The credit, small enough to stand beside what there is to see. */
function planOpening(plan: Plan, share: number): Block {
  const { safe, shape } = plan
  const { titlePx, openingShare } = MEASURES[shape]
  const room = { width: openingShare * safe.width, height: share * OPENING_SHARE * safe.height }
  return planNames(plan, room, share * titlePx, share)
}

/** The title and the names below it, in a room. */
function planNames(plan: Plan, room: Size, titlePx: number, share = 1): Block {
  const gap = share * 0.8 * GAP
  const names = setNames(plan, room.width, share)
  const height = Math.max(1, room.height - names.heightPx - gap)
  const title = setTitle(plan, { width: room.width, height }, titlePx)
  const namesY = title.heightPx + (title.heightPx > 0 ? gap : 0)
  const width = Math.max(title.widthPx, names.widthPx)
  const shift = plan.isMirrored ? width - room.width : 0
  return {
    width,
    height: namesY + names.heightPx,
    texts: [...title.place(shift, 0), ...names.place(shift, namesY)],
  }
}

/** Beside the film type begins where all other type does, in the middle of its field: a short line would hang at the head. */
export function standBeside(
  { field, isMirrored }: Layout,
  { width, height }: Size,
  { room, window }: FilmSplit = field,
): Beside {
  const x = isMirrored ? room.x + room.width - width : room.x
  const [head, foot] = [room.y, room.y + room.height]
  const middle = ((window.y > room.y ? window.y : head + foot) - height) / 2
  return { box: { x, y: Math.max(head, Math.min(foot - height, middle)), width, height }, window }
}
