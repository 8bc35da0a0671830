import { type Box, findSlimThing, findSubject, type Size, smoothstep } from '@songreel/kit'
import { bringForward, type GroundPlan, placeWhole, planSky, type SkyPlan } from './plan-sky.ts'

/** Beside a picture the land is one slope, high at the type's side and low below the cover. */
export type Slope = {
  /** How much higher than below the cover the farthest ridge stands there, in pixels. */
  px: number
  typeSide: 'LEFT' | 'RIGHT'
  /** Where it falls, from there. */
  from: number
  to: number
}

/** What a slope has to mind. */
export type SlopePlan = GroundPlan & { sky: SkyPlan }

/** Above type on a slope there is at least so much land, of the frame's height; and so much of the frame stays sky. */
const ABOVE = 0.045
const LEAST_SKY = 0.22
/** A slope has at least such a height, of the frame's, even below small type. */
const LEAST_RISE = 0.42
/** It begins so far before the frame's edge or behind it, of the frame's width, and ends so far below the cover, of that: the longest one is the gentlest. */
const FROM = [-0.16, -0.08, 0, 0.08, 0.16, 0.24]
const TO = [0.95, 0.85, 0.75, 0.65, 0.55, 0.45, 0.35, 0.25, 0.15]
/** So much of the subject may stand in the land. */
const MOST_HIDDEN = 0.03
/** Points along the lower half of a face. */
const POINTS = 9

/** Steeper than this a slope is a cliff. */
const STEEPEST = 1.1

/** The sky and the slope below it: where that would be a cliff beside a face, the picture stands before the land. */
export function planGround(plan: GroundPlan): { sky: SkyPlan; slope: Slope } {
  const sky = planSky(plan)
  const slope = planSlope({ ...plan, sky })
  const isCliff = plan.layout.isAside && (1.5 * slope.px) / (slope.to - slope.from) > STEEPEST
  if (!isCliff) return { sky, slope }
  const front = bringForward(sky, plan)
  return { sky: front, slope: planSlope({ ...plan, sky: front }) }
}

/** The gentlest slope that lies behind all of the type and below every face; none where type and cover stand above each other. */
export function planSlope({ size, layout, cover, sky }: SlopePlan): Slope {
  const { align, horizon, isAside, skyWidth } = layout
  const none: Slope = { px: 0, typeSide: align, from: 0, to: 1 }
  if (!sky.isPanel) return none
  const whole = placeWhole(cover, sky)
  if (!isAside) return lean(none, { size, layout, cover, whole })
  const end = size.width - skyWidth
  const tried = FROM.flatMap((from) =>
    TO.map((to) => raise({ ...none, from: from * size.width, to: end + to * skyWidth }, { size, layout })),
  ).toSorted((a, b) => b.to - b.from - (a.to - a.from))
  const isLow = ({ px }: Slope) => px <= horizon - LEAST_SKY * size.height
  const isFree = (slope: Slope) => sky.isFront || hidesLittle(slope, { size, layout, cover, whole })
  return tried.find((slope) => isLow(slope) && isFree(slope)) ?? tried.find(isFree) ?? tried.at(-1)!
}

/** A gentle one into the room beside a picture above the type; lower ones where it would come before somebody. */
const LEAN = { rises: [0.24, 0.18, 0.12], to: [0.85, 0.7, 0.55, 0.4] }

function lean(none: Slope, plan: HiddenPlan): Slope {
  const { width, height } = plan.size
  const tried = LEAN.rises.flatMap((rise) =>
    LEAN.to.map((to) => ({ ...none, px: rise * height, from: -0.1 * width, to: to * width })),
  )
  return tried.find((slope) => hidesLittle(slope, plan)) ?? none
}

/** As high as its type needs. */
function raise(slope: Slope, { size, layout }: Pick<SlopePlan, 'size' | 'layout'>): Slope {
  const { texts, align, horizon } = layout
  const needs = texts.map(({ box, layout: { ink } }) => {
    const reach = align === 'LEFT' ? box.x + ink.right : size.width - box.x - ink.left
    const share = 1 - smoothstep(slope.from, slope.to, reach)
    return (horizon - box.y - ink.top + ABOVE * size.height) / Math.max(0.02, share)
  })
  return { ...slope, px: Math.max(LEAST_RISE * size.height, ...needs) }
}

type HiddenPlan = GroundPlan & { whole: Box }

function hidesLittle(slope: Slope, { size, layout, cover, whole }: HiddenPlan): boolean {
  const { columns, rows, weights, faces } = findSubject(cover.salience)
  const isHidden = (across: number, down: number) => {
    const x = whole.x + across * whole.width
    const top = layout.ridgeTop - readSlope(slope, size, x)
    return whole.y + down * whole.height > top && top < layout.ridgeTop - 1
  }
  const isCut = ({ x, y, width, height }: Box) =>
    Array.from({ length: POINTS }, (_, i) => (Math.PI * i) / (POINTS - 1)).some((turn) =>
      isHidden(x + width * (0.5 + 0.5 * Math.cos(turn)), y + height * (0.5 + 0.5 * Math.sin(turn))),
    )
  let hidden = 0
  for (const [i, weight] of weights.entries())
    if (isHidden(((i % columns) + 0.5) / columns, (Math.floor(i / columns) + 0.5) / rows)) hidden += weight
  const thing = findSlimThing(cover)
  return hidden <= MOST_HIDDEN && ![...faces, ...(thing ? [thing] : [])].some(isCut)
}

/** How much higher than below the cover the farthest ridge stands at a place across the frame. */
export function readSlope({ px, typeSide, from, to }: Slope, size: Size, x: number): number {
  return px * (1 - smoothstep(from, to, typeSide === 'LEFT' ? x : size.width - x))
}
