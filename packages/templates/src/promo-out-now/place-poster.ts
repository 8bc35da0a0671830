import {
  type Box,
  type FontStyle,
  isRightToLeft,
  type PictureView,
  planFrame,
  type Size,
} from '@songreel/kit'
import { CALLS_GAP, CREDITS_GAP, fitParts, type Layout, type Parts, ROCK_PX, type Words } from './layout.ts'

/** How much a box hides of the subject and of a face, in one view of the picture; and how much of the subject that view shows. */
export type ViewMeter = {
  view: PictureView
  shown: number
  hides(box: Box): number
  hidesFace(box: Box): number
}

/** What a poster is planned for, in pixels of the design. */
export type PosterWish = {
  size: Size
  words: Words
  font: FontStyle
  hasCode: boolean
  isUpsideDown: boolean
  /** The ways in which the cover may fill the frame, the usual one first. */
  views: readonly ViewMeter[]
  /** How much of the subject a part of the frame would show if it held the cover alone. */
  showsIn(picture: Size): number
}

/** The poster: its type, and what the picture does beside it. */
export type Poster = {
  layout: Layout
  view: PictureView
  /** Where the picture has no room for type: the part of the frame that it is given, and the plain panel beside it. */
  split?: { picture: Box; panel: Box }
}

const CODE_SIDE = 264
/** How large the headline may be, from the largest that fits. */
const SCALES = [1, 0.84, 0.7, 0.56, 0.44]
/** Heights at which the stack is tried, 0 at the top of its room. */
const HEIGHTS = [0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1]
/** Slabs rock and swell: what they may hide is a little more than where they stand. */
const SWELL = 0.05
/** So much of the subject may be hidden; of a face nothing. */
const MOST_HIDDEN = 0.018
/** What is given up for a free subject, in the order in which it hurts. */
const COST = {
  size: 0.9,
  side: 0.06,
  height: 0.1,
  apart: 0.1,
  view: 0.12,
  lost: 3,
  hidden: 0.5,
  over: 8,
  face: 9,
  split: 1.5,
}

/** Finds the place for the type that leaves the subject free, with the largest headline; else the picture makes room for a panel. */
export function placePoster(wish: PosterWish): Poster {
  const { safe } = planFrame(wish.size)
  let best: { cost: number; layout: Layout; view: PictureView } | undefined
  const most = Math.max(...wish.views.map(({ shown }) => shown))
  for (const each of listLayouts(wish, safe)) {
    for (const [i, meter] of wish.views.entries()) {
      const layout = withCode(wish, each.layout, meter)
      const lost = COST.lost * (most - meter.shown) + (i > 0 ? COST.view : 0)
      const cost = each.cost + lost + weigh(layout, meter)
      if (!best || cost < best.cost) best = { cost, layout, view: meter.view }
    }
  }
  const usual = wish.views[0]?.view ?? {}
  return best && best.cost < COST.split ? best : { ...placeBeside(wish), view: usual }
}

/** What a layout hides: a little of the subject is a pity, more is not allowed, and a face is nothing to talk about. */
function weigh(layout: Layout, { hides, hidesFace }: ViewMeter): number {
  const boxes = listBoxes(layout)
  const hidden = boxes.reduce((sum, box) => sum + hides(box), 0)
  const face = Math.max(...boxes.map(hidesFace))
  return COST.hidden * hidden + COST.over * Math.max(0, hidden - MOST_HIDDEN) + (face > 0.001 ? COST.face : 0)
}

/** Everything that stands before the picture, with room to move. */
function listBoxes({ headline, title, artist, cta, link, code }: Layout): Box[] {
  const slabs = [...headline, title, artist, cta, link]
    .map(({ slab }) => slab)
    .filter(({ width }) => width > 2)
  return [...slabs, ...(code ? [code] : [])].map(({ x, y, width, height }) => ({
    x: x - 1.5 * ROCK_PX,
    y: y - SWELL * height,
    width: width * (1 + SWELL) + 3 * ROCK_PX,
    height: height * (1 + 2 * SWELL),
  }))
}

