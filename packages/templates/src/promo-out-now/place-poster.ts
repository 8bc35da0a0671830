import { type Box, isRightToLeft, type PictureView, planFrame } from '@songreel/kit'
import { fitParts, type Layout, measureStack, type Parts, ROCK_PX, stackParts } from './layout.ts'
import { makeRoom } from './make-room.ts'
import type { Poster, PosterWish, ViewMeter } from './poster.ts'

/** Columns of type for each shape, the best first: type has one scale, and the picture makes room where none of them fits. */
const COLUMNS = {
  TALL: [
    { width: 875, headlineHeight: 720 },
    { width: 875, headlineHeight: 330 },
    { width: 760, headlineHeight: 700 },
    { width: 760, headlineHeight: 300 },
  ],
  SQUARE: [
    { width: 936, headlineHeight: 340 },
    { width: 760, headlineHeight: 300 },
    { width: 700, headlineHeight: 460 },
  ],
  WIDE: [
    { width: 1140, headlineHeight: 400 },
    { width: 760, headlineHeight: 560 },
    { width: 660, headlineHeight: 500 },
  ],
}
/** Heights at which the stack is tried, 0 at the top of its room. */
const HEIGHTS = [0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1]
/** Slabs rock and swell: what they may hide is a little more than where they stand. */
const SWELL = 0.05
const AIR_PX = 16
/** So much of the subject may be hidden, and so much of it lie beyond the frame; of a face nothing. */
const MOST_HIDDEN = 0.006
const MOST_LOST = 0.08
/** Of a horizon so much is still in the frame. */
const LEAST_REMAINING = 0.35
/** So much of what lies behind the type may be busy: more is a picture of something, whatever it is. */
const MOST_BUSY = 0.3
/** What is given up for a free subject. */
const COST = { column: 0.12, side: 0.06, height: 0.1, view: 0.12, lost: 2, hidden: 4, busy: 0.5 }

/** Finds the place for the type that leaves the subject free; without one the picture makes room. */
export function placePoster(wish: PosterWish): Poster {
  const { safe } = planFrame(wish.size)
  let best: { cost: number; layout: Layout; view: PictureView } | undefined
  for (const each of listLayouts(wish, safe)) {
    for (const [i, meter] of wish.views.entries()) {
      const layout = withCode(wish, each.layout, meter)
      const weight = weigh(layout, meter)
      if (weight === undefined) continue
      const cost = each.cost + weight + (i > 0 ? COST.view : 0)
      if (!best || cost < best.cost) best = { cost, layout, view: meter.view }
    }
  }
  return best ?? { ...makeRoom(wish), view: wish.views[0]?.view ?? {} }
}

/** What a layout costs the picture; nothing is returned if that is more than may be. */
function weigh(layout: Layout, { shown, remains, hides, hidesFace, busy }: ViewMeter): number | undefined {
  const lost = 1 - shown
  if (lost > MOST_LOST || remains < LEAST_REMAINING) return undefined
  const boxes = listBoxes(layout)
  const hidden = boxes.reduce((sum, box) => sum + hides(box), 0)
  const area = boxes.reduce((sum, box) => sum + box.width * box.height, 0)
  const disturbed = boxes.reduce((sum, box) => sum + busy(box) * box.width * box.height, 0) / area
  if (hidden > MOST_HIDDEN || disturbed > MOST_BUSY || boxes.some((box) => hidesFace(box) > 0.001))
    return undefined
  return COST.lost * lost + COST.hidden * hidden + COST.busy * disturbed
}

/** Everything that stands before the picture, with room to move. */
function listBoxes({ headline, title, artist, cta, link, code }: Layout): Box[] {
  const slabs = [...headline, title, artist, cta, link]
    .map(({ slab }) => slab)
    .filter(({ width }) => width > 2)
  return [...slabs, ...(code ? [code] : [])].map(({ x, y, width, height }) => ({
    x: x - 1.5 * ROCK_PX,
    y: y - SWELL * height - AIR_PX,
    width: width * (1 + SWELL) + 3 * ROCK_PX,
    height: height * (1 + 2 * SWELL) + 2 * AIR_PX,
  }))
}

/** Type at every place of its room, with what it costs to leave the usual one. */
function* listLayouts(wish: PosterWish, room: Box): Generator<{ layout: Layout; cost: number }> {
  const { size, words, font } = wish
  const { shape } = planFrame(size)
  const isEnd = isRightToLeft(words.title || words.headline)
  for (const [i, each] of COLUMNS[shape].entries()) {
    const width = Math.min(each.width, room.width)
    const creditsWidth = Math.min(room.width, Math.max(width, 700)) - ROCK_PX
    const column = { width, height: room.height, headlineHeight: each.headlineHeight, creditsWidth }
    const parts = fitParts(words, column, font)
    for (const isMirrored of width < room.width - 60 ? [isEnd, !isEnd] : [isEnd]) {
      const cost = COST.column * i + (isMirrored === isEnd ? 0 : COST.side)
      yield* arrange(wish, parts, room, { isMirrored, cost })
    }
  }
}

/** One stack, so that the poster reads as one thing. */
function* arrange(
  wish: PosterWish,
  parts: Parts,
  room: Box,
  { isMirrored, cost }: { isMirrored: boolean; cost: number },
): Generator<{ layout: Layout; cost: number }> {
  const free = room.height - measureStack(parts)
  if (free < -1) return
  const usual = planFrame(wish.size).shape === 'TALL' ? 0.4 : 1
  for (const at of HEIGHTS) {
    const top = room.y + Math.max(0, free) * at
    const layout = stackParts(parts, room, { top, isMirrored, isUpsideDown: wish.isUpsideDown })
    yield { layout, cost: cost + COST.height * Math.abs(at - usual) }
  }
}

/** The code stands in the corner of the safe box that is free of type and hides the least. */
function withCode(
  { size, codeSide: side }: PosterWish,
  layout: Layout,
  { hides, hidesFace }: ViewMeter,
): Layout {
  if (side === undefined) return layout
  const { safe } = planFrame(size)
  const right = safe.x + safe.width - side
  const bottom = safe.y + safe.height - side
  const corners = [
    { x: layout.isMirrored ? safe.x : right, y: bottom },
    { x: layout.isMirrored ? safe.x : right, y: safe.y },
    { x: layout.isMirrored ? right : safe.x, y: safe.y },
    { x: layout.isMirrored ? right : safe.x, y: bottom },
  ].map((corner) => ({ ...corner, width: side, height: side }))
  const slabs = listBoxes(layout)
  const cost = (box: Box) =>
    hides(box) + (hidesFace(box) > 0 ? 9 : 0) + (slabs.some((slab) => meets(slab, box)) ? 99 : 0)
  const [code] = corners.toSorted((a, b) => cost(a) - cost(b))
  return code && cost(code) < 40 ? { ...layout, code } : layout
}

function meets(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}
