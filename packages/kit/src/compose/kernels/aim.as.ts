// The plane of a sprite and the plane of the frame that it is drawn into, for straight and turned sprites alike.
import { BLACK, GREY, Sprite, Target } from "./target.as"

// What is being drawn: set once per plane, so that the row loops need few arguments. Each thread has its own instance.
export let paint: usize = 0
export let alpha: usize = 0
export let spans: usize = 0
export let evens: usize = 0
export let stride: i32 = 0
export let rows: i32 = 0
export let cols: i32 = 0
export let dst: usize = 0
export let dstStride: i32 = 0
export let touched: usize = 0
export let settled: usize = 0
export let hidden: usize = 0
export let left: i32 = 0
export let top: i32 = 0
export let right: i32 = 0
export let bottom: i32 = 0
export let black: i32 = 0
export let tint: i32 = -1

/** Aims at the luma plane. */
export function aimLuma(target: Target, sprite: Sprite, tintY: i32): void {
  paint = sprite.planeY
  alpha = sprite.planeA
  spans = sprite.spansY
  evens = sprite.evenY
  stride = sprite.strideY
  cols = sprite.width
  rows = sprite.height
  dst = target.y
  dstStride = target.strideY
  touched = target.touchedY
  settled = target.settledY
  hidden = target.hiddenY
  left = target.clipLeft
  top = target.clipTop
  right = target.clipRight
  bottom = target.clipBottom
  black = BLACK
  tint = tintY
}

/** Aims at one of the chroma planes, which have half the rows and columns. */
export function aimChroma(target: Target, sprite: Sprite, plane: usize, into: usize, value: i32): void {
  paint = plane
  alpha = sprite.planeAC
  spans = sprite.spansC
  evens = sprite.evenC
  stride = sprite.strideC
  cols = sprite.width >> 1
  rows = sprite.height >> 1
  dst = into
  dstStride = target.strideC
  touched = target.touchedC
  settled = target.settledC
  hidden = target.hiddenC
  left = target.clipLeft >> 1
  top = target.clipTop >> 1
  right = target.clipRight >> 1
  bottom = target.clipBottom >> 1
  black = GREY
  tint = value
}

/** Whether layers above will cover all of the columns [from, to) of a row, so that they need not be drawn. */
@inline export function isHidden(y: i32, from: i32, to: i32): bool {
  if (!hidden) return false
  const row = hidden + <usize>(y << 2)
  return <i32>load<i16>(row) <= from && <i32>load<i16>(row, 2) >= to
}
