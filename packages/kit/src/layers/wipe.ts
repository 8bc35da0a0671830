import { toYuv } from '../compose/colour.ts'
import { drawSprite, type Fade, findRows, type SpriteDraw } from '../compose/draw-sprite.ts'
import type { Frame, Moving } from '../compose/frame.ts'
import { isFixed, valueAt } from '../compose/frame.ts'
import type { Layer } from '../compose/layer.ts'
import type { Painting } from '../compose/painting.ts'
import type { Stage } from '../compose/stage.ts'
import { createPlacement, homeAnchor, isPlacementFixed, type PlacementProps } from './placement.ts'
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
  const home = homeAnchor(box, props.anchor)
  const placementAt = createPlacement(box, props)
  const how: SpriteDraw = {
    anchorX: 0,
    anchorY: 0,
    homeX: home.x,
    homeY: home.y,
    scale: 1,
    rotation: 0,
    opacity: 1,
  }

  return {
    isStill: isPlacementFixed(props) && [edge, beforeColour, afterColour].every(isFixed),
    reach: (frame: Frame) => {
      Object.assign(how, placementAt(frame))
      const [upper, lower] = [findRows(stage, first, how), findRows(stage, second, how)]
      return {
        isSame: false,
        top: Math.min(upper.top, lower.top),
        bottom: Math.max(upper.bottom, lower.bottom),
      }
    },
    draw: (frame: Frame) => {
      Object.assign(how, placementAt(frame))
      const amount = valueAt(edge, frame)
      const isUnderway = amount > 0 && amount < 1
      const fade = isUnderway
        ? revealEdge(box, how, amount, { revealFrom: from, revealSoftness: softness })
        : undefined
      if (!(amount >= 1)) {
        how.tint = beforeColour === undefined ? undefined : toYuv(valueAt(beforeColour, frame))
        how.fade = fade && behindEdge(fade)
        drawSprite(stage, first, how)
      }
      if (amount > 0) {
        how.tint = afterColour === undefined ? undefined : toYuv(valueAt(afterColour, frame))
        how.fade = fade
        drawSprite(stage, second, how)
      }
    },
  }
}

/**
 * The first painting stays whole under the soft edge, where the second is blended over it: two halves blended one
 * after the other would let the ground shine through.
 */
function behindEdge({ axis, from, to }: Fade): Fade {
  const ahead = to > from ? 0.5 : -0.5
  return { axis, from: from + ahead, to: from - ahead }
}
