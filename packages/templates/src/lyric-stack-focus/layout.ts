import {
  type Box,
  type Croppable,
  cropToFill,
  type FrameLayout,
  isRightToLeft,
  keepsPeople,
  keepsSubject,
  measureLost,
  mix,
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
  print: StackPrint
  /** Whether the title's script begins on the right. */
  isRtl: boolean
  /** The part of the frame that is left to a picture behind all, in fractions of it. */
  seen?: Box
  title: { box: Box; text: TextLayout }
  artist: { box: Box; text: TextLayout }
  /** Where lines may be seen. */
  window: Box
  /** What holds type. */
  type: Box[]
  dotPx: number
}

/** The cover: a small print, or a picture in the frame's corner or at its edge, of whose height the uppermost `melts` goes over into the ground. */
export type StackPrint = Print & {
  kind: 'CARD' | 'CORNER' | 'PICTURE'
  melts?: number
  /** What it fills by going on beyond its edges. Default its box. */
  area?: Box
}

/** In pixels of a frame whose short side is 1080. */
const MEASURES = {
  TALL: { linePx: 120, titlePx: 66, gap: 52, lineGap: 44 },
  SQUARE: { linePx: 100, titlePx: 62, gap: 48, lineGap: 36 },
  WIDE: { linePx: 104, titlePx: 50, gap: 64, lineGap: 44, credit: 60 },
}

/** Large lines fill the height; the cover is below them, beside them or with the names, by what the shape has room for. */
export function planStack(size: Size, words: StackWords): StackLayout {
  const frame = planFrame(size)
  const { scale, shape } = frame
  const isRtl = isRightToLeft(words.song.title)
  if (words.isOverPicture) return planOver(frame, words, isRtl)
  const { linePx, lineGap } = MEASURES[shape]
  const plan = { TALL: planTall, SQUARE: planSquare, WIDE: planWide }[shape]
  const { window, title, artist, print } = plan(frame, words, isRtl)
  const stack = planRows(words, { window, linePx: scale(linePx), gap: scale(lineGap), scale })
  const type = [window, title.box, artist.box]
  return { frame, print, title, artist, isRtl, window, ...stack, type, dotPx: scale(DOT_PX) }
}

type Places = Pick<StackLayout, 'window' | 'title' | 'artist' | 'print'>

/**
 * Below the lines of a tall frame the cover goes from edge to edge, in pixels of a short side of 1080: how high it may be, the lowest
 * first that keeps its subject. So much of it melts into the ground where there is room above the subject; all of it if none keeps that.
 */
const FOOT = { pictures: [760, 820, 880, 940, 1000], most: 1080, melts: 90, air: 40, gap: 64, meltGap: 24 }
/** The top of a subject is never cut: what a rocket's tip weighs is little. At the frame's foot a chin is kept, and a little of the rest may go. */
const CUT = { top: 0.004, below: 0.06 }
/** Places that are tried for a picture, up from the one that shows most. */
const SLIDES = 24

/** Names above the lines; below them, where no type may stand, the cover. */
function planTall(frame: FrameLayout, words: StackWords, isRtl: boolean): Places {
  const { safe, scale } = frame
  const { titlePx, gap } = MEASURES.TALL
  const print = layFoot(frame, words.cover)
  const names = planAround(frame, words, {
    print: print.box,
    isRtl,
    titlePx: scale(titlePx),
    gap: scale(gap),
  })
  const bottom = Math.min(safe.y + safe.height, print.box.y - scale(print.melts ? FOOT.meltGap : FOOT.gap))
  const { window, ...rest } = names
  return { ...rest, print, window: { ...window, height: bottom - window.y } }
}

function layFoot({ size, scale }: FrameLayout, cover: StackWords['cover']): StackPrint {
  // In pixels of the design: a cover is cut alike at every size.
  const width = size.width / scale(1)
  const whole = Math.min((width * cover.height) / cover.width, FOOT.most)
  const lay = (px: number) => {
    const high = Math.round(scale(px))
    return { x: 0, y: size.height - high, width: size.width, height: high }
  }
  for (const height of FOOT.pictures.filter((px) => px < whole)) {
    for (const melts of [FOOT.melts / height, 0]) {
      const crop = findTopKeepingCrop(cover, { width, height }, { melts, air: FOOT.air / height })
      if (crop) return { kind: 'PICTURE', box: lay(height), crop, ...(melts > 0 && { melts }) }
    }
  }
  const crop = cropToFill(cover, { width, height: whole })
  if (!losesPeople(cover, crop)) return { kind: 'PICTURE', box: lay(whole), crop }
  return { kind: 'PICTURE', ...standUpright(size, cover, lay(whole).height) }
}

/** All of a group that stands upright, in the middle of a tall frame's foot. */
function standUpright(size: Size, cover: Croppable, height: number): Print {
  const width = Math.round((height * cover.width) / cover.height)
  const box = { x: Math.round((size.width - width) / 2), y: size.height - height, width, height }
  return { box, crop: cropToFill(cover, box) }
}

