import {
  type Box,
  type FontStyle,
  type FrameLayout,
  fitLogoSize,
  fitText,
  isRightToLeft,
  type Lyrics,
  planFrame,
  type Size,
  type Song,
  type TextLayout,
} from '@songreel/kit'
import { LINE_HEIGHT, MOST_LINES, NEXT_LINE_HEIGHT, planRows, type RowPlan } from './rows.ts'

/** Where everything stands. */
export type KaraokeLayout = RowPlan & {
  frame: FrameLayout
  /** The cover, and how much of its width and height goes over into the ground. */
  cover: Box
  melts: { side: number; head: number }
  /** Where type stands. */
  room: Box
  title: PlacedText
  artist: PlacedText
  /** The place of the row that is sung, filled from its foot, and below it that of the next. */
  slots: { sung: Box; next: Box }
  /** What two bars leave between them at least, in em. */
  lineGap: number
  /** A brand's logo, at the other end of the names' row. */
  logo?: Box
}

type PlacedText = { box: Box; text: TextLayout }

/** In pixels of a frame whose short side is 1080. */
const MEASURES = {
  TALL: { titlePx: 54, sizePx: 190, nextPx: 60, gap: 44 },
  SQUARE: { titlePx: 40, sizePx: 130, nextPx: 46, gap: 44 },
  WIDE: { titlePx: 50, sizePx: 190, nextPx: 60, gap: 56 },
}
/** A line is no larger than this part of the room's width: usual words stand on it by twos. */
const WIDEST = 0.2
/** Between the bars of the row that is sung and the next row, and between the names and the bars, at a short side of 1080. */
const BETWEEN_PX = 56
const NAMES_AIR = 40
const LINE_GAP = 0.06

/** What the picture says. */
export type KaraokeWords = {
  song: Song
  lyrics: Lyrics | undefined
  font: FontStyle
  durationSecs: number
  /** How the cover is shown. Default: a square, cut to fill its place. */
  print?: CoverShape
  melts?: KaraokeLayout['melts']
  /** A film or a photograph fills the frame: the cover is a small card beside the names. */
  isOverPicture?: boolean
  logoSize?: Size | undefined
}

/** The width in heights of what is seen of the cover; whether that is all of it. */
export type CoverShape = { ratio: number; isWhole: boolean }

/**
 * The rows on a stage that the cover lights, which is at the frame's edges: at the foot of a tall frame, where platforms
 * write over the lower quarter, and beside the rows in a wide one.
 */
export function planKaraoke(size: Size, words: KaraokeWords): KaraokeLayout {
  const { song, lyrics, font, durationSecs, print = SQUARE_PRINT, isOverPicture = false } = words
  const frame = planFrame(size)
  const { scale, shape } = frame
  const isMirrored = isRightToLeft(song.title)
  const cover = findCover(frame, isMirrored, print)
  const melts = isOverPicture ? NO_MELTS : (words.melts ?? NO_MELTS)
  const room = isOverPicture ? findLowRoom(frame, isMirrored) : findRoom(frame, isMirrored, { cover, melts })
  const card = placeCard(room, scale(CARD_PX), isMirrored)
  const beside = isOverPicture ? leaveCard(room, card, scale(CARD_GAP), isMirrored) : room
  const logo = words.logoSize && placeLogo(beside, words.logoSize, { scale, isMirrored })
  const names = planNames(logo ? leaveLogo(beside, logo, scale(LOGO_PX.air), isMirrored) : beside, song, {
    font,
    // Beside a logo they have two lines, where a tall frame has little more than the room of one.
    titlePx: (logo && shape === 'TALL' ? LOGO_PX.names : 1) * scale(MEASURES[shape].titlePx),
    isMirrored,
    isLow: !isOverPicture && !logo,
  })
  const heads = [names.title.box, names.artist.box, ...(isOverPicture ? [card] : []), ...(logo ? [logo] : [])]
  const { sizePx, slots } = planSlots(room, frame, heads)
  const plan = planRows(lyrics?.lines ?? [], {
    font,
    width: room.width,
    sizePx,
    height: slots.sung.height,
    nextPx: scale(MEASURES[shape].nextPx),
    nextHeight: slots.next.height,
    durationSecs,
  })
  const downPx = shape === 'TALL' && !isOverPicture ? findSlack(plan, slots.sung.height) : 0
  return {
    ...plan,
    frame,
    title: lower(names.title, downPx),
    artist: lower(names.artist, downPx),
    cover: isOverPicture ? card : cover,
    melts,
    room,
    slots: {
      ...slots,
      sung: { ...slots.sung, y: slots.sung.y + downPx, height: slots.sung.height - downPx },
    },
    lineGap: LINE_GAP,
    ...(logo && { logo: { ...logo, y: logo.y + downPx } }),
  }
}

