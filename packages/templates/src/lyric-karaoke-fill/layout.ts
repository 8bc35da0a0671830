import {
  type Box,
  cubicOut,
  ease,
  type FontStyle,
  type FrameLayout,
  fitLogoSize,
  fitText,
  isRightToLeft,
  type Lyrics,
  mix,
  planFrame,
  type Size,
  type Song,
  type TextLayout,
} from '@songreel/kit'
import { LINE_HEIGHT, planRows, type RowPlan, type SungRow } from './rows.ts'

/** Where everything stands. */
export type KaraokeLayout = RowPlan & {
  frame: FrameLayout
  /** The cover. */
  cover: Box
  /** Where type stands. */
  room: Box
  title: PlacedText
  artist: PlacedText
  /** The places of rows by number: the upper one is filled from its foot, the lower from its head. */
  slots: [Box, Box, Box]
  /** How large a row is in the lower place, beside its size in the upper one. */
  rest: number
  ballPx: number
  /** A brand's logo, at the other end of the names' row. */
  logo?: Box
}

type PlacedText = { box: Box; text: TextLayout }

/** In pixels of a frame whose short side is 1080. */
const MEASURES = {
  TALL: { titlePx: 54, sizePx: 190, least: 0.94, maxLines: 2, gap: 42 },
  SQUARE: { titlePx: 40, sizePx: 120, least: 0.74, maxLines: 2, gap: 48 },
  WIDE: { titlePx: 60, sizePx: 160, least: 0.74, maxLines: 3, gap: 84 },
}
/** A line is no larger than this part of the room's width: usual words stand on it by twos. */
const WIDEST = 0.205
/** The row that waits is so much smaller than the one that is sung: that is read from across the room, and both on a phone. */
const REST = { TALL: 0.54, SQUARE: 0.6, WIDE: 0.5 }
/** Between the two rows, in em of the upper one: more than between its lines. */
const BETWEEN_EM = 0.6
const BEHIND_PX = 66
/** Between the names and the upper row, at a short side of 1080. */
const NAMES_AIR = 20
/** The ball's size, of the letters': more than a third of a capital's height, and it fits between two lines and touches neither. */
const BALL = 0.27

/** What the picture says. */
export type KaraokeWords = {
  song: Song
  lyrics: Lyrics | undefined
  font: FontStyle
  durationSecs: number
  /** How the cover is shown. Default: a square, cut to fill its place. */
  print?: CoverShape
  /** A film or a photograph fills the frame: the cover is a small card beside the names. */
  isOverPicture?: boolean
  logoSize?: Size | undefined
}

/** The width in heights of what is seen of the cover; whether that is all of it. */
export type CoverShape = { ratio: number; isWhole: boolean }

/**
 * The rows in front of the rays, and the cover they come from, at the frame's edges: at the foot of a tall frame, where platforms
 * write over the lower quarter, and beside the rows in a wide one.
 */
export function planKaraoke(size: Size, words: KaraokeWords): KaraokeLayout {
  const { song, lyrics, font, durationSecs, print = SQUARE_PRINT, isOverPicture = false } = words
  const frame = planFrame(size)
  const { scale, shape } = frame
  const { least, maxLines, titlePx, gap } = MEASURES[shape]
  const isMirrored = isRightToLeft(song.title)
  const room = isOverPicture
    ? findLowRoom(frame, isMirrored)
    : findRoom(frame, isMirrored, { gap: scale(gap), print })
  const card = placeCard(room, scale(CARD_PX), isMirrored)
  const beside = isOverPicture ? leaveCard(room, card, scale(CARD_GAP), isMirrored) : room
  const logo = words.logoSize && placeLogo(beside, words.logoSize, { scale, isMirrored })
  const names = planNames(logo ? leaveLogo(beside, logo, scale(LOGO_PX.air), isMirrored) : beside, song, {
    font,
    // Beside a logo they have two lines, where a tall frame has little more than the room of one.
    titlePx: (logo && shape === 'TALL' ? LOGO_PX.names : 1) * scale(titlePx),
    isMirrored,
    isLow: shape === 'TALL' && !isOverPicture && !logo,
  })
  const lines = lyrics?.lines ?? []
  const behindPx = lines.some(({ isBackground }) => isBackground) ? scale(BEHIND_PX) : 0
  const heads = [names.title.box, names.artist.box, ...(isOverPicture ? [card] : []), ...(logo ? [logo] : [])]
  const { sizePx, slots } = planSlots(room, frame, { heads, behindPx })
  const plan = planRows(lines, {
    font,
    sizePx,
    width: room.width,
    height: slots[0].height,
    least,
    maxLines,
    durationSecs,
  })
  return {
    ...plan,
    frame,
    ...names,
    cover: isOverPicture ? card : findCover(frame, isMirrored, print),
    room,
    slots,
    rest: REST[shape],
    ballPx: Math.min(
      BALL * sizePx,
      ...plan.rows.filter(({ slot }) => slot !== 2).map(({ text }) => BALL * text.sizePx),
    ),
    ...(logo && { logo }),
  }
}

