import type { Box } from '../geometry.ts'
import { toExactYuv, type Yuv } from './colour.ts'
import { FULL_OPACITY } from './draw-sprite.ts'
import type { SharedMemory } from './shared-memory.ts'
import type { Stage } from './stage.ts'

/** Bytes of coverage over a box of the frame; drawn anew in every frame. */
export type ShapeMask = {
  readonly address: number
  readonly stride: number
  /** Even place and size in the frame. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Colours of a mask: one, or a row of them for a gradient from left to right. */
export type MaskColours = {
  readonly flat: Yuv
  readonly rowY: number
  readonly rowU: number
  readonly rowV: number
}

/** Zero bytes left of the first column: the mean over neighbours reads there. */
const MARGIN = 16

/** Makes room for a mask over a box, grown to even pixels with a free pixel around it. */
export function createShapeMask(sharedMemory: SharedMemory, box: Box): ShapeMask {
  const x = Math.floor((box.x - 2) / 2) * 2
  const y = Math.floor((box.y - 2) / 2) * 2
  const width = Math.ceil((box.x + box.width + 2 - x) / 2) * 2
  const height = Math.ceil((box.y + box.height + 2 - y) / 2) * 2
  const stride = Math.ceil(width / 16) * 16 + MARGIN
  const memory = sharedMemory.alloc(stride * height + MARGIN + 32)
  return { address: memory + MARGIN, stride, x, y, width, height }
}

/** A mask that is empty between two calls; `marks` says in which parts of its rows strokes lie. */
export type StrokeMask = ShapeMask & { readonly marks: number }

const MARK_BYTES = 8

/** Makes room for strokes over a box. */
export function createStrokeMask(sharedMemory: SharedMemory, box: Box): StrokeMask {
  const mask = createShapeMask(sharedMemory, box)
  return { ...mask, marks: sharedMemory.alloc(mask.height * MARK_BYTES) }
}

/** The colours for a mask: one `#rrggbb`, or several evenly spread from left to right. */
export function createMaskColours(
  sharedMemory: SharedMemory,
  width: number,
  colours: string | readonly string[],
): MaskColours {
  const stops = (typeof colours === 'string' ? [colours] : colours).map(toExactYuv)
  const first = stops[0]
  if (!first) throw new TypeError('a gradient needs at least one colour')
  const flat = { y: Math.round(first.y), u: Math.round(first.u), v: Math.round(first.v) }
  if (stops.length === 1) return { flat, rowY: 0, rowU: 0, rowV: 0 }
  const rowY = sharedMemory.alloc(width + 16)
  const rowU = sharedMemory.alloc(width / 2 + 16)
  const rowV = sharedMemory.alloc(width / 2 + 16)
  const lumas = sharedMemory.bytes(rowY, width)
  const us = sharedMemory.bytes(rowU, width / 2)
  const vs = sharedMemory.bytes(rowV, width / 2)
  for (let i = 0; i < width; i++) {
    const colour = mixStops(stops, i / Math.max(1, width - 1))
    lumas[i] = Math.round(colour.y)
    if (i % 2 === 1) continue
    us[i / 2] = Math.round(colour.u)
    vs[i / 2] = Math.round(colour.v)
  }
  return { flat, rowY, rowU, rowV }
}

/** A part of a mask that holds all that is drawn, in its own pixels; fractions are allowed. */
export type MaskPart = { left: number; top: number; right: number; bottom: number }

/** Empties the rows of a mask that the next frame draws into. */
export function clearShapeMask({ kernels }: Stage, mask: ShapeMask, part: MaskPart = takeWhole(mask)): void {
  const { top, bottom } = toEven(mask, part)
  const { address, stride } = mask
  if (bottom > top) kernels.clearMask(address + top * stride - MARGIN, (bottom - top) * stride + MARGIN)
}

/** Blends a mask in its colours. */
export function drawShapeMask(
  { kernels, target }: Stage,
  mask: ShapeMask,
  colours: MaskColours,
  opacity: number,
  part: MaskPart = takeWhole(mask),
): void {
  const { left, top, right, bottom } = toEven(mask, part)
  if (right <= left || bottom <= top) return
  const { flat, rowY, rowU, rowV } = colours
  kernels.drawMask(
    target,
    mask.address + top * mask.stride + left,
    mask.stride,
    mask.x + left,
    mask.y + top,
    right - left,
    bottom - top,
    toGain(opacity),
    flat.y,
    flat.u,
    flat.v,
    rowY && rowY + left,
    rowU && rowU + left / 2,
    rowV && rowV + left / 2,
  )
}

/** Draws strokes that lie at an address, each of two points of the mask and a radius. */
export function drawStrokes(
  { kernels, target }: Stage,
  mask: StrokeMask,
  { flat, rowY, rowU, rowV }: MaskColours,
  opacity: number,
  strokes: { address: number; count: number },
): void {
  kernels.drawStrokes(
    target,
    mask.address,
    mask.stride,
    mask.x,
    mask.y,
    mask.width,
    mask.height,
    mask.marks,
    strokes.address,
    strokes.count,
    toGain(opacity),
    flat.y,
    flat.u,
    flat.v,
    rowY,
    rowU,
    rowV,
  )
}

function toGain(opacity: number): number {
  return Math.round(Math.min(1, Math.max(0, opacity)) * FULL_OPACITY)
}

function takeWhole({ width, height }: ShapeMask): MaskPart {
  return { left: 0, top: 0, right: width, bottom: height }
}

/** Two pixels share one of colour. */
function toEven({ width, height }: ShapeMask, { left, top, right, bottom }: MaskPart): MaskPart {
  return {
    left: Math.max(0, Math.floor(left / 2) * 2),
    top: Math.max(0, Math.floor(top / 2) * 2),
    right: Math.min(width, Math.ceil(right / 2) * 2),
    bottom: Math.min(height, Math.ceil(bottom / 2) * 2),
  }
}

function mixStops(stops: readonly Yuv[], position: number): Yuv {
  const at = position * (stops.length - 1)
  const i = Math.min(stops.length - 2, Math.floor(at))
  const a = stops[i]!
  const b = stops[i + 1]!
  const t = at - i
  return { y: a.y + (b.y - a.y) * t, u: a.u + (b.u - a.u) * t, v: a.v + (b.v - a.v) * t }
}