/** A crop that cuts nothing off the top of the subject; where none of it melts away there, one that ends as the cover itself does. */
function findTopKeepingCrop(
  cover: Croppable,
  box: Size,
  { melts, air }: { melts: number; air: number },
): Box | undefined {
  const seen = { x: 0, y: melts, width: 1, height: 1 - melts }
  const best = cropToFill(cover, box, { seen })
  for (let slide = melts > 0 ? SLIDES : 0; slide >= 0; slide--) {
    const crop = { ...best, y: (best.y * slide) / SLIDES }
    const top = melts > 0 ? crop.y + (melts + air) * crop.height : 0
    const isTopKept = measureLost(cover, { ...crop, y: top, height: cover.height - top }).subject <= CUT.top
    const isKept =
      keepsSubject(cover, crop, { seen }) && measureLost(cover, crop, { seen }).subject <= CUT.below
    if (isTopKept && isKept) return crop
  }
  return undefined
}

/** In a square the cover is flush in the corner below the lines where reading begins, in pixels of a short side of 1080. */
const CORNER_PX = 460

function planSquare({ size, safe, scale }: FrameLayout, words: StackWords, isRtl: boolean): Places {
  const side = scale(CORNER_PX)
  const { gap, titlePx } = MEASURES.SQUARE
  const y = size.height - side
  const foot = { y, height: safe.y + safe.height - y }
  const row = isRtl
    ? { ...foot, x: safe.x, width: size.width - safe.x }
    : { ...foot, x: 0, width: safe.x + safe.width }
  const { cover, title, artist } = planHead(row, words, { cover: side, titlePx: scale(titlePx), isRtl })
  const print = placePrint(words.cover, cover, { x: isRtl ? 1 : 0, y: 1 })
  return {
    title,
    artist,
    print: { kind: 'CORNER', ...print },
    window: { ...safe, height: y - scale(gap) - safe.y },
  }
}

/** What the picture of a wide frame has of its width, and at most so much where it shows a group that would be cut. */
const SIDE_WIDTH = 0.485
const GROUP_WIDTH = 0.57
/** Shapes that are tried, from one that fills the height to the cover's own: thin rims above and below would be an oversight. */
const SHAPES = [0, 0.5, 0.75, 1]

/** In a wide frame the cover fills the frame's height on the side where reading begins. */
function planWide(frame: FrameLayout, words: StackWords, isRtl: boolean): Places {
  const { size, scale } = frame
  const { titlePx, gap, credit } = MEASURES.WIDE
  const width = SIDE_WIDTH * size.width
  const room = { x: isRtl ? size.width - width : 0, y: 0, width, height: size.height }
  const filled = placePrint(words.cover, room, { x: isRtl ? 1 : 0, y: 1 })
  const print = isCutting(words.cover, filled.crop) ? layGroup(frame, words.cover, isRtl) : filled
  const names = planAround(frame, words, {
    print: print.box,
    isRtl,
    titlePx: scale(titlePx),
    gap: scale(gap),
  })
  // So near to a line it would read as one more.
  const window = { ...names.window, height: names.window.height - scale(credit) }
  // A cover that is shown whole goes on above and below: an empty field beside large type would be an oversight.
  const area = { ...print.box, y: 0, height: size.height }
  const isLow = print.box.height < size.height - 1
  return { ...names, window, print: { kind: 'PICTURE', ...print, ...(isLow && { area }) } }
}

/** A picture that is wider than this shows a group also where no face is made out: no more than so much of all there is to see is cut. */
const GROUP = { ratio: 1.15, spread: 0.1 }

/** Whether a crop leaves out somebody, or cuts them. */
function isCutting(cover: StackWords['cover'], crop: Box): boolean {
  const { width, height } = cover
  if (losesPeople(cover, crop)) return true
  return width > GROUP.ratio * height && measureLost(cover, crop).spread > GROUP.spread
}

function losesPeople({ picture, salience, width, height }: StackWords['cover'], crop: Box): boolean {
  return Boolean(picture && salience && !keepsPeople({ picture, salience, width, height }, crop))
}

/** A group at the side of a wide frame: as high, or if it stands upright as wide, as leaves nobody out, in the cover's own shape if it must be, in the middle of the height. */
function layGroup({ size }: FrameLayout, cover: StackWords['cover'], isRtl: boolean): Print {
  const most = { width: Math.round(GROUP_WIDTH * size.width), height: size.height }
  const ownWidth = Math.min(most.width, (most.height * cover.width) / cover.height)
  const own = { width: ownWidth, height: (ownWidth * cover.height) / cover.width }
  const shapes = SHAPES.map((share) => ({
    width: mix(most.width, own.width, share),
    height: mix(most.height, own.height, share),
  }))
  const found = shapes.find((each) => !isCutting(cover, cropToFill(cover, each))) ?? own
  const [width, height] = [Math.round(found.width), Math.round(found.height)]
  const box = { x: isRtl ? size.width - width : 0, y: Math.round((size.height - height) / 2), width, height }
  return { box, crop: cropToFill(cover, box) }
}

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
  const stack = planRows(words, { window, linePx: scale(over.linePx), gap, scale })
  const free = { x: isRtl ? 0 : over.width, y: 0, width: 1 - over.width, height: 1 }
  const { cover, title, artist } = head
  return {
    frame,
    title,
    artist,
    print: { kind: 'CARD', ...placePrint(words.cover, cover, { x: isRtl ? 1 : 0, y: 0.5 }) },
    isRtl,
    seen: shape === 'WIDE' ? free : { x: 0, y: 0, width: 1, height: side.y / size.height },
    window,
    ...stack,
    type: [head.title.box, head.artist.box, window],
    dotPx: scale(DOT_PX),
  }
}
