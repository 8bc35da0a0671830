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
  type Words,
} from './set-card.ts'

/** A card as large as it goes, and then lower: so that it may stand below or above what there is to see. */
export type Cards = readonly [Card, ...Card[]]

/**
 * A card on the film in all its sizes, and beside a window of the film, where that has no clean place for it. `closeUp` is how it
 * stands beside a face that fills the frame, which a low window would cut, and `group` beside people who are wider than a column
 * of the film.
 */
export type Sheet = CardSheet & { cards: Cards }
export type CardSheet = { beside: CardBeside; closeUp?: CardBeside; group?: CardBeside }

/** A card with its own place, and the window beside it. */
export type CardBeside = { card: Card; box: Box; window: Box }

/** All that stands on the film, in pixels of the design, whose short side is 1080. */
export type Layout = LastCard & {
  frame: Size
  safe: Box
  isMirrored: boolean
  shape: Shape
  /** The title, as large as it goes beside the film, and below it the artist: in one place all along, beside the film or on it. */
  poster: CardSheet
  /** The title, or the artist, alone: as large as it goes. */
  hits: readonly Sheet[]
}

/** How high a card may be, in parts of its room. */
const HEIGHTS = [1, 0.72, 0.52]
/** How high a card beside the film may be, in parts of what it may be on it. */
const BESIDE_SHARES = {
  TALL: { poster: 0.74, hit: 0.86 },
  SQUARE: { poster: 0.6, hit: 0.6 },
  WIDE: { poster: 1, hit: 1 },
}
/** How wide all that stands beside it at one side is, in parts of the safe width; in a tall frame nothing does. */
const COLUMN_SHARES = { TALL: 1, SQUARE: 0.42, WIDE: 0.36 }
/** The type of a strip below the film, and how wide its title is, in parts of the safe width. */
const STRIP = { titlePx: 120, artistPx: 76, titleShare: 0.62 }

type Side = Parameters<typeof splitFilm>[2]['side']

export function planLayout(wish: LayoutWish): Layout {
  const { size, words } = wish
  const { safe, shape } = planFrame(size)
  const isMirrored = isRightToLeft(words.title || words.artist)
  const plan = { ...wish, safe, shape, isMirrored }
  return {
    frame: size,
    safe,
    isMirrored,
    shape,
    ...planLarge(plan),
    ...planLast(plan),
  }
}

function vary(planCard: (share: number) => Card): Cards {
  const [first = 1, ...lower] = HEIGHTS
  return [planCard(first), ...lower.map(planCard)]
}

/** A card on a field of its own, always in the corner where reading begins: whatever the field, the type comes back to one place. */
function standBeside({ size, safe, isMirrored }: Plan, card: Card, side: Side): CardBeside {
  const isRow = side === 'TOP' || side === 'BOTTOM'
  const { room, window } = splitFilm(size, safe, { side, roomPx: isRow ? card.height : card.width })
  const x = isMirrored ? room.x + room.width - card.width : room.x
  return { card, window, box: { x, y: room.y, width: card.width, height: card.height } }
}

/** The poster and the hits beside the film: above it, and in a wide frame on one side of it and then on the other. */
function planLarge(plan: Plan): Pick<Layout, 'poster' | 'hits'> {
  const { shape, words, safe, isMirrored } = plan
  const share = BESIDE_SHARES[shape]
  const sides: Side[] = isMirrored ? ['RIGHT', 'LEFT'] : ['LEFT', 'RIGHT']
  const room = { width: COLUMN_SHARES[shape] * safe.width, height: 0.8 * safe.height }
  const column = (own: Words) => ({ ...setCard({ ...plan, words: own }, room), width: room.width })
  const isWide = shape === 'WIDE'
  /** In a wide frame all is a column, and in a square one what stands beside a face. */
  const stand = (own: Words, card: Card, side: Side): CardSheet => {
    const beside = standBeside(plan, isWide ? column(own) : card, isWide ? side : 'TOP')
    if (isWide) return { beside, group: planStrip({ ...plan, words: own }) }
    return shape === 'SQUARE' ? { beside, closeUp: standBeside(plan, column(own), side) } : { beside }
  }
  const names = [words.title, words.artist].filter((text) => text !== '')
  return {
    poster: stand(words, planPoster(plan, share.poster), sides[0]!),
    hits: names.map(
      (text, i): Sheet => ({
        cards: vary((height) => planHit(plan, text, height)),
        ...stand({ title: text, artist: '', note: '' }, planHit(plan, text, share.hit), sides[i]!),
      }),
    ),
  }
}

/** Title and artist on a strip above the film, which leaves it nearly all of the frame. */
function planStrip(plan: Plan): CardBeside {
  return standBeside(plan, setStrip(plan), 'TOP')
}

/** The title where reading begins and the artist where it ends, on one line. */
function setStrip({ words, font, safe, isMirrored }: Plan): Card {
  const { titlePx, artistPx, titleShare } = STRIP
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
function planPoster(plan: Plan, share: number): Card {
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
