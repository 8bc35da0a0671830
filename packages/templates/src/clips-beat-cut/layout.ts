import {
  type Box,
  type Cover,
  type FontStyle,
  fitText,
  isRightToLeft,
  planFrame,
  type Size,
  type TextLayout,
} from '@songreel/kit'
import { type Block, setBlock } from './block.ts'

/** What cards say; anything may be empty. */
export type Words = { title: string; artist: string; note: string }

/** A wall of words, or a text, and the place of its top left corner. */
export type PlacedWall = { wall: Block; x: number; y: number }
export type PlacedText = { text: TextLayout; x: number; y: number }

/** What stands and is cut as one; all places are from its own top left corner. */
export type Card = Size & { walls: readonly PlacedWall[]; texts: readonly PlacedText[] }

/** A card as large as it goes, and then lower: so that it may stand below or above what there is to see. */
export type Cards = readonly [Card, ...Card[]]

/** All that stands on the film, in pixels of the design, whose short side is 1080. */
export type Layout = {
  frame: Size
  safe: Box
  isMirrored: boolean
  shape: Shape
  /** The first card: the title, as large as it goes, and below it the artist. */
  opening: Cards
  /** The title, or the artist, alone: as large as it goes. */
  hits: readonly Cards[]
  /** Title and artist, small, and then smaller; none without names. */
  tag?: Cards
  /** The last card: the cover, and the names below it on the same axis, or beside it. */
  cover: Box
  names: Card & { x: number; y: number }
}

/** What cards are planned for. */
export type LayoutWish = { size: Size; words: Words; font: FontStyle; cover: Pick<Cover, 'width' | 'height'> }

type Shape = 'TALL' | 'SQUARE' | 'WIDE'

/** In pixels of the design; the room of a hit is a part of the safe height. */
const MEASURES = {
  TALL: { mostPx: 520, artistPx: 92, hitShare: 0.64, tagPx: 116 },
  SQUARE: { mostPx: 420, artistPx: 70, hitShare: 0.7, tagPx: 72 },
  WIDE: { mostPx: 460, artistPx: 72, hitShare: 0.72, tagPx: 72 },
}
/** Of these parts of the safe width a wall takes the one in which it is largest: what is short is larger in two rows. */
const WALL_SHARES = [1, 0.85, 0.72]
/** What is longer takes several rows anyway. */
const SHORT = 28
/** In a wide frame it leaves the picture one side. */
const WIDE_WALL_SHARES = [0.72, 0.62, 0.52, 0.44]
/** How high a card may be, in parts of its room. */
const HEIGHTS = [1, 0.72, 0.52, 0.36]
/** A tall frame has nothing but a face where one fills it: names are smaller on its hair. */
const TAG_SIZES = { TALL: [1, 0.8, 0.62], SQUARE: [1, 0.8], WIDE: [1, 0.8] }
const GAP = 36
const NOTE_PX = 44
/** The most that the cover takes of a wide card's width. */
const WIDE_COVER = 0.5625
/** A cover is as wide and as high as itself between these. */
const LOWEST = 0.56
const LEAST_RATIO = 0.8
/** The last card's names keep so much of the frame's height. */
const LEAST_NAMES = { TALL: 300, SQUARE: 230, WIDE: 0 }

type Plan = LayoutWish & { safe: Box; shape: Shape; isMirrored: boolean }

export function planLayout(wish: LayoutWish): Layout {
  const { size, words } = wish
  const { safe, shape } = planFrame(size)
  const isMirrored = isRightToLeft(words.title || words.artist)
  const plan = { ...wish, safe, shape, isMirrored }
  const hits = [words.title, words.artist].filter((text) => text !== '')
  const tags = TAG_SIZES[shape].flatMap((share) => planTag(plan, share) ?? [])
  const [tag, ...smaller] = tags
  return {
    frame: size,
    safe,
    isMirrored,
    shape,
    opening: vary((share) => planOpening(plan, share)),
    hits: hits.map((text) => vary((share) => planHit(plan, text, share))),
    ...(tag && { tag: [tag, ...smaller] }),
    ...planLast(plan),
  }
}

function vary(planCard: (share: number) => Card): Cards {
  const [first = 1, ...lower] = HEIGHTS
  return [planCard(first), ...lower.map(planCard)]
}

/** A wall of words that takes as much of the frame as it can, below a height. */
function setWall(text: string, { safe, shape, font }: Plan, heightPx: number): Block & { widthPx: number } {
  const { mostPx } = MEASURES[shape]
  const shares = shape === 'WIDE' ? WIDE_WALL_SHARES : WALL_SHARES
  const walls = shares.slice(0, text.length > SHORT ? 1 : undefined).map((share) => {
    const widthPx = share * safe.width
    return { ...setBlock(text, { font, widthPx, heightPx, mostPx }), widthPx }
  })
  const area = (wall: Block & { widthPx: number }) => (wall.isWall ? 1 : 0.7) * wall.widthPx * wall.heightPx
  return walls.reduce((one, other) => (area(other) > area(one) ? other : one))
}

/** How far the letters of a block reach: one that is low leaves some of its room. */
function measureWidth({ text, rows }: Block): number {
  return Math.max(0, ...rows.map(({ scale, x }, i) => x + scale * (text.lines[i]?.ink.right ?? 0)))
}

