import {
  type Box,
  fitText,
  isRightToLeft,
  planFrame,
  type Size,
  splitFilm,
  type TextLayout,
} from '@songreel/kit'
import { type LastCard, planLast } from './last-card.ts'
import {
  type Card,
  GAP,
  type LayoutWish,
  MEASURES,
  measureWidth,
  type Plan,
  type Shape,
  setCard,
  setNames,
  setWall,
  stack,
  type Words,
} from './set-card.ts'

/** A card as large as it goes, and then lower: so that it may stand below or above what there is to see. */
export type Cards = readonly [Card, ...Card[]]

/**
 * A card on the film in all its sizes, and beside a window of the film, where that has no clean place for it. `closeUp` is how it
 * stands beside a face that fills the frame, which a low window would cut, and `group` beside people who are wider than a column
 * of the film.
 */
export type Sheet = { cards: Cards; beside: CardBeside; closeUp?: CardBeside; group?: CardBeside }

/** A card with its own place, and the window beside it. */
export type CardBeside = { card: Card; box: Box; window: Box }

/** All that stands on the film, in pixels of the design, whose short side is 1080. */
export type Layout = LastCard & {
  frame: Size
  safe: Box
  isMirrored: boolean
  shape: Shape
  /** The first card: the title, as large as it goes, and below it the artist. */
  opening: Sheet
  /** The title, or the artist, alone: as large as it goes. */
  hits: readonly Sheet[]
  /** Title and artist, small; none without names. */
  tag?: Sheet
}

/** How high a card may be, in parts of its room. */
const HEIGHTS = [1, 0.72, 0.52]
/** How high a card beside the film may be, in parts of what it may be on it. */
const BESIDE_SHARES = {
  TALL: { opening: 0.74, hit: 0.86 },
  SQUARE: { opening: 0.6, hit: 0.6 },
  WIDE: { opening: 1, hit: 1 },
}
/** How wide all that stands beside it at one side is, in parts of the safe width; in a tall frame nothing does. */
const COLUMN_SHARES = { TALL: 1, SQUARE: 0.42, WIDE: 0.36 }
/** How high a strip above the film is, in parts of the safe height, and the type of one below it. */
const STRIP_SHARE = 0.22
const STRIP = {
  SQUARE: { titlePx: 92, artistPx: 52, titleShare: 0.6 },
  WIDE: { titlePx: 120, artistPx: 76, titleShare: 0.62 },
}

type Side = Parameters<typeof splitFilm>[2]['side']

export function planLayout(wish: LayoutWish): Layout {
  const { size, words } = wish
  const { safe, shape } = planFrame(size)
  const isMirrored = isRightToLeft(words.title || words.artist)
  const plan = { ...wish, safe, shape, isMirrored }
  const tag = planTag(plan)
  const large = planLarge(plan)
  return {
    frame: size,
    safe,
    isMirrored,
    shape,
    ...large,
    ...(tag && {
      tag: {
        cards: [tag],
        beside: planStrip(plan),
        ...(shape === 'WIDE' && { closeUp: large.opening.beside }),
        // A low window leaves much room: large type fills it.
        ...(shape !== 'WIDE' && { group: large.opening.beside }),
      },
    }),
    ...planLast(plan),
  }
}

function vary(planCard: (share: number) => Card): Cards {
  const [first = 1, ...lower] = HEIGHTS
  return [planCard(first), ...lower.map(planCard)]
}

/** A card on a field of its own; in a wide frame its foot is that of the last card. */
function standBeside({ size, safe, isMirrored }: Plan, card: Card, side: Side): CardBeside {
  const isRow = side === 'TOP' || side === 'BOTTOM'
  const { room, window } = splitFilm(size, safe, { side, roomPx: isRow ? card.height : card.width })
  const y = isRow ? room.y : room.y + room.height - card.height
  const x = isMirrored ? room.x + room.width - card.width : room.x
  return { card, window, box: { x, y, width: card.width, height: card.height } }
}

