import { isSameYuv, toYuv, type Yuv } from '../compose/colour.ts'
import { drawSprite, type Fade, findRows, isSameDraw, type SpriteDraw } from '../compose/draw-sprite.ts'
import type { Frame, Moving } from '../compose/frame.ts'
import { isFixed, valueAt } from '../compose/frame.ts'
import type { Layer } from '../compose/layer.ts'
import type { Painting } from '../compose/painting.ts'
import type { Stage } from '../compose/stage.ts'
import { createPlacement, drawAtHome, isPlacementFixed, type PlacementProps } from './placement.ts'
import { type RevealSide, revealEdge } from './sprite.ts'

/** Where the edge between two paintings is. */
export type WipeProps = Omit<PlacementProps, 'rotation'> & {
  /** How much of the second painting has replaced the first, 0 to 1 of the first one's box. */
  edge: Moving<number>
  /** The side that changes first. Default LEFT. */
  from?: RevealSide
  /** Width of the soft edge in pixels. Default 2. */
  softness?: number
  /** Shows the first painting's shape in this `#rrggbb` colour. */
  beforeColour?: Moving<string>
  /** Shows the second painting's shape in this `#rrggbb` colour. */
  afterColour?: Moving<string>
}

/** Two paintings of the same place with a moving edge between them: karaoke, or a progress line. */
export function wipe(before: Painting, after: Painting, props: WipeProps): Layer {
  return { kind: 'wipe', mount: (stage) => mountWipe(stage, before, after, props) }
}

function mountWipe(stage: Stage, before: Painting, after: Painting, props: WipeProps) {
  const { edge, from = 'LEFT', softness = 2, beforeColour, afterColour } = props
  const first = stage.getSprite(before)
  const second = stage.getSprite(after)
  const { box } = before
  const wipedAt = createWiped(before, props)
  let drawn: Wiped | undefined

  return {
    isStill: isPlacementFixed(props) && [edge, beforeColour, afterColour].every(isFixed),
    isClippable: true,
    reach: (frame: Frame) => {
      const wiped = wipedAt(frame)
      const [upper, lower] = [findRows(first, wiped.how), findRows(second, wiped.how)]
      return {
        isSame: drawn !== undefined && isSameWiped(wiped, drawn),
        top: Math.min(upper.top, lower.top),
        bottom: Math.max(upper.bottom, lower.bottom),
      }
    },
    draw: (frame: Frame) => {
      const { how, amount, colours } = wipedAt(frame)
      drawn = { how: { ...how }, amount, colours: { ...colours } }
      const isUnderway = amount > 0 && amount < 1
      const fade = isUnderway
        ? revealEdge(box, how, amount, { revealFrom: from, revealSoftness: softness })
        : undefined
      if (amount < 1)
        drawSprite(stage, first, { ...how, tint: colours.before, fade: fade && behindEdge(fade) })
      if (amount > 0) drawSprite(stage, second, { ...how, tint: colours.after, fade })
    },
  }
}

/** How both paintings are drawn in one frame. */
type Wiped = { how: SpriteDraw; amount: number; colours: { before: Yuv | undefined; after: Yuv | undefined } }

/** Reads the properties frame by frame, once for each, into one and the same object. */
function createWiped({ box }: Painting, props: WipeProps): (frame: Frame) => Wiped {
  const { edge, beforeColour, afterColour } = props
  const placementAt = createPlacement(box, props)
  const how = drawAtHome(box, props.anchor)
  const wiped: Wiped = { how, amount: 0, colours: { before: undefined, after: undefined } }
  let seen: Frame | undefined
  return (frame) => {
    if (seen === frame) return wiped
    seen = frame
    Object.assign(how, placementAt(frame))
    const amount = valueAt(edge, frame)
    wiped.amount = amount > 0 ? Math.min(1, amount) : 0
    // A colour of which nothing is seen makes no difference.
    const isSeen = { before: wiped.amount < 1, after: wiped.amount > 0 }
    wiped.colours.before = isSeen.before && beforeColour ? toYuv(valueAt(beforeColour, frame)) : undefined
    wiped.colours.after = isSeen.after && afterColour ? toYuv(valueAt(afterColour, frame)) : undefined
    return wiped
  }
}

function isSameWiped(a: Wiped, b: Wiped): boolean {
  const areColoursSame =
    isSameYuv(a.colours.before, b.colours.before) && isSameYuv(a.colours.after, b.colours.after)
  return areColoursSame && a.amount === b.amount && isSameDraw(a.how, b.how)
}

/**
 * The first painting stays whole under the soft edge, where the second is blended over it: two halves blended one
 * after the other would let the ground shine through.
 */
function behindEdge({ axis, from, to }: Fade): Fade {
  const ahead = to > from ? 0.5 : -0.5
  return { axis, from: from + ahead, to: from - ahead }
}