/** The title, as large as it goes, and the artist below it: nothing but type. */
function planOpening(plan: Plan, share: number): Card {
  const { safe, shape } = plan
  const { hitShare, artistPx } = MEASURES[shape]
  const wall = setWall(plan.words.title, plan, share * hitShare * safe.height)
  const gap = wall.heightPx > 0 ? GAP : 0
  const room = wall.heightPx > 0 ? wall.widthPx : safe.width
  const names = setNames(plan, {
    width: room,
    height: Math.min(4 * artistPx, safe.height - wall.heightPx - gap),
  })
  return {
    width: plan.isMirrored ? room : Math.max(measureWidth(wall), names.widthPx),
    height: wall.heightPx + gap + names.heightPx,
    walls: [{ wall, x: 0, y: 0 }],
    texts: names.place(0, wall.heightPx + gap),
  }
}

function planHit(plan: Plan, text: string, share: number): Card {
  const { safe, shape } = plan
  const wall = setWall(text, plan, share * MEASURES[shape].hitShare * safe.height)
  const width = plan.isMirrored ? wall.widthPx : measureWidth(wall)
  return { width, height: wall.heightPx, walls: [{ wall, x: 0, y: 0 }], texts: [] }
}

function planTag(plan: Plan, share: number): Card | undefined {
  const { safe, shape, words, font, isMirrored } = plan
  const tagPx = share * MEASURES[shape].tagPx
  const width = shape === 'WIDE' ? 0.45 * safe.width : 0.85 * safe.width
  const align = isMirrored ? 'RIGHT' : 'LEFT'
  const title = fitText(
    words.title,
    { width, height: 2.2 * tagPx },
    { font, align, role: 'DISPLAY', maxSizePx: tagPx, minSizePx: 20, maxLines: 2 },
  )
  const artist = fitText(
    words.artist,
    { width, height: 1.4 * tagPx },
    { font, align, role: 'TEXT', maxSizePx: 0.8 * tagPx, minSizePx: 20, maxLines: 1 },
  )
  const names = stack([title, artist], 0.3 * tagPx)
  if (names.heightPx === 0) return undefined
  const shift = isMirrored ? names.widthPx - width : 0
  return { width: names.widthPx, height: names.heightPx, walls: [], texts: names.place(shift, 0) }
}

function planLast(plan: Plan): Pick<Layout, 'cover' | 'names'> {
  return plan.shape === 'WIDE' ? planWideLast(plan) : planColumnLast(plan)
}

/** Cover and names below each other, equally wide, in the middle of the frame. */
function planColumnLast(plan: Plan): Pick<Layout, 'cover' | 'names'> {
  const { size, safe, shape, cover } = plan
  const ratio = cover.width / cover.height
  // Type keeps clear of the platform's own signs at one side; the other side has the same margin.
  const margin = Math.max(safe.x, size.width - safe.x - safe.width)
  const most = safe.height - LEAST_NAMES[shape] - GAP
  const width = Math.min(size.width - 2 * margin, Math.max(LEAST_RATIO, ratio) * most)
  const height = Math.max(LOWEST * width, Math.min(most, width / ratio))
  const card = setCard(plan, { width, height: safe.height - height - GAP })
  const x = (size.width - width) / 2
  const y = safe.y + (safe.height - height - GAP - card.height) / 2
  return { cover: { x, y, width, height }, names: { ...card, x, y: y + height + GAP } }
}

/** The cover from the upper to the lower edge, on the side where reading ends. */
function planWideLast(plan: Plan): Pick<Layout, 'cover' | 'names'> {
  const { size, safe, cover, isMirrored } = plan
  const foot = safe.y + safe.height
  const ratio = cover.width / cover.height
  const width = Math.min(Math.max(LEAST_RATIO, ratio) * size.height, WIDE_COVER * size.width)
  const room = { width: size.width - width - safe.x - 1.5 * GAP, height: 0.8 * safe.height }
  const card = setCard(plan, room)
  return {
    cover: { x: isMirrored ? 0 : size.width - width, y: 0, width, height: size.height },
    names: { ...card, x: isMirrored ? safe.x + safe.width - room.width : safe.x, y: foot - card.height },
  }
}

/** The title as a wall, and artist and note below it. */
function setCard(plan: Plan, room: Size): Card {
  const { font, shape, words } = plan
  const names = setNames(plan, { width: room.width, height: 0.5 * room.height })
  const gap = names.heightPx > 0 ? GAP : 0
  const heightPx = Math.max(1, room.height - names.heightPx - gap)
  const wall = setBlock(words.title, { font, widthPx: room.width, heightPx, mostPx: MEASURES[shape].mostPx })
  return {
    width: room.width,
    height: wall.heightPx + gap + names.heightPx,
    walls: [{ wall, x: 0, y: 0 }],
    texts: names.place(0, wall.heightPx + gap),
  }
}

/** The artist and the note, below each other. */
function setNames({ words, font, isMirrored, shape }: Plan, room: Size): Stack {
  const { artistPx } = MEASURES[shape]
  const style = { font, role: 'TEXT', align: isMirrored ? 'RIGHT' : 'LEFT' } as const
  const artist = fitText(
    words.artist,
    { width: room.width, height: Math.min(3.2 * artistPx, 0.62 * room.height) },
    { ...style, maxSizePx: artistPx, minSizePx: 24, maxLines: 2 },
  )
  const note = fitText(
    words.note,
    { width: room.width, height: Math.min(2.4 * NOTE_PX, 0.3 * room.height) },
    { ...style, maxSizePx: NOTE_PX, minSizePx: 18, maxLines: 2 },
  )
  return stack([artist, note], 0.5 * GAP)
}

/** Texts below each other by their ink. */
type Stack = { widthPx: number; heightPx: number; place(x: number, y: number): PlacedText[] }

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
