import type { Address } from './kernels/kernel-functions.ts'
import { SPRITE, TEXTURE } from './kernels/kernel-layout.ts'
import type { SharedMemory } from './shared-memory.ts'

type Fields<Layout> = { readonly [Name in keyof Layout]: number }

/** A rasterised picture in shared memory; plain data, so that it travels to other threads. */
export type Sprite = Omit<Fields<typeof SPRITE>, 'opaqueRadius'> & {
  /** Address of the record that the kernels read. */
  readonly address: Address
}

/** A smooth 16-bit picture in shared memory; plain data. */
export type Texture = Fields<typeof TEXTURE> & { readonly address: Address }

const BLACK = 16
const GREY = 128
const MIN_HIDING_COLUMNS = 40
const MIN_HIDING_ROWS = 24
const RECORD_BYTES = 64

/** Makes room for a sprite of even size; everything is transparent. */
export function allocSprite(
  sharedMemory: SharedMemory,
  place: { x: number; y: number; width: number; height: number },
): Sprite {
  const { x, y, width, height } = place
  // 16 transparent bytes between rows: eight columns at once may read past an edge.
  const strideY = Math.ceil(width / 16) * 16 + 16
  const strideC = Math.ceil(width / 32) * 16 + 16
  const lumaBytes = strideY * height
  const chromaBytes = (strideC * height) / 2
  const sprite: Sprite = {
    address: sharedMemory.alloc(RECORD_BYTES),
    x,
    y,
    width,
    height,
    strideY,
    strideC,
    planeY: allocFilled(sharedMemory, lumaBytes, BLACK),
    planeA: allocFilled(sharedMemory, lumaBytes, 0),
    planeU: allocFilled(sharedMemory, chromaBytes, GREY),
    planeV: allocFilled(sharedMemory, chromaBytes, GREY),
    planeAC: allocFilled(sharedMemory, chromaBytes, 0),
    spansY: sharedMemory.alloc(height * 8),
    spansC: sharedMemory.alloc(height * 4),
    evenY: sharedMemory.alloc(height),
    evenC: sharedMemory.alloc(height / 2),
  }
  writeSpriteRecord(sharedMemory, sprite)
  return sprite
}

/** Writes the record that the kernels read. */
export function writeSpriteRecord(sharedMemory: SharedMemory, sprite: Sprite): void {
  const { opaqueRadius: _, ...layout } = SPRITE
  writeFields(sharedMemory, layout, sprite)
}

/** Writes every field of a record to where the kernels expect it. */
function writeFields<Name extends string>(
  sharedMemory: SharedMemory,
  layout: Readonly<Record<Name, number>>,
  record: Readonly<Record<NoInfer<Name>, number>> & { readonly address: Address },
): void {
  const words = sharedMemory.ints(record.address, RECORD_BYTES / 4)
  for (const name of Object.keys(layout) as Name[]) words[layout[name]] = record[name]
}

/** True when enough of a sprite is opaque for it to be worth leaving out what lies behind it. */
export function canHide(sharedMemory: SharedMemory, { spansY, evenY, height }: Sprite): boolean {
  const spans = sharedMemory.words(spansY, height * 4)
  const evens = sharedMemory.bytes(evenY, height)
  let rows = 0
  for (let row = 0; row < height; row++) {
    const length = spans[row * 4 + 2]! - spans[row * 4 + 1]!
    if (evens[row] === 255 && length >= MIN_HIDING_COLUMNS) rows++
  }
  return rows >= MIN_HIDING_ROWS
}

/** Notes the radius around the middle within which a sprite is opaque. */
export function setOpaqueRadius(sharedMemory: SharedMemory, sprite: Sprite, radius: number): void {
  sharedMemory.floats(sprite.address, RECORD_BYTES / 4)[SPRITE.opaqueRadius] = radius
}

/** How large a texture's chroma planes are. */
export type TextureChroma = 'HALF' | 'FULL' | 'NONE'

/** Makes room for a texture with repeated edges around it. */
export function allocTexture(
  sharedMemory: SharedMemory,
  width: number,
  height: number,
  chroma: TextureChroma,
): Texture {
  const widthC = chroma === 'HALF' ? Math.ceil(width / 2) : width
  const heightC = chroma === 'HALF' ? Math.ceil(height / 2) : height
  const stride = textureStride(width)
  const strideC = textureStride(widthC)
  const planeY = allocTexturePlane(sharedMemory, stride, height)
  const planeU = chroma === 'NONE' ? 0 : allocTexturePlane(sharedMemory, strideC, heightC)
  const planeV = chroma === 'NONE' ? 0 : allocTexturePlane(sharedMemory, strideC, heightC)
  const address = sharedMemory.alloc(RECORD_BYTES)
  const texture = { address, width, height, stride, planeY, widthC, heightC, strideC, planeU, planeV }
  writeFields(sharedMemory, TEXTURE, texture)
  return texture
}

/** Describes a texture band by band, one after the other in the same record; bands have an even number of rows. */
export function* cutTexture(
  sharedMemory: SharedMemory,
  texture: Texture,
  bandRows: number,
): Generator<{ address: number; row: number; rows: number }> {
  const address = sharedMemory.alloc(RECORD_BYTES)
  const { height, stride, planeY, strideC, planeU, planeV } = texture
  for (let row = 0; row < height; row += bandRows) {
    const rows = Math.min(bandRows, height - row)
    writeFields(sharedMemory, TEXTURE, {
      ...texture,
      address,
      height: rows,
      heightC: Math.ceil(rows / 2),
      planeY: planeY + row * stride * 2,
      planeU: planeU + row * strideC,
      planeV: planeV + row * strideC,
    })
    yield { address, row, rows }
  }
}

/** Pixels are converted in bands of at most so many bytes, or two rows. */
export const BAND_BYTES = 1 << 20

/** How many rows of pixels, an even number, are converted at once. */
export function fitBand(rowBytes: number): number {
  return Math.max(2, Math.floor(BAND_BYTES / rowBytes / 2) * 2)
}

/** Columns that a texture's last sample is repeated for: eight output columns at once may read past the edge. */
export const TEXTURE_PAD = 9

function textureStride(width: number): number {
  return Math.ceil((width + TEXTURE_PAD + 1) / 8) * 8
}

/** Address of sample (0, 0): a repeated row and column lie before it. */
function allocTexturePlane(sharedMemory: SharedMemory, stride: number, height: number): number {
  return sharedMemory.alloc((stride * (height + 3) + 16) * 2) + (stride + 8) * 2
}

/** The slack before and after the plane is filled too, because kernels read there. */
function allocFilled(sharedMemory: SharedMemory, byteCount: number, value: number): number {
  const address = sharedMemory.alloc(byteCount)
  if (value !== 0) sharedMemory.bytes(address - 32, byteCount + 64).fill(value)
  return address
}