/** Rows as large as their room allows below the names: the upper one huge, the lower one smaller, voices behind above both. */
function planSlots(
  room: Box,
  { scale, shape }: FrameLayout,
  { heads, behindPx }: { heads: readonly Box[]; behindPx: number },
): Pick<KaraokeLayout, 'slots'> & { sizePx: number } {
  const { sizePx: most, maxLines } = MEASURES[shape]
  const rest = REST[shape]
  const headPx = Math.max(...heads.map(({ y, height }) => y + height)) + scale(NAMES_AIR)
  const rowsPx = room.y + room.height - headPx - (behindPx > 0 ? behindPx + scale(10) : 0)
  const sizePx = Math.min(
    rowsPx / ((1 + rest) * maxLines * LINE_HEIGHT + BETWEEN_EM),
    scale(most),
    WIDEST * room.width,
  )
  const height = maxLines * LINE_HEIGHT * sizePx
  const lower = { ...room, y: room.y + room.height - rest * height, height: rest * height }
  const upper = { ...room, y: lower.y - BETWEEN_EM * sizePx - height, height }
  const behind = { ...upper, y: upper.y - behindPx - scale(10), height: Math.max(1, behindPx) }
  return { sizePx, slots: [upper, lower, behind] }
}

/** How large a logo may be at a short side of 1080, the air between it and the names, and how large these are beside it. */
const LOGO_PX = { width: 270, height: 92, tallest: 120, air: 80, names: 0.8 }

function placeLogo(
  room: Box,
  logoSize: Size,
  { scale, isMirrored }: { scale: FrameLayout['scale']; isMirrored: boolean },
): Box {
  const { width, height, tallest } = LOGO_PX
  const mark = fitLogoSize(logoSize, { width: scale(width), height: scale(height), tallest: scale(tallest) })
  return { x: isMirrored ? room.x : room.x + room.width - mark.width, y: room.y, ...mark }
}

function leaveLogo(room: Box, logo: Box, air: number, isMirrored: boolean): Box {
  const taken = logo.width + air
  return { ...room, x: isMirrored ? room.x + taken : room.x, width: room.width - taken }
}

const SQUARE_PRINT: CoverShape = { ratio: 1, isWhole: false }
/** The cover is at most so high in a tall frame, and so wide beside the rows of a wide one, in parts of the frame's shorter side. */
const LARGEST = { cut: 1, whole: 0.86, wholeBeside: 1 }

/** Where type may stand. */
function findRoom(
  frame: FrameLayout,
  isMirrored: boolean,
  { gap, print }: { gap: number; print: CoverShape },
): Box {
  const { safe, shape, size } = frame
  const cover = findCover(frame, isMirrored, print)
  if (shape === 'WIDE') {
    const width = size.width - cover.width - safe.x - gap
    return { ...safe, x: isMirrored ? size.width - safe.x - width : safe.x, width }
  }
  return { ...safe, height: Math.min(safe.y + safe.height, cover.y - gap) - safe.y }
}

/** Over a picture, in pixels of a short side of 1080: the card with the cover, and the gap beside it. */
const CARD_PX = 132
const CARD_GAP = 32
/** How much of a tall frame's safe box the type has, and of a wide one's width. */
const LOW = { TALL: 0.66, SQUARE: 0.66, WIDE: 0.56 }

function findLowRoom({ safe, shape }: FrameLayout, isMirrored: boolean): Box {
  if (shape === 'WIDE') {
    const width = LOW.WIDE * safe.width
    return { ...safe, x: isMirrored ? safe.x + safe.width - width : safe.x, width }
  }
  const height = LOW[shape] * safe.height
  return { ...safe, y: safe.y + safe.height - height, height }
}

function placeCard(room: Box, side: number, isMirrored: boolean): Box {
  return { x: isMirrored ? room.x + room.width - side : room.x, y: room.y, width: side, height: side }
}

function leaveCard(room: Box, card: Box, gap: number, isMirrored: boolean): Box {
  const width = room.width - card.width - gap
  return { ...room, x: isMirrored ? room.x : room.x + room.width - width, width }
}

