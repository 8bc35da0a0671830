import {
  type Box,
  type Croppable,
  type FrameLayout,
  isRightToLeft,
  type Print,
  placePrint,
  planFrame,
  type Size,
  type TextLayout,
} from '@songreel/kit'
import { planAround, planHead } from './names.ts'
import { DOT_PX, planRows, type Stack, type StackWords } from './rows.ts'

/** Where everything stands. */
export type StackLayout = Stack & {
  frame: FrameLayout
  /** The cover, flush in a lower corner; over a film or a photograph, a card. */
  cover: Box
  print?: Print
  /** Whether the title's script begins on the right. */
  isRtl: boolean
  /** The part of the frame that is left to a picture behind all, in fractions of it. */
  seen?: Box
  title: { box: Box; text: TextLayout }
  artist: { box: Box; text: TextLayout }
  /** Where lines may be seen. */
  window: Box
  /** Whether the line before stays in sight; where the cover leaves little height, the sung line has its room. */
  hasPast: boolean
  /** What holds type. */
  type: Box[]
  dotPx: number
}

/** In pixels of a frame whose short side is 1080; what the cover takes of the frame at most, in fractions. */
const MEASURES = {
  TALL: { linePx: 190, cover: { width: 1, height: 0.455 }, titlePx: 66, gap: 60, lineGap: 44 },
  SQUARE: { linePx: 140, cover: { width: 0.545, height: 0.52 }, titlePx: 84, gap: 52, lineGap: 36 },
  WIDE: { linePx: 140, cover: { width: 0.485, height: 1 }, titlePx: 70, gap: 76, lineGap: 44 },
}

/** The lines stand on the cover, which lies flush in the corner where reading begins; in a wide frame beside it. */
export function planStack(size: Size, words: StackWords): StackLayout {
  const frame = planFrame(size)
  const { scale, shape } = frame
  const isRtl = isRightToLeft(words.song.title)
  if (words.isOverPicture) return planOver(frame, words, isRtl)
  const measures = MEASURES[shape]
  const print = layPrint(frame, words.cover, isRtl)
  const { window, title, artist } = planAround(frame, words, {
    print: print.box,
    isRtl,
    titlePx: scale(measures.titlePx),
    gap: scale(measures.gap),
  })
  const hasPast = shape !== 'TALL'
  const stack = planRows(words, {
    window,
    linePx: scale(measures.linePx),
    gap: scale(measures.lineGap),
    scale,
    hasPast,
  })
  return {
    frame,
    cover: print.box,
    print,
    title,
    artist,
    isRtl,
    window,
    hasPast,
    ...stack,
    type: [window, title.box, artist.box],
    dotPx: scale(DOT_PX),
  }
}

/** In the lower corner on the side where reading begins. In a tall frame it is as wide as that, or as the lines above it: a sliver of ground beside it would look like a mistake. */
function layPrint({ size, safe, shape }: FrameLayout, cover: Croppable, isRtl: boolean): Print {
  const share = MEASURES[shape].cover
  const [width, height] = [share.width * size.width, share.height * size.height]
  const room = { x: isRtl ? size.width - width : 0, y: size.height - height, width, height }
  const corner = { x: isRtl ? 1 : 0, y: 1 }
  const print = placePrint(cover, room, corner)
  const isFull = print.box.width > width - 1 && print.crop.height >= LEAST_HEIGHT * cover.height
  return shape !== 'TALL' || isFull
    ? print
    : placePrint(cover, { ...room, x: safe.x, width: safe.width }, corner)
}

/** A cover that would lose more of its height by filling a tall frame's width keeps all of it: what is written at its foot, too. */
const LEAST_HEIGHT = 0.92

/** Over a picture: the part of the safe box that holds names and lines, the cover, and the type of a line. */
const OVER = {
  TALL: { x: 0, width: 1, y: 0.4, height: 0.6, cover: 150, titlePx: 66, linePx: 104, gap: 44 },
  SQUARE: { x: 0, width: 1, y: 0.36, height: 0.64, cover: 120, titlePx: 54, linePx: 80, gap: 36 },
  WIDE: { x: 0, width: 0.52, y: 0, height: 1, cover: 176, titlePx: 54, linePx: 92, gap: 56 },
}

/** A film or a photograph fills the frame: a small card with the names, the lines below it, and one side left to the picture. */
function planOver(frame: FrameLayout, words: StackWords, isRtl: boolean): StackLayout {
  const { safe, scale, shape, size } = frame
  const over = OVER[shape]
  const side = {
    x: safe.x + (isRtl ? 1 - over.x - over.width : over.x) * safe.width,
    y: safe.y + over.y * safe.height,
    width: over.width * safe.width,
    height: over.height * safe.height,
  }
  const head = planHead(side, words, { cover: scale(over.cover), titlePx: scale(over.titlePx), isRtl })
  const top = head.bottom + scale(over.gap)
  const window = { ...side, y: top, height: side.y + side.height - top }
  const gap = scale(MEASURES[shape].lineGap)
  const stack = planRows(words, { window, linePx: scale(over.linePx), gap, scale, hasPast: true })
  const free = { x: isRtl ? 0 : over.width, y: 0, width: 1 - over.width, height: 1 }
  return {
    frame,
    ...head,
    isRtl,
    seen: shape === 'WIDE' ? free : { x: 0, y: 0, width: 1, height: side.y / size.height },
    window,
    hasPast: true,
    ...stack,
    type: [head.title.box, head.artist.box, window],
    dotPx: scale(DOT_PX),
  }
}
