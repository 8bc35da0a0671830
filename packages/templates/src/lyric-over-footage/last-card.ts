import { type Box, type Size, splitFilm } from '@songreel/kit'
import { type Block, GAP, MEASURES, type Plan, setNames, setTitle } from './set-names.ts'

/** The cover and the names of the last picture. */
export type LastCard = { cover: Box; names: Block & { x: number; y: number } }

/** How far the cover may reach: to the frame's edges, or inside of its safe part where a logo stands below. */
type Reach = { head: number; foot: number }

/** The most that the cover takes of a wide card's width, and the names of a square one's height. */
const WIDE_COVER = 0.5625
const NAMES_SHARE = 0.4
/** A cover is as wide and as high as itself between these. */
const RATIOS = { least: 0.8, most: 1.4 }
/** A tall card's cover leaves the names so much. */
const LEAST_NAMES = 290

/** The cover at the frame's edges, and the names where all type begins. */
export function planLast(plan: Plan, hasLogo: boolean): LastCard {
  const { safe, size, shape } = plan
  const reach = hasLogo ? { head: safe.y, foot: safe.y + safe.height } : { head: 0, foot: size.height }
  if (shape === 'WIDE') return planWideCard(plan, reach)
  return shape === 'TALL' ? planTallCard(plan, reach) : planSquareCard(plan, reach)
}

/** The names above the cover, which is as wide as the frame: the film's last window. */
function planTallCard(plan: Plan, { foot }: Reach): LastCard {
  const { size, safe } = plan
  const ratio = holdRatio(plan)
  const height = Math.min(foot - safe.y - LEAST_NAMES, size.width / ratio)
  const names = setCard(plan, { width: safe.width, height: foot - safe.y - height - 2 * GAP })
  const { window } = splitFilm(size, safe, { side: 'TOP', roomPx: names.height })
  // A low cover and its names stand in the middle.
  const shift = Math.max(0, (foot - window.y - height - safe.y) / 2)
  const width = Math.min(size.width, ratio * height)
  const x = width < size.width ? (size.width - width) / 2 : 0
  return {
    cover: { x, y: window.y + shift, width, height },
    names: { ...names, x: safe.x, y: safe.y + shift },
  }
}

/** The names above the cover, which stands in the corner where reading ends. */
function planSquareCard(plan: Plan, { foot }: Reach): LastCard {
  const { size, safe, isMirrored } = plan
  const names = setCard(plan, { width: safe.width, height: NAMES_SHARE * safe.height })
  const { window } = splitFilm(size, safe, { side: 'TOP', roomPx: names.height })
  const ratio = holdRatio(plan)
  const width = Math.min(size.width - safe.x, ratio * (foot - window.y))
  const height = width / ratio
  return {
    cover: { x: isMirrored ? 0 : size.width - width, y: foot - height, width, height },
    names: { ...names, x: safe.x, y: safe.y },
  }
}

/** The cover from the upper to the lower edge on the side where reading ends, and the names beside its foot, as far from it as from the frame's edge. */
function planWideCard(plan: Plan, { head, foot }: Reach): LastCard {
  const { size, safe, isMirrored } = plan
  const height = foot - head
  const width = Math.min(holdRatio(plan) * height, WIDE_COVER * size.width)
  const margin = isMirrored ? size.width - safe.x - safe.width : safe.x
  const room = { width: size.width - width - 2 * margin, height: 0.8 * safe.height }
  const names = setCard(plan, room)
  return {
    cover: { x: isMirrored ? 0 : size.width - width, y: head, width, height },
    names: {
      ...names,
      x: isMirrored ? safe.x + safe.width - names.width : safe.x,
      y: safe.y + safe.height - names.height,
    },
  }
}

/** How wide a cover is beside its height. */
function holdRatio({ cover }: Plan): number {
  return Math.max(RATIOS.least, Math.min(RATIOS.most, cover.width / cover.height))
}

/** Title, artist and note below each other. */
function setCard(plan: Plan, room: Size): Block {
  const names = setNames(plan, room.width)
  const gap = names.heightPx > 0 ? 0.6 * GAP : 0
  const title = setTitle(
    plan,
    { width: room.width, height: Math.max(1, room.height - names.heightPx - gap) },
    MEASURES[plan.shape].nameTitlePx,
  )
  return {
    width: room.width,
    height: title.heightPx + gap + names.heightPx,
    texts: [...title.place(0, 0), ...names.place(0, title.heightPx + gap)],
  }
}
