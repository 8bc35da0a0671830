import { toYuv } from '../compose/colour.ts'
import {
  drawSprite,
  type Fade,
  findCorner,
  findRows,
  isSameDraw,
  type SpriteDraw,
} from '../compose/draw-sprite.ts'
import type { Frame, Moving } from '../compose/frame.ts'
import { isFixed, valueAt } from '../compose/frame.ts'
import type { Layer } from '../compose/layer.ts'
import type { Painting } from '../compose/painting.ts'
import { canHide } from '../compose/sprite-layout.ts'
import type { Stage } from '../compose/stage.ts'
import type { Box } from '../geometry.ts'
import { createPlacement, drawAtHome, isPlacementFixed, type PlacementProps } from './placement.ts'

/** How a painting is shown. */
export type SpriteProps = PlacementProps & {
  /** How much of the box is shown, 0 to 1, counted from `revealFrom`. Not together with a rotation. */
  reveal?: Moving<number>
  /** Default LEFT. */
  revealFrom?: RevealSide
  /** Width of the soft edge in pixels. Default 2. */
  revealSoftness?: number
  /** Shows the painting's shape in this `#rrggbb` colour. */
  colour?: Moving<string>
}

/** The side that is shown first. */
export type RevealSide = 'LEFT' | 'RIGHT' | 'TOP' | 'BOTTOM'

/** Anything painted once, then moved, scaled, rotated, faded or revealed. */
export function sprite(painting: Painting, props: SpriteProps = {}): Layer {
  return { kind: 'sprite', mount: (stage) => mountSprite(stage, painting, props) }
}

function mountSprite(stage: Stage, painting: Painting, props: SpriteProps) {
  const picture = stage.getSprite(painting)
  const howAt = createSpriteDraw(painting.box, props)
  let drawn: SpriteDraw | undefined
  return {
    isStill: isFixedSprite(props),
    isClippable: true,
    ...(canHide(stage.sharedMemory, picture) && {
      occlusion: (frame: Frame) => {
        const how = howAt(frame)
        if (how.opacity < 1 || how.rotation !== 0 || !(how.scale >= 0.5) || how.fade) return null
        const { x, y } = findCorner(picture, how)
        // Only on whole samples of all planes is one colour as good as opaque: else a trace of the ground is left.
        if (how.tint && !(how.scale === 1 && x % 2 === 0 && y % 2 === 0)) return null
        return { sprite: picture, x, y, scale: how.scale }
      },
    }),
    reach: (frame: Frame) => {
      const how = howAt(frame)
      return { isSame: drawn !== undefined && isSameDraw(how, drawn), ...findRows(picture, how) }
    },
    draw: (frame: Frame) => {
      const how = howAt(frame)
      drawn = { ...how }
      drawSprite(stage, picture, how)
    },
  }
}

function isFixedSprite(props: SpriteProps): boolean {
  return isPlacementFixed(props) && isFixed(props.reveal) && isFixed(props.colour)
}

/** Reads the properties frame by frame, once for each, into one and the same object. */
export function createSpriteDraw(box: Box, props: SpriteProps): (frame: Frame) => SpriteDraw {
  const placementAt = createPlacement(box, props)
  const how = drawAtHome(box, props.anchor)
  const isNeverChanged = isFixedSprite(props)
  let seen: Frame | undefined
  return (frame) => {
    // It is asked where it reaches, what it hides, and how it is drawn.
    if (seen === frame || (seen && isNeverChanged)) return how
    seen = frame
    const { anchorX, anchorY, scale, rotation, opacity } = placementAt(frame)
    how.anchorX = anchorX
    how.anchorY = anchorY
    how.scale = scale
    how.rotation = rotation
    how.opacity = opacity
    how.tint = props.colour === undefined ? undefined : toYuv(valueAt(props.colour, frame))
    how.fade = undefined
    if (props.reveal !== undefined) {
      const amount = valueAt(props.reveal, frame)
      if (!(amount > 0)) how.opacity = 0
      else if (amount < 1) how.fade = revealEdge(box, how, amount, props)
    }
    return how
  }
}

/** The soft edge of a reveal, as it lies in the frame. It travels so that 0 shows nothing and 1 shows all. */
export function revealEdge(
  box: Box,
  how: SpriteDraw,
  amount: number,
  { revealFrom = 'LEFT', revealSoftness = 2 }: Pick<SpriteProps, 'revealFrom' | 'revealSoftness'>,
): Fade {
  const axis = revealFrom === 'LEFT' || revealFrom === 'RIGHT' ? 'x' : 'y'
  const start =
    axis === 'x'
      ? how.anchorX + (box.x - how.homeX) * how.scale
      : how.anchorY + (box.y - how.homeY) * how.scale
  const length = (axis === 'x' ? box.width : box.height) * how.scale
  const soft = Math.max(1, revealSoftness)
  const isForward = revealFrom === 'LEFT' || revealFrom === 'TOP'
  const edge = amount * (length + soft)
  if (isForward) return { axis, from: start + edge - soft, to: start + edge }
  return { axis, from: start + length - edge + soft, to: start + length - edge }
}
