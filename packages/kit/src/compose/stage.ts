import type { Box, Size } from '../geometry.ts'
import { allocGroundGrain } from './ground-grain.ts'
import type { KernelFunctions } from './kernels/kernel-functions.ts'
import { TARGET } from './kernels/kernel-layout.ts'
import type { Painting } from './painting.ts'
import { type Planes, planeStrides } from './planes.ts'
import type { SharedMemory } from './shared-memory.ts'
import { BAND_BYTES, type Sprite } from './sprite-layout.ts'

/** Where layers are mounted and drawn: one per thread. */
export type Stage = {
  readonly size: Size
  readonly fps: number
  readonly frameCount: number
  readonly sharedMemory: SharedMemory
  readonly kernels: KernelFunctions
  /** Address of the record that every drawing kernel takes first. */
  readonly target: number
  readonly planes: Planes
  /** Addresses of the planes. */
  readonly planeY: number
  readonly planeU: number
  readonly planeV: number
  /** Memory for the work of one kernel call; its contents do not survive the next one. */
  readonly scratch: number
  /** Memory for RGBA pixels on their way into a sprite or texture; used again by the next one. */
  pixelMemory(byteCount: number): number
  /** True where nothing is drawn: it counts what a picture is made of, not its pixels. */
  readonly isDescribing: boolean
  /** Makes something once per render: the first thread makes it, the others are given what it made. Plain data only. */
  once<T>(make: () => T): T
  /** The painting as a sprite; painted at first use in the first thread, shared afterwards. */
  getSprite(painting: Painting): Sprite
  /** Sprites at half their size, as far as they were needed. */
  readonly halves: Map<Sprite, Sprite>
  /** Keeps drawing inside of a box until it is called without one. Edges fall on even pixels. */
  clipTo(box?: Box): void
  /** Chooses the tables of columns that drawing leaves out, because layers above cover them; 0 for none. */
  useHidden(tableY: number, tableC: number): void
  /** Chooses the tables of columns in which the layer to be drawn stands already; 0 for none. */
  useSettled(tableY: number, tableC: number): void
}

/** What a stage is made of. */
export type StageParts = {
  size: Size
  fps: number
  frameCount: number
  sharedMemory: SharedMemory
  kernels: KernelFunctions
  isDescribing?: boolean
  once: Stage['once']
  rasterise: (stage: Stage, painting: Painting) => Sprite
}

/** Lays out the planes and tables of one thread. */
export function createStage(parts: StageParts): Stage {
  const { size, sharedMemory, kernels, once } = parts
  const frame = allocPlanes(sharedMemory, size)
  const { planes, planeY, planeU, planeV } = frame
  const scratch = sharedMemory.alloc(65536 + size.width * 96)
  const words = Object.keys(TARGET).length
  const target = sharedMemory.alloc(words * 4)
  const record = sharedMemory.ints(target, words)
  record[TARGET.y] = planeY
  record[TARGET.u] = planeU
  record[TARGET.v] = planeV
  record[TARGET.strideY] = planes.strideY
  record[TARGET.strideC] = planes.strideC
  record[TARGET.width] = size.width
  record[TARGET.height] = size.height
  record[TARGET.dither] = once(() => allocDither(sharedMemory))
  record[TARGET.grain] = once(() => allocGroundGrain(sharedMemory, size))
  record[TARGET.touchedY] = allocTouched(sharedMemory, size.height)
  record[TARGET.touchedC] = allocTouched(sharedMemory, size.height / 2)
  record[TARGET.scratch] = scratch
  const sprites = new Map<Painting, Sprite>()
  let pixels = { address: 0, byteCount: 0 }

  const stage: Stage = {
    size,
    fps: parts.fps,
    frameCount: parts.frameCount,
    sharedMemory,
    kernels,
    target,
    ...frame,
    scratch,
    isDescribing: parts.isDescribing ?? false,
    once,
    pixelMemory: (byteCount) => {
      if (pixels.byteCount < byteCount) {
        // Bands are nearly alike: with room for any of them from the start, none takes fresh memory for a few bytes more.
        const room = Math.max(byteCount, BAND_BYTES)
        pixels = { address: sharedMemory.alloc(room), byteCount: room }
      }
      return pixels.address
    },
    getSprite: (painting) => {
      const sprite = sprites.get(painting) ?? once(() => parts.rasterise(stage, painting))
      sprites.set(painting, sprite)
      return sprite
    },
    halves: new Map(),
    clipTo: (box) => clip(record, size, box),
    useHidden: (tableY, tableC) => setPair(record, TARGET.hiddenY, tableY, tableC),
    useSettled: (tableY, tableC) => setPair(record, TARGET.settledY, tableY, tableC),
  }
  stage.clipTo()
  return stage
}

function allocPlanes(sharedMemory: SharedMemory, size: Size) {
  const { strideY, strideC } = planeStrides(size.width)
  const lumaBytes = strideY * size.height
  const chromaBytes = (strideC * size.height) / 2
  // In one piece, so that the encoder can read them where they lie.
  const planeY = sharedMemory.alloc(lumaBytes + 2 * chromaBytes)
  const planeU = planeY + lumaBytes
  const planeV = planeU + chromaBytes
  const planes: Planes = {
    width: size.width,
    height: size.height,
    y: sharedMemory.bytes(planeY, lumaBytes).fill(16),
    u: sharedMemory.bytes(planeU, chromaBytes).fill(128),
    v: sharedMemory.bytes(planeV, chromaBytes).fill(128),
    strideY,
    strideC,
  }
  return { planes, planeY, planeU, planeV }
}

/** Rows of two numbers, `from` and `to`; at first nothing is touched. */
function allocTouched(sharedMemory: SharedMemory, rows: number): number {
  const address = sharedMemory.alloc(rows * 4)
  sharedMemory.ints(address, rows).fill(0x7fff)
  return address
}

/** The 8 x 8 Bayer matrix, every row twice side by side, so that it can be read from any column. */
function allocDither(sharedMemory: SharedMemory): number {
  const address = sharedMemory.alloc(8 * 16 * 2)
  const table = sharedMemory.words(address, 8 * 16)
  for (let y = 0; y < 8; y++) {
    for (let x = 0; x < 16; x++) table[y * 16 + x] = bayer(x & 7, y)
  }
  return address
}

/** Interleaves the bits of x ^ y and y, lowest first: the classic order of dots. */
function bayer(x: number, y: number): number {
  let value = 0
  for (let bit = 0; bit < 3; bit++) {
    value = (value << 2) | ((((x ^ y) >> bit) & 1) << 1) | ((y >> bit) & 1)
  }
  return value
}

/** Two words, without a list of them that would be made anew for every layer and frame. */
function setPair(record: Int32Array, at: number, first: number, second: number): void {
  record[at] = first
  record[at + 1] = second
}

function clip(record: Int32Array, { width, height }: Size, box?: Box): void {
  const even = (value: number, limit: number) => Math.min(limit, Math.max(0, Math.round(value / 2) * 2))
  record[TARGET.clipLeft] = box ? even(box.x, width) : 0
  record[TARGET.clipTop] = box ? even(box.y, height) : 0
  record[TARGET.clipRight] = box ? even(box.x + box.width, width) : width
  record[TARGET.clipBottom] = box ? even(box.y + box.height, height) : height
}