/** What no row needs of the height: in a tall frame it is above the names, where between them and the rows it would be a hole. */
function findSlack({ rows }: RowPlan, height: number): number {
  const highest = Math.max(
    0,
    ...rows.filter(({ isBehind }) => !isBehind).map(({ text }) => text.block.bottom),
  )
  return highest > 0 ? Math.max(0, height - highest) : 0
}

function lower({ box, text }: PlacedText, px: number): PlacedText {
  return { box: { ...box, y: box.y + px }, text }
}

/** The row that is sung is as large as the room below the names allows; under it the next one, small. */
function planSlots(
  room: Box,
  { scale, shape }: FrameLayout,
  heads: readonly Box[],
): Pick<KaraokeLayout, 'slots'> & { sizePx: number } {
  const { sizePx: most, nextPx } = MEASURES[shape]
  const headPx = Math.max(...heads.map(({ y, height }) => y + height)) + scale(NAMES_AIR)
  const foot = room.y + room.height
  const nextHeight = NEXT_LINE_HEIGHT * scale(nextPx)
  const next = { ...room, y: foot - nextHeight, height: nextHeight }
  const height = next.y - scale(BETWEEN_PX) - headPx
  const sizePx = Math.min(height / (MOST_LINES * LINE_HEIGHT), scale(most), WIDEST * room.width)
  return { sizePx, slots: { sung: { ...room, y: headPx, height }, next } }
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
const NO_MELTS = { side: 0, head: 0 }
/** The cover is at most so high in a tall frame, and so wide beside the rows of a wide one, in parts of the frame's shorter side. */
const LARGEST = { whole: 0.86, wholeBeside: 1 }
/** Type comes so near to where the cover is whole: over the first of what melts there is hardly anything of it. */
const NEAR = 0.24

/** Where type may stand. */
function findRoom(
  { safe, shape, size, scale }: FrameLayout,
  isMirrored: boolean,
  { cover, melts }: Pick<KaraokeLayout, 'cover' | 'melts'>,
): Box {
  const gap = scale(MEASURES[shape].gap)
  if (shape === 'WIDE') {
    const free = size.width - cover.width + NEAR * melts.side * cover.width
    const width = free - safe.x - gap
    return { ...safe, x: isMirrored ? size.width - safe.x - width : safe.x, width }
  }
  const foot = cover.y + NEAR * melts.head * cover.height - gap
  return { ...safe, height: Math.min(safe.y + safe.height, foot) - safe.y }
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

/** At the side of a wide frame and at the foot of a tall one, in the corner where reading ends. */
function findCover({ size, shape }: FrameLayout, isMirrored: boolean, { ratio, isWhole }: CoverShape): Box {
  const even = (value: number) => 2 * Math.round(value / 2)
  const isWide = shape === 'WIDE'
  const height = isWide
    ? Math.min(size.height, even(((isWhole ? LARGEST.wholeBeside : ratio) * size.height) / ratio))
    : even(Math.min(isWhole ? LARGEST.whole : 1, 1 / ratio) * size.width)
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
