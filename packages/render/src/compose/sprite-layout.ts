import type { Heap } from './shared-memory.ts'

/** A painted picture in the heap; plain data, so that it travels to other threads. */
export type Sprite = {
  /** Address of the record that the kernels read. */
  readonly address: number
  /** Where its top left corner lies in the frame when nothing moves it; even numbers. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly strideY: number
  readonly strideC: number
  readonly planeY: number
  readonly planeA: number
  readonly planeU: number
  readonly planeV: number
  readonly planeAC: number
  readonly spansY: number
  readonly spansC: number
  readonly evenY: number
  readonly evenC: number
}

/** A smooth 16-bit picture in the heap; plain data. */
export type Texture = {
  readonly address: number
  readonly width: number
  readonly height: number
  readonly stride: number
  readonly planeY: number
  readonly widthC: number
  readonly heightC: number
  readonly strideC: number
  readonly planeU: number
  readonly planeV: number
}

/** The record of the planes that a thread draws on; fields in the order of kernels/target.as.ts. */
export const TARGET = {
  y: 0,
  u: 1,
  v: 2,
  strideY: 3,
  strideC: 4,
  width: 5,
  height: 6,
  dither: 7,
  hiddenY: 8,
  hiddenC: 9,
  touchedY: 10,
  touchedC: 11,
  scratch: 12,
  clipLeft: 13,
  clipTop: 14,
  clipRight: 15,
  clipBottom: 16,
  settledY: 17,
  settledC: 18,
  length: 19,
} as const

const BLACK = 16
const GREY = 128
const MIN_HIDING_COLUMNS = 40
const MIN_HIDING_ROWS = 24
const OPAQUE_RADIUS_FIELD = 15

/** Makes room for a sprite of even size; everything is transparent. */
export function allocSprite(
  heap: Heap,
  place: { x: number; y: number; width: number; height: number },
): Sprite {
  const { x, y, width, height } = place
  // 16 transparent bytes between rows: eight columns at once may read past an edge.
  const strideY = Math.ceil(width / 16) * 16 + 16
  const strideC = Math.ceil(width / 32) * 16 + 16
  const lumaBytes = strideY * height
  const chromaBytes = (strideC * height) / 2
  const sprite: Sprite = {
    address: heap.alloc(64),
    x,
    y,
    width,
    height,
    strideY,
    strideC,
    planeY: allocFilled(heap, lumaBytes, BLACK),
    planeA: allocFilled(heap, lumaBytes, 0),
    planeU: allocFilled(heap, chromaBytes, GREY),
    planeV: allocFilled(heap, chromaBytes, GREY),
    planeAC: allocFilled(heap, chromaBytes, 0),
    spansY: heap.alloc(height * 8),
    spansC: heap.alloc(height * 4),
    evenY: heap.alloc(height),
    evenC: heap.alloc(height / 2),
  }
  writeSpriteRecord(heap, sprite)
  return sprite
}

/** Writes the record that the kernels read. */
export function writeSpriteRecord(heap: Heap, sprite: Sprite): void {
  const { address, ...fields } = sprite
  heap.ints(address, OPAQUE_RADIUS_FIELD).set(Object.values(fields))
}

/** True when enough of a sprite is opaque for it to be worth leaving out what lies behind it. */
export function canHide(heap: Heap, { spansY, evenY, height }: Sprite): boolean {
  const spans = heap.words(spansY, height * 4)
  const evens = heap.bytes(evenY, height)
  let rows = 0
  for (let row = 0; row < height; row++) {
    const length = spans[row * 4 + 2]! - spans[row * 4 + 1]!
    if (evens[row] === 255 && length >= MIN_HIDING_COLUMNS) rows++
  }
  return rows >= MIN_HIDING_ROWS
}

/** Notes the radius around the middle within which a sprite is opaque. */
export function setOpaqueRadius(heap: Heap, sprite: Sprite, radius: number): void {
  heap.floats(sprite.address, OPAQUE_RADIUS_FIELD + 1)[OPAQUE_RADIUS_FIELD] = radius
}

/** How large a texture's chroma planes are. */
export type TextureChroma = 'HALF' | 'FULL' | 'NONE'

/** Makes room for a texture with repeated edges around it. */
export function allocTexture(heap: Heap, width: number, height: number, chroma: TextureChroma): Texture {
  const widthC = chroma === 'HALF' ? Math.ceil(width / 2) : width
  const heightC = chroma === 'HALF' ? Math.ceil(height / 2) : height
  const stride = textureStride(width)
  const strideC = textureStride(widthC)
  const planeY = allocTexturePlane(heap, stride, height)
  const planeU = chroma === 'NONE' ? 0 : allocTexturePlane(heap, strideC, heightC)
  const planeV = chroma === 'NONE' ? 0 : allocTexturePlane(heap, strideC, heightC)
  const fields = { width, height, stride, planeY, widthC, heightC, strideC, planeU, planeV }
  const address = heap.alloc(64)
  heap.ints(address, 9).set(Object.values(fields))
  return { address, ...fields }
}

/** Columns that a texture's last sample is repeated for: eight output columns at once may read past the edge. */
export const TEXTURE_PAD = 9

function textureStride(width: number): number {
  return Math.ceil((width + TEXTURE_PAD + 1) / 8) * 8
}

/** Address of sample (0, 0): a repeated row and column lie before it. */
function allocTexturePlane(heap: Heap, stride: number, height: number): number {
  return heap.alloc((stride * (height + 3) + 16) * 2) + (stride + 8) * 2
}

/** The slack before and after the plane is filled too, because kernels read there. */
function allocFilled(heap: Heap, byteCount: number, value: number): number {
  const address = heap.alloc(byteCount)
  if (value !== 0) heap.bytes(address - 32, byteCount + 64).fill(value)
  return address
}
