import {
  type Box,
  type Cover,
  type FontStyle,
  type Foreground,
  findSubject,
  fitColumn,
  isRightToLeft,
  measureLost,
  type PlacedText,
  planFrame,
  type Size,
} from '@songreel/kit'
import { createMeter, createShare } from './meter.ts'
import { setTitle, type TitleBlock } from './title-block.ts'
import { growFromFoot, listStudioViews, listViews, NEAREST, SPARE } from './views.ts'

/** What a video says. */
export type Words = { title: string; artist: string; note: string }

/** Where everything stands, in pixels of the design. */
export type Placed = {
  /** Where the whole cover lies. */
  view: Box
  block: TitleBlock
  /** Where the block's upper left corner is. */
  at: { x: number; y: number }
  credits: PlacedText[]
  /** How much of the title is behind something at most, 0 to 1. */
  hidden: number
  /** Whether the ground goes on around the cover. */
  isStudio: boolean
}

/** What a title is placed for. */
export type PlaceWish = { cover: Cover; foreground: Foreground; size: Size; words: Words; font: FontStyle }

/** So much of the title may be behind the subject, and so much of any of its letters: with more of it gone, an E is an F and a T is a 1. */
const MOST_HIDDEN = 0.24
const MOST_OF_LETTER = 0.35
/** A letter's head and foot are such parts of it: the more of one is hidden beyond half of it, the worse. */
const MOST_OF_END = 0.5
const END_COST = 2
const END = 0.2
/** So much of what there is to see may be out of the frame, of the subject and of all else. */
const MOST_OUT = { subject: 0.14, spread: 0.36 }
/** So much of what stands out may be behind type: next to nothing of a subject, more of a land that is a ground all over. */
const MOST_COVERED = { SUBJECT: 0.05, RIDGE: 0.8 }
/** How far the front drifts to the side, in pixels of the design; title and credits share their edges, and stay. */
export const FRONT_DRIFT_PX = 30
const LINES = [1, 2, 3, 4]
const SIZES = [1, 0.82, 0.68]
/** Places down the frame; before a plain wall only a few of them are behind the head, and not too much. */
const HEIGHTS = { FILLED: 10, STUDIO: 24 }
/** A title whose letters fill less of the frame than the square of this is not what the look is about; in a studio a single word may have a tall frame's width alone. */
const LEAST_LARGE = { FILLED: 0.34, STUDIO: 0.25 }
/** What stands in a studio is large, too: all of the frame's height is worth so much. */
const STUDIO_NEAR = 1.6
const CREDITS_GAP = 34
/** The artist can be read on a phone; what else there is to say is smaller. */
export const ARTIST_PX = { maxSizePx: 72, minSizePx: 46 }
export const NOTE_PX = { maxSizePx: 44, minSizePx: 28 }

/** Finds the view and the place in which a title stands behind something and can still be read; undefined where there is none. */
export function placeTitle(wish: PlaceWish): Placed | undefined {
  const { size, words, cover, foreground } = wish
  if (words.title === '') return undefined
  return (
    placeAmong(wish, { found: listViews(cover, size), isStudio: false }) ??
    placeAmong(wish, { found: listStudioViews(cover, foreground, size), isStudio: true })
  )
}

type Views = { found: readonly Box[]; isStudio: boolean }

function placeAmong(wish: PlaceWish, { found, isStudio }: Views): Placed | undefined {
  const { size } = wish
  const { safe } = planFrame(size)
  const meters = createMeters(wish)
  const [heights, least] = isStudio
    ? [HEIGHTS.STUDIO, LEAST_LARGE.STUDIO]
    : [HEIGHTS.FILLED, LEAST_LARGE.FILLED]
  const credits = createCredits(wish, safe)
  const blocks = listBlocks(wish, safe, least)
  const views = found.map((view) => growFromFoot(view, size, SPARE))
  const most = Math.max(...views.map((view) => meters.shown(view)))
  let best: { cost: number; placed: Placed } | undefined
  for (const view of views) {
    const lost = most > 0 ? 1 - meters.shown(view) / most : 0
    if (lost > 0.25 || meters.cutsFace(view) || meters.cutsFront(view) || meters.cutsSubject(view)) continue
    for (const { block, x } of blocks) {
      for (let i = 0; i <= heights; i++) {
        const at = { x, y: safe.y + (i / heights) * (safe.height - block.height) }
        const seen = meters.read(block, at, view)
        if (!seen) continue
        const placed = credits(block, at, view, meters)
        if (!placed) continue
        const cost =
          weigh(seen.hidden, block, size, isStudio ? BEHIND.STUDIO : BEHIND.FILLED) +
          1.5 * seen.over +
          END_COST * Math.max(0, seen.ends - MOST_OF_END) +
          1.2 * lost +
          (placed.isApart ? 0.25 : 0) -
          (isStudio ? (STUDIO_NEAR * view.height) / size.height : 0)
        if (!best || cost < best.cost)
          best = { cost, placed: { view, block, at, credits: placed.texts, hidden: seen.hidden, isStudio } }
      }
    }
  }
  return best?.placed
}