/** At the side of a wide frame, from edge to edge; at the foot of a tall one, from side to side. A high cover is whole, and stands where reading ends. */
function findCover({ size, shape }: FrameLayout, isMirrored: boolean, { ratio, isWhole }: CoverShape): Box {
  const even = (value: number) => 2 * Math.round(value / 2)
  if (shape === 'WIDE') {
    const width = even(Math.min(isWhole ? LARGEST.wholeBeside : LARGEST.cut, ratio) * size.height)
    const height = isWhole ? Math.min(size.height, even(width / ratio)) : size.height
    return { x: isMirrored ? 0 : size.width - width, y: even((size.height - height) / 2), width, height }
  }
  const height = even(Math.min(isWhole ? LARGEST.whole : LARGEST.cut, 1 / ratio) * size.width)
  const width = Math.min(size.width, even(height * ratio))
  return { x: isMirrored ? 0 : size.width - width, y: size.height - height, width, height }
}

type NamesPlan = { font: FontStyle; titlePx: number; isMirrored: boolean; isLow: boolean }

/** Names that share a line are so much larger, and so far from each other, of their size. */
const ONE_LINE = { size: 1.16, gap: 0.5 }

/** Title and artist at the room's head: on one line where rows need the height and both fit, else below each other. */
function planNames(room: Box, song: Song, { font, titlePx, isMirrored, isLow }: NamesPlan) {
  const fit = (text: string, maxSizePx: number, role: 'DISPLAY' | 'TEXT') =>
    fitText(
      text,
      { width: room.width, height: 1.2 * maxSizePx },
      {
        font,
        role,
        align: isMirrored ? 'RIGHT' : 'LEFT',
        maxSizePx,
        minSizePx: maxSizePx * 0.36,
        maxLines: 1,
      },
    )
  const place = (text: TextLayout, x: number, y: number): PlacedText => ({
    box: { x, y, width: room.width, height: text.block.bottom },
    text,
  })
  const linePx = ONE_LINE.size * titlePx
  const [inLine, aside] = [fit(song.title, linePx, 'DISPLAY'), fit(song.artist, linePx, 'TEXT')]
  const along = inLine.ink.right - inLine.ink.left + ONE_LINE.gap * linePx
  if (isLow && song.title && along + aside.ink.right - aside.ink.left <= room.width) {
    const onBaseline = (inLine.lines[0]?.baseline ?? 0) - (aside.lines[0]?.baseline ?? 0)
    return {
      title: place(inLine, room.x, room.y),
      artist: place(aside, room.x + (isMirrored ? -along : along), room.y + onBaseline),
    }
  }
  const title = fit(song.title, titlePx, 'DISPLAY')
  const artist = fit(song.artist, titlePx * 0.9, 'TEXT')
  const below = title.block.bottom + (song.title ? 0.16 * titlePx : 0)
  return { title: place(title, room.x, room.y), artist: place(artist, room.x, room.y + below) }
}

/** How long a row takes from the lower place to the upper one. */
const RISE_SECS = 0.42

/** Where the corner of a row's text is, and how large it is. */
export type Pose = { x: number; y: number; scale: number }

/** Where a row is at any time: the next to be sung goes up, and grows, when the one above is over. */
export function poseRow(layout: Pick<KaraokeLayout, 'slots' | 'rest'>, row: SungRow, secs: number): Pose {
  const from = placeRow(layout, row)
  if (row.riseSecs === undefined || secs <= row.riseSecs) return from
  const to = placeRow(layout, { ...row, slot: 0 })
  const share = ease(secs, row.riseSecs, RISE_SECS, cubicOut)
  return {
    x: mix(from.x, to.x, share),
    y: mix(from.y, to.y, share),
    scale: mix(from.scale, to.scale, share),
  }
}

/** How far the row that goes up still reaches into the place, or the gap above it, of the one that comes after it. */
export function measureInWay(
  layout: Pick<KaraokeLayout, 'slots' | 'rest' | 'rows'>,
  row: SungRow,
  secs: number,
): number {
  const before = row.slot === 1 ? layout.rows[layout.rows.indexOf(row) - 1] : undefined
  if (before?.slot !== 1) return 0
  const { y, scale } = poseRow(layout, before, secs)
  const [upper] = layout.slots
  return Math.max(0, y + scale * before.text.block.bottom - upper.y - upper.height)
}

/** Where a row's text has its first place, and its size there. */
export function placeRow(
  { slots, rest }: Pick<KaraokeLayout, 'slots' | 'rest'>,
  { slot, side, text }: Pick<SungRow, 'slot' | 'side' | 'text'>,
): Pose {
  const room = slots[slot]
  const scale = slot === 1 ? rest : 1
  const width = scale * Math.max(1, text.block.right)
  const y = slot === 1 ? room.y : room.y + room.height - text.block.bottom
  return { x: side === 'LEFT' ? room.x : room.x + room.width - width, y, scale }
}