/** Type of every size at every place of its room, with what it costs to leave the usual one. */
function* listLayouts(
  wish: PosterWish,
  room: Box,
  isPanel = false,
): Generator<{ layout: Layout; cost: number }> {
  const { size, words, font, hasCode } = wish
  const isWide = !isPanel && size.width > 1.3 * size.height
  const isTall = planFrame(size).shape === 'TALL'
  const isEnd = isRightToLeft(words.title || words.headline)
  const widest = isWide ? Math.min(room.width * 0.62, room.height * 1.25) : room.width
  const beside = hasCode && !isTall && !isWide ? CODE_SIDE + 40 : ROCK_PX
  for (const scale of SCALES) {
    const width = Math.max(360, widest * scale)
    const parts = fitParts(
      words,
      {
        width,
        height: room.height,
        headlineHeight: room.height * scale * (isPanel ? 0.8 : 0.62),
        creditsWidth: Math.max(320, Math.min(room.width - beside, widest * Math.max(scale, 0.7)) - ROCK_PX),
      },
      font,
    )
    for (const isMirrored of width < room.width - 60 ? [isEnd, !isEnd] : [isEnd]) {
      const cost = COST.size * (1 - scale) + (isMirrored === isEnd ? 0 : COST.side)
      yield* arrange(wish, parts, room, { isMirrored, cost })
    }
  }
}

/** One stack, so that the poster reads as one thing; or its two parts at the top and the foot. */
function* arrange(
  { isUpsideDown, size }: PosterWish,
  parts: Parts,
  room: Box,
  { isMirrored, cost }: { isMirrored: boolean; cost: number },
): Generator<{ layout: Layout; cost: number }> {
  const { headline, credits, calls } = parts
  const callsHeight = calls.height > 0 ? calls.height + CALLS_GAP : 0
  const free = room.height - headline.height - CREDITS_GAP - credits.height - callsHeight
  if (free < -1) return
  const usual = planFrame(size).shape === 'TALL' ? 0.4 : 1
  const foot = room.y + room.height
  const place = (top: { headline: number; credits: number; calls: number }): Layout => {
    const x = isMirrored ? room.x + room.width - parts.width : room.x
    const [title, artist] = placeRows(credits, room, top.credits, isMirrored)
    const [cta, link] = placeRows(calls, room, top.calls, isMirrored)
    return { headline: headline.place(x, top.headline, isMirrored), title, artist, cta, link, isMirrored }
  }
  for (const at of HEIGHTS) {
    const top = room.y + Math.max(0, free) * at
    const first = isUpsideDown ? credits.height : headline.height
    const second = top + first + CREDITS_GAP
    const layout = place({
      headline: isUpsideDown ? second : top,
      credits: isUpsideDown ? top : second,
      calls: top + headline.height + CREDITS_GAP + credits.height + CALLS_GAP,
    })
    yield { layout, cost: cost + COST.height * Math.abs(at - usual) }
  }
  if (free < 60) return
  const callsTop = foot - calls.height
  const creditsTop = foot - callsHeight - credits.height
  const apart = cost + COST.apart
  yield { layout: place({ headline: room.y, credits: creditsTop, calls: callsTop }), cost: apart }
  const headlineTop = foot - callsHeight - headline.height
  yield { layout: place({ headline: headlineTop, credits: room.y, calls: callsTop }), cost: apart }
}

function placeRows(rows: Parts['credits'], room: Box, top: number, isMirrored: boolean) {
  const [first, second] = rows.place(room.x + ROCK_PX, top, false)
  if (!isMirrored) return [first, second] as const
  const shift = (text: typeof first) => {
    const move = room.x + room.width - ROCK_PX - text.slab.width - text.slab.x
    return {
      ...text,
      box: { ...text.box, x: text.box.x + move },
      slab: { ...text.slab, x: text.slab.x + move },
    }
  }
  return [shift(first), shift(second)] as const
}