type Behind = { least: number; most: number }

/** So much of a title is best behind something when that is nearest; a head that only touches the letters then stands below them at rest. */
const BEHIND = { FILLED: { least: 0.06, most: 0.16 }, STUDIO: { least: 0.05, most: 0.1 } }

/** Large type, of which a good part is behind something: that is the idea. */
function weigh(hidden: number, block: TitleBlock, size: Size, { least, most }: Behind): number {
  const between = hidden < least ? (least - hidden) / least : hidden > most ? (hidden - most) / 0.08 : 0
  return -4 * measureLarge(block, size) + 0.6 * between
}

/** How large a title's letters are in the frame: the side of a square of their area. */
function measureLarge({ lines }: TitleBlock, size: Size): number {
  const ink = lines.reduce((sum, { ink: { width, height } }) => sum + width * height, 0)
  return Math.sqrt(ink / (size.width * size.height))
}

/** Blocks of every number of lines and of a few sizes, each with the places along the frame at which it may stand. */
function listBlocks(
  { words, font, size }: PlaceWish,
  room: Box,
  leastLarge: number,
): { block: TitleBlock; x: number }[] {
  const { shape } = planFrame(size)
  const isEnd = isRightToLeft(words.title)
  const blocks: { block: TitleBlock; x: number }[] = []
  for (const lines of LINES) {
    for (const part of SIZES) {
      const width = room.width * part
      const align = part === 1 ? 'CENTER' : isEnd ? 'RIGHT' : 'LEFT'
      const height = (shape === 'TALL' ? 0.64 : 0.8) * room.height * part
      const block = setTitle(words.title, font, { width, height, lines, align })
      if (block.lines.length === 0 || measureLarge(block, size) < leastLarge) continue
      const spare = room.width - block.width
      for (const share of spare < 0.08 * room.width ? [0.5] : [0, 0.5, 1])
        blocks.push({ block, x: room.x + share * spare })
    }
  }
  return blocks
}

/** What stands in front may leave the frame by so much: a head never, a body at its foot; of a land some must be left to stand behind. */
const MOST_ABOVE = 0.02
const MOST_ASIDE = 0.1
const MOST_BELOW = { SUBJECT: 0.4, RIDGE: 0.8 }

type Meters = ReturnType<typeof createMeters>

/** Where nothing stands out, every view is as good. */
const LEAST_SHOWN = 0.3

/** What can be measured of a view: how much is in front of the type, and what the type is in front of. */
function createMeters({ cover, foreground: { kind, matte }, size }: PlaceWish) {
  const subject = findSubject(cover.salience)
  const behind = subject.weights.map((weight, i) => {
    const x = Math.floor((((i % subject.columns) + 0.5) / subject.columns) * matte.columns)
    const y = Math.floor(((Math.floor(i / subject.columns) + 0.5) / subject.rows) * matte.rows)
    return weight * (1 - matte.values[y * matte.columns + x]!)
  })
  const front = createShare(matte, matte.values)
  const covered = createMeter(subject, behind)
  const standing = createMeter(subject, subject.weights)
  const whole = { x: 0, y: 0, ...size }
  // At both ends of its drift, and when it is nearest.
  const hides = (box: Box, view: Box) =>
    Math.max(
      front(box, { ...view, x: view.x - FRONT_DRIFT_PX }),
      front(box, { ...view, x: view.x + FRONT_DRIFT_PX }),
      front(box, growFromFoot(view, size, NEAREST)),
    )
  return {
    hides,
    covers: (box: Box, view: Box) => covered(box, view),
    stands: (box: Box, view: Box) => standing(box, view),
    shown: (view: Box) => LEAST_SHOWN + standing(whole, view),
    cutsFace: (view: Box) => subject.faces.some((face) => isCut(face, view, size)),
    cutsSubject: (view: Box) => {
      const scale = cover.width / view.width
      const out = measureLost(cover, {
        x: -view.x * scale,
        y: -view.y * scale,
        width: size.width * scale,
        height: size.height * scale,
      })
      return out.subject > MOST_OUT.subject || out.spread > MOST_OUT.spread
    },
    cutsFront: createCutMeter({ kind, matte }, size),
    /** How much of a title is hidden, or nothing if it can't stand there. */
    read: ({ lines }: TitleBlock, at: { x: number; y: number }, view: Box) => {
      let [area, hidden, over, ends] = [0, 0, 0, 0]
      for (const { ink, words } of lines) {
        over += covered(moveBox(ink, at), view)
        for (const { letters } of words) {
          for (const letter of letters) {
            const share = hides(moveBox(letter, at), view)
            area += letter.width * letter.height
            hidden += share * letter.width * letter.height
            if (share > MOST_OF_LETTER) return undefined
            if (share > 0)
              ends = Math.max(
                ends,
                measureEnds(moveBox(letter, at), (end) => hides(end, view)),
              )
          }
        }
      }
      const share = hidden / Math.max(1, area)
      return share > MOST_HIDDEN || over > MOST_COVERED[kind] ? undefined : { hidden: share, over, ends }
    },
  }
}