/** The opening and the hits beside the film: above it, and in a wide frame on one side of it and then on the other. */
function planLarge(plan: Plan): Pick<Layout, 'opening' | 'hits'> {
  const { shape, words, safe, isMirrored } = plan
  const share = BESIDE_SHARES[shape]
  const sides: Side[] = isMirrored ? ['RIGHT', 'LEFT'] : ['LEFT', 'RIGHT']
  const room = { width: COLUMN_SHARES[shape] * safe.width, height: 0.8 * safe.height }
  const column = (own: Words) => ({ ...setCard({ ...plan, words: own }, room), width: room.width })
  const isWide = shape === 'WIDE'
  /** In a wide frame all is a column, and in a square one what stands beside a face. */
  const stand = (own: Words, card: Card, side: Side): Omit<Sheet, 'cards'> => {
    const beside = standBeside(plan, isWide ? column(own) : card, isWide ? side : 'TOP')
    if (isWide) return { beside, group: planStrip({ ...plan, words: own }) }
    return shape === 'SQUARE' ? { beside, closeUp: standBeside(plan, column(own), side) } : { beside }
  }
  const names = [words.title, words.artist].filter((text) => text !== '')
  return {
    opening: {
      cards: vary((height) => planOpening(plan, height)),
      ...stand(words, planOpening(plan, share.opening), sides[0]!),
    },
    hits: names.map(
      (text, i): Sheet => ({
        cards: vary((height) => planHit(plan, text, height)),
        ...stand({ title: text, artist: '', note: '' }, planHit(plan, text, share.hit), sides[i]!),
      }),
    ),
  }
}

/** Title and artist on a strip, which leaves the film nearly all of the frame: below it, where nothing of a platform is. */
function planStrip(plan: Plan): CardBeside {
  const { shape, words, safe } = plan
  if (shape !== 'TALL') return standBeside(plan, planLowStrip(plan, STRIP[shape]), 'BOTTOM')
  const room = { width: safe.width, height: STRIP_SHARE * safe.height }
  const card = setCard({ ...plan, words: { ...words, note: '' } }, room)
  return standBeside(plan, { ...card, width: safe.width }, 'TOP')
}

/** The title where reading begins and the artist where it ends, on one line. */
function planLowStrip(
  { words, font, safe, isMirrored }: Plan,
  { titlePx, artistPx, titleShare }: (typeof STRIP)['WIDE'],
): Card {
  const width = titleShare * safe.width
  const [start, end] = isMirrored ? (['RIGHT', 'LEFT'] as const) : (['LEFT', 'RIGHT'] as const)
  const title = fitText(
    words.title,
    { width, height: 2 * titlePx },
    { font, role: 'DISPLAY', align: start, maxSizePx: titlePx, minSizePx: 24, maxLines: 1, uppercase: true },
  )
  const rest = safe.width - width - GAP
  const artist = fitText(
    words.artist,
    { width: rest, height: 2 * artistPx },
    { font, role: 'TEXT', align: end, maxSizePx: artistPx, minSizePx: 24, maxLines: 1 },
  )
  const both = [title, artist].filter(({ lines }) => lines.length > 0)
  const rise = ({ lines, ink }: TextLayout) => lines[0]!.baseline - ink.top
  const baseline = Math.max(0, ...both.map(rise))
  const place = (text: TextLayout, x: number) => ({ text, x, y: baseline - (text.lines[0]?.baseline ?? 0) })
  const texts = [place(title, isMirrored ? rest + GAP : 0), place(artist, isMirrored ? 0 : width + GAP)]
  const height = baseline + Math.max(0, ...both.map(({ lines, ink }) => ink.bottom - lines[0]!.baseline))
  return { width: safe.width, height, walls: [], texts: texts.filter(({ text }) => text.lines.length > 0) }
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

function planTag(plan: Plan): Card | undefined {
  const { safe, shape, words, font, isMirrored } = plan
  const { tagPx } = MEASURES[shape]
  const width = shape === 'WIDE' ? 0.45 * safe.width : 0.85 * safe.width
  const align = isMirrored ? 'RIGHT' : 'LEFT'
  const title = fitText(
    words.title,
    { width, height: 2.2 * tagPx },
    { font, align, role: 'DISPLAY', maxSizePx: tagPx, minSizePx: 20, maxLines: 2, uppercase: true },
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