/** The code stands in the corner of the safe box that is free of type and hides the least. */
function withCode({ size, hasCode }: PosterWish, layout: Layout, { hides, hidesFace }: ViewMeter): Layout {
  if (!hasCode || size.width < size.height) return layout
  const { safe } = planFrame(size)
  const right = safe.x + safe.width - CODE_SIDE
  const bottom = safe.y + safe.height - CODE_SIDE
  const corners = [
    { x: layout.isMirrored ? safe.x : right, y: bottom },
    { x: layout.isMirrored ? safe.x : right, y: safe.y },
    { x: layout.isMirrored ? right : safe.x, y: safe.y },
    { x: layout.isMirrored ? right : safe.x, y: bottom },
  ].map((corner) => ({ ...corner, width: CODE_SIDE, height: CODE_SIDE }))
  const slabs = listBoxes(layout)
  const cost = (box: Box) =>
    hides(box) + (hidesFace(box) > 0 ? 9 : 0) + (slabs.some((slab) => meets(slab, box)) ? 99 : 0)
  const [code] = corners.toSorted((a, b) => cost(a) - cost(b))
  return code && cost(code) < 40 ? { ...layout, code } : layout
}

function meets(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/** The picture at one side, all that matters in it seen, and the type on a panel beside or above it. */
function placeBeside(wish: PosterWish): Pick<Poster, 'layout' | 'split'> {
  const { safe, shape } = planFrame(wish.size)
  const inPanel = { ...wish, hasCode: false }
  const tries = (shape === 'TALL' ? [splitTop(wish, safe)] : [splitSide(wish), splitTop(wish, safe)]).flatMap(
    (split, i) => {
      const room = cut(safe, split.panel, 30)
      const [best] = [...listLayouts(inPanel, room, true)].toSorted((a, b) => a.cost - b.cost)
      const cost = 3 * (1 - wish.showsIn(split.picture)) + 0.3 * i
      return best ? [{ split, layout: best.layout, cost: cost + best.cost }] : []
    },
  )
  const [best] = tries.toSorted((a, b) => a.cost - b.cost)
  if (!best) return { layout: [...listLayouts(wish, safe)].at(-1)!.layout }
  const { layout, split } = best
  return { layout: withCode(wish, layout, keepOff(split.picture)), split }
}

type Split = NonNullable<Poster['split']>

/** How much of the frame a panel takes at least at the side, and of the safe box above. */
const PANEL_SHARE = { SIDE: 0.43, TOP: 0.5 }

/** The panel stands where reading begins; beside it a wide frame has room for the whole square. */
function splitSide({ size, words }: PosterWish): Split {
  const { width, height } = size
  const along = Math.round(width * Math.max(PANEL_SHARE.SIDE, 1 - (1.06 * height) / width))
  const isEnd = isRightToLeft(words.title || words.headline)
  return {
    panel: { x: isEnd ? width - along : 0, y: 0, width: along, height },
    picture: { x: isEnd ? 0 : along, y: 0, width: width - along, height },
  }
}

/** The panel lies above, so that the picture fills the foot, where phones lay their buttons. */
function splitTop({ size }: PosterWish, safe: Box): Split {
  const { width, height } = size
  const top = Math.round(Math.max(height - 0.8 * width, safe.y + PANEL_SHARE.TOP * safe.height))
  return { panel: { x: 0, y: 0, width, height: top }, picture: { x: 0, y: top, width, height: height - top } }
}

/** A meter that keeps things off the picture. */
function keepOff(picture: Box): ViewMeter {
  return { view: {}, shown: 1, hides: (box) => (meets(box, picture) ? 50 : 0), hidesFace: () => 0 }
}

function cut(box: Box, by: Box, rim: number): Box {
  const x = Math.max(box.x, by.x + rim)
  const y = Math.max(box.y, by.y + rim)
  const right = Math.min(box.x + box.width, by.x + by.width - rim)
  const bottom = Math.min(box.y + box.height, by.y + by.height - rim)
  return { x, y, width: right - x, height: bottom - y }
}
