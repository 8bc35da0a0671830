import type { Box, Size } from '../geometry.ts'
import type { Reach } from './dirty-rows.ts'
import type { Frame } from './frame.ts'
import type { Covering } from './hidden-columns.ts'
import type { Kernels } from './kernels/kernels.ts'
import { type Planes, planeStrides } from './planes.ts'
import type { Painting } from './rasterise.ts'
import type { Heap } from './shared-memory.ts'
import type { SoftCanvas } from './soft-canvas.ts'
import { type Sprite, TARGET } from './sprite-layout.ts'

/** Where layers are mounted and drawn: one per thread. */
export type Stage = {
  readonly size: Size
  readonly fps: number
  readonly frameCount: number
  readonly heap: Heap
  readonly kernels: Kernels
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
  /** Makes something once per render: the first thread makes it, the others are given what it made. Plain data only. */
  once<T>(make: () => T): T
  /** The painting as a sprite; painted at first use in the first thread, shared afterwards. */
  spriteOf(painting: Painting): Sprite
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
  heap: Heap
  kernels: Kernels
  once: Stage['once']
  rasterise: (stage: Stage, painting: Painting) => Sprite
}

/** Lays out the planes and tables of one thread. */
export function createStage(parts: StageParts): Stage {
  const { size, heap, kernels, once } = parts
  const { planes, planeY, planeU, planeV } = allocPlanes(heap, size)
  const scratch = heap.alloc(65536 + size.width * 96)
  const target = heap.alloc(TARGET.length * 4)
  const record = heap.ints(target, TARGET.length)
  record[TARGET.y] = planeY
  record[TARGET.u] = planeU
  record[TARGET.v] = planeV
  record[TARGET.strideY] = planes.strideY
  record[TARGET.strideC] = planes.strideC
  record[TARGET.width] = size.width
  record[TARGET.height] = size.height
  record[TARGET.dither] = once(() => allocDither(heap))
  record[TARGET.touchedY] = allocTouched(heap, size.height)
  record[TARGET.touchedC] = allocTouched(heap, size.height / 2)
  record[TARGET.scratch] = scratch
  const sprites = new Map<Painting, Sprite>()
  let pixels = { address: 0, byteCount: 0 }

  const stage: Stage = {
    size,
    fps: parts.fps,
    frameCount: parts.frameCount,
    heap,
    kernels,
    target,
    planes,
    planeY,
    planeU,
    planeV,
    scratch,
    once,
    pixelMemory: (byteCount) => {
      if (pixels.byteCount < byteCount) pixels = { address: heap.alloc(byteCount), byteCount }
      return pixels.address
    },
    spriteOf: (painting) => {
      const sprite = sprites.get(painting) ?? once(() => parts.rasterise(stage, painting))
      sprites.set(painting, sprite)
      return sprite
    },
    halves: new Map(),
    clipTo: (box) => clip(record, size, box),
    useHidden: (tableY, tableC) => record.set([tableY, tableC], TARGET.hiddenY),
    useSettled: (tableY, tableC) => record.set([tableY, tableC], TARGET.settledY),
  }
  stage.clipTo()
  return stage
}

/** A layer that has taken its place on a stage: it draws any frame, in any order, always the same way. */
export type MountedLayer = {
  /** True when every frame looks the same: such layers at the bottom are drawn once and kept. */
  readonly isStill: boolean
  /** True when it covers the whole frame in every frame: nothing below it needs to be brought back. */
  readonly fills?: boolean
  /** For layers without any sharp edge: another way to draw, at a fraction of the frame's resolution. */
  readonly soft?: SoftLayer
  /** For layers that know where they draw and whether anything changes there: they need not be drawn in every frame. */
  reach?(frame: Frame): Reach
  /** What this layer will fully cover, so that layers below can leave it out. */
  cover?(frame: Frame): Covering | null
  draw(frame: Frame): void
  close?(): void
}

/** How a soft layer is drawn together with its soft neighbours, before all of them are enlarged at once. */
export type SoftLayer = {
  /** Nothing in it changes faster than a blur of this sigma, in pixels. */
  readonly sigmaPx: number
  paint(frame: Frame, canvas: SoftCanvas): void
}

/** A layer as a template describes it; it becomes real when a scene mounts it. */
export type Layer = {
  readonly kind: string
  /** True: it brings noise that is another one in every picture, as cameras and film do. */
  readonly isNoisy?: boolean
  /** Brings what only this kind of layer needs, so that the others start sooner. */
  load?(): Promise<void>
  /** Paints what never changes (once per render, shared by all threads) and takes its place on the stage. */
  mount(stage: Stage): MountedLayer
}

function allocPlanes(heap: Heap, size: Size) {
  const { strideY, strideC } = planeStrides(size.width)
  const lumaBytes = strideY * size.height
  const chromaBytes = (strideC * size.height) / 2
  // In one piece, so that the encoder can read them where they lie.
  const planeY = heap.alloc(lumaBytes + 2 * chromaBytes)
  const planeU = planeY + lumaBytes
  const planeV = planeU + chromaBytes
  const planes: Planes = {
    width: size.width,
    height: size.height,
    y: heap.bytes(planeY, lumaBytes).fill(16),
    u: heap.bytes(planeU, chromaBytes).fill(128),
    v: heap.bytes(planeV, chromaBytes).fill(128),
    strideY,
    strideC,
  }
  return { planes, planeY, planeU, planeV }
}

/** Rows of two numbers, `from` and `to`; at first nothing is touched. */
function allocTouched(heap: Heap, rows: number): number {
  const address = heap.alloc(rows * 4)
  heap.ints(address, rows).fill(0x7fff)
  return address
}

/** The 8 x 8 Bayer matrix, every row twice side by side, so that it can be read from any column. */
function allocDither(heap: Heap): number {
  const address = heap.alloc(8 * 16 * 2)
  const table = heap.words(address, 8 * 16)
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

function clip(record: Int32Array, { width, height }: Size, box?: Box): void {
  const even = (value: number, limit: number) => Math.min(limit, Math.max(0, Math.round(value / 2) * 2))
  record[TARGET.clipLeft] = box ? even(box.x, width) : 0
  record[TARGET.clipTop] = box ? even(box.y, height) : 0
  record[TARGET.clipRight] = box ? even(box.x + box.width, width) : width
  record[TARGET.clipBottom] = box ? even(box.y + box.height, height) : height
}
