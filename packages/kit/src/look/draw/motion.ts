import { createCanvas } from '@napi-rs/canvas'
import type { Frame, Moving } from '../../compose/frame.ts'
import type { Box } from '../../geometry.ts'
import { readRgb, toHex } from '../../paint/colour.ts'
import type { Cover } from '../../paint/create-cover.ts'
import { tameRed } from '../../paint/flash-safety.ts'
import type { Photo } from '../../paint/photo.ts'
import { readAnchor } from '../layout/place-box.ts'
import { bindNumber, boundNumber, type LookScene, type Range } from '../look-scene.ts'
import type { Anchor, MovingNumber } from '../values.ts'

export const SHIFT: Range = { least: -2000, most: 2000 }
export const SCALE: Range = { least: 0.2, most: 2 }
export const SHARE: Range = { least: 0, most: 1 }
const TURN: Range = { least: -360, most: 360 }

/** What moves a layer. */
export type MovedLayer = {
  x?: MovingNumber
  y?: MovingNumber
  scale?: MovingNumber
  rotation?: MovingNumber
  opacity?: MovingNumber
  grows?: Anchor
}

/** How something is placed in each frame, for layers of the kit. */
export type Motion = {
  x?: Moving<number>
  y?: Moving<number>
  scale?: Moving<number>
  rotation?: Moving<number>
  opacity?: Moving<number>
  anchor: { x: number; y: number }
}

/** Binds what moves a layer; START of its anchor is on the side of `isMirrored`. */
export function bindMotion(layer: MovedLayer, scene: LookScene, isMirrored = scene.isMirrored): Motion {
  const { unit } = scene
  const values = {
    // Towards END.
    x: bindNumber(layer.x, SHIFT, scene, isMirrored ? -unit : unit),
    y: bindNumber(layer.y, SHIFT, scene, unit),
    scale: bindNumber(layer.scale, SCALE, scene),
    rotation: bindNumber(layer.rotation, TURN, scene),
    opacity: bindNumber(layer.opacity, SHARE, scene),
  }
  const set = Object.entries(values).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(set), anchor: readAnchor(layer.grows, isMirrored) }
}

/** The largest that a layer becomes, at least 1: it is painted so large that it is always sharp. */
export function findLargest({ scale }: MovedLayer, scene: LookScene): number {
  return Math.max(1, boundNumber(scale, SCALE, 1, scene.data).most)
}

/** A box grown around one of its points. */
export function growBox(box: Box, anchor: { x: number; y: number }, by: number): Box {
  return {
    x: box.x - box.width * anchor.x * (by - 1),
    y: box.y - box.height * anchor.y * (by - 1),
    width: box.width * by,
    height: box.height * by,
  }
}

/** A scale for something that was painted larger by so much. */
export function shrinkScale(scale: Moving<number> | undefined, by: number): Moving<number> | undefined {
  if (by === 1) return scale
  if (scale === undefined || typeof scale === 'number') return (scale ?? 1) / by
  return (frame: Frame) => scale(frame) / by
}

const RED_SHARE = 0.3
const RED_CELLS = 12
/** How much of its swing is left to a picture of saturated red: its flicker is the worst. */
const RED_SWING = 0.22

/** The scale of something that shows a picture: one that is red moves its edges less. */
export function calmRed(
  scale: MovingNumber | undefined,
  picture: Cover | Pick<Photo, 'image'>,
): MovingNumber | undefined {
  if (typeof scale !== 'object' || !('with' in scale) || findRed(picture) <= RED_SHARE) return scale
  return { ...scale, with: scale.with.map((move) => ({ ...move, by: move.by * RED_SWING })) }
}

/** Which part of a picture is saturated red; a photograph has no palette, so a few of its pixels are looked at. */
function findRed(picture: Cover | Pick<Photo, 'image'>): number {
  const isRed = (colour: string) => tameRed(colour) !== colour
  if ('palette' in picture)
    return picture.palette.swatches.reduce((sum, { colour, share }) => sum + (isRed(colour) ? share : 0), 0)
  const ctx = createCanvas(RED_CELLS, RED_CELLS).getContext('2d')
  ctx.drawImage(picture.image, 0, 0, RED_CELLS, RED_CELLS)
  const { data } = ctx.getImageData(0, 0, RED_CELLS, RED_CELLS)
  const cells = Array.from({ length: RED_CELLS ** 2 }, (_, i) => toHex(readRgb(data, 4 * i)))
  return cells.filter(isRed).length / cells.length
}
