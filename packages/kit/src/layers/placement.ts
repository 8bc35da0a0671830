import type { SpriteDraw } from '../compose/draw-sprite.ts'
import type { Frame, Moving } from '../compose/frame.ts'
import { isFixed, valueAt } from '../compose/frame.ts'
import type { Box } from '../geometry.ts'
import { clamp01 } from '../paint/easing.ts'

/** How something painted is moved from the place where it was painted. */
export type PlacementProps = {
  /** Shift to the right in pixels; fractions move smoothly. Default 0. */
  x?: Moving<number>
  /** Shift downward in pixels. Default 0. */
  y?: Moving<number>
  /** Size relative to the painted one, around the anchor. Default 1. */
  scale?: Moving<number>
  /** Degrees clockwise around the anchor. Default 0. */
  rotation?: Moving<number>
  /** 0 to 1. Default 1. */
  opacity?: Moving<number>
  /** The point of the box that scaling and rotation leave in place, as fractions of it. Default its middle. */
  anchor?: { x: number; y: number }
}

/** Where something is in one frame. */
export type Placement = {
  /** The anchor's place in the frame. */
  anchorX: number
  anchorY: number
  scale: number
  rotation: number
  opacity: number
}

/** Reads placements frame by frame into one and the same object. */
export function createPlacement(box: Box, props: PlacementProps): (frame: Frame) => Placement {
  const { x = 0, y = 0, scale = 1, rotation = 0, opacity = 1, anchor = { x: 0.5, y: 0.5 } } = props
  const homeX = box.x + box.width * anchor.x
  const homeY = box.y + box.height * anchor.y
  const placement: Placement = { anchorX: 0, anchorY: 0, scale: 1, rotation: 0, opacity: 1 }
  return (frame) => {
    placement.anchorX = homeX + valueAt(x, frame)
    placement.anchorY = homeY + valueAt(y, frame)
    placement.scale = valueAt(scale, frame)
    placement.rotation = valueAt(rotation, frame) % 360
    placement.opacity = clamp01(valueAt(opacity, frame))
    return placement
  }
}

/** The anchor's place when nothing moves it. */
export function homeAnchor(box: Box, anchor = { x: 0.5, y: 0.5 }): { x: number; y: number } {
  return { x: box.x + box.width * anchor.x, y: box.y + box.height * anchor.y }
}

/** A drawing at home, into which placements are read. */
export function drawAtHome(box: Box, anchor?: { x: number; y: number }): SpriteDraw {
  const { x: homeX, y: homeY } = homeAnchor(box, anchor)
  return { anchorX: 0, anchorY: 0, homeX, homeY, scale: 1, rotation: 0, opacity: 1 }
}

/** True when nothing of the placement changes with the frame. */
export function isPlacementFixed({ x, y, scale, rotation, opacity }: PlacementProps): boolean {
  return [x, y, scale, rotation, opacity].every(isFixed)
}