function isCut({ x, y, width, height }: Box, view: Box, size: Size): boolean {
  const left = view.x + x * view.width
  const top = view.y + y * view.height
  const [right, bottom] = [left + width * view.width, top + height * view.height]
  return left < 0 || top < 0 || right > size.width || bottom > size.height
}

/** How much of a letter's head or foot is hidden. */
function measureEnds(letter: Box, measure: (end: Box) => number): number {
  const height = END * letter.height
  const foot = letter.y + letter.height - height
  return Math.max(measure({ ...letter, height }), measure({ ...letter, y: foot, height }))
}

/** Tells whether what stands in front leaves the frame at its top or a side, or with much of it at the foot. */
function createCutMeter({ kind, matte }: Pick<Foreground, 'kind' | 'matte'>, size: Size) {
  const front = createMeter(matte, matte.values)
  const all = matte.values.reduce((sum, value) => sum + value, 0)
  const far = 9 * size.height
  return (view: Box): boolean => {
    const inside = front({ x: 0, y: 0, ...size }, view)
    const above = front({ x: 0, y: -far, width: size.width, height: far }, view)
    const below = front({ x: 0, y: size.height, width: size.width, height: far }, view)
    if (below > MOST_BELOW[kind] * all) return true
    if (kind === 'RIDGE') return false
    const aside = all - inside - above - below
    return above > MOST_ABOVE * all || aside > MOST_ASIDE * all
  }
}

function moveBox({ x, y, width, height }: Box, at: { x: number; y: number }): Box {
  return { x: x + at.x, y: y + at.y, width, height }
}

/** Small type stands before everything, so it must find a place where nothing is: above the title, below it, or at an end of the frame. */
function createCredits({ words, font, size }: PlaceWish, safe: Box) {
  const { shape } = planFrame(size)
  const widest = Math.min(safe.width, shape === 'WIDE' ? 0.5 * safe.width : safe.width)
  const columns = (['LEFT', 'CENTER', 'RIGHT'] as const).map((align) => {
    const style = { font, role: 'TEXT', anchor: 'TOP', align } as const
    const texts = [
      { text: words.artist, style: { ...style, ...ARTIST_PX, maxLines: 2 }, maxHeightPx: 140, gapPx: 0 },
      { text: words.note, style: { ...style, ...NOTE_PX, maxLines: 3 }, maxHeightPx: 140, gapPx: 10 },
    ]
    return { align, column: fitColumn(texts, widest) }
  })
  return (block: TitleBlock, at: { x: number; y: number }, view: Box, meters: Meters) => {
    const height = columns[0]!.column.heightPx
    if (height === 0) return { texts: [], isApart: false }
    const heights = [
      at.y - CREDITS_GAP - height,
      at.y + block.height + CREDITS_GAP,
      safe.y,
      safe.y + safe.height - height,
    ]
    for (const [k, y] of heights.entries()) {
      if (y < safe.y - 1 || y + height > safe.y + safe.height + 1) continue
      if (k > 1 && y < at.y + block.height + CREDITS_GAP && y + height > at.y - CREDITS_GAP) continue
      for (const { align, column } of columns) {
        const near = k < 2 ? block.width : safe.width
        const from = k < 2 ? at.x : safe.x
        const edge =
          align === 'LEFT' ? from : align === 'RIGHT' ? from + near - widest : from + (near - widest) / 2
        // Narrow credits keep to the title's edge, wide ones to the frame's.
        const isNarrow = column.inkWidthPx <= near
        const x = isNarrow ? edge : Math.max(safe.x, Math.min(safe.x + safe.width - widest, edge))
        const texts = column.place(x, y)
        const inks = texts.filter(({ layout }) => layout.lines.length > 0).map(toInk)
        const isFree = inks.every((ink) => meters.hides(ink, view) < 0.02 && meters.stands(ink, view) < 0.012)
        if (isFree) return { texts, isApart: k > 1 }
      }
    }
    return undefined
  }
}

/** Where a placed text has letters. */
export function toInk({ box, layout: { ink } }: PlacedText): Box {
  return {
    x: box.x + ink.left,
    y: box.y + ink.top,
    width: ink.right - ink.left,
    height: ink.bottom - ink.top,
  }
}
