import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { planeStrides } from '../compose/planes.ts'
import type { Stage } from '../compose/stage.ts'
import type { Size } from '../geometry.ts'

/** A row of letters across the frame, in pixels; both are even. */
export type LetterRow = { readonly y: number; readonly height: number }

/** Paints the whole frame: its colours are the letters', and how opaque it is somewhere, so heavy are they there. */
export type PaintPicture = (ctx: SKRSContext2D, size: Size) => void

/** Paints the letters of a row, from its upper left corner on, and returns after how many pixels they come again. */
export type PaintLetters = (ctx: SKRSContext2D, row: number) => number

/** Addresses of a picture's planes, which are as large as the frame's. */
export type Print = { tone: number; inkY: number; inkU: number; inkV: number }

/** Paints a picture: its colours become ink, its opacity the weight of letters. */
export function printPicture({ sharedMemory, size }: Stage, paint: PaintPicture): Print {
  const { width, height } = size
  const canvas = createCanvas(width, height)
  const ctx = canvas.getContext('2d')
  paint(ctx, size)
  const pixels = ctx.getImageData(0, 0, width, height).data
  const { strideY, strideC } = planeStrides(width)
  const alloc = (byteCount: number) => {
    const address = sharedMemory.alloc(byteCount)
    return { address, bytes: sharedMemory.bytes(address, byteCount) }
  }
  const [tone, inkY] = [alloc(strideY * height), alloc(strideY * height)]
  const [inkU, inkV] = [alloc((strideC * height) / 2), alloc((strideC * height) / 2)]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4
      const red = pixels[at]!
      const green = pixels[at + 1]!
      const blue = pixels[at + 2]!
      tone.bytes[y * strideY + x] = pixels[at + 3]!
      inkY.bytes[y * strideY + x] = 16.5 + 0.182586 * red + 0.614231 * green + 0.062007 * blue
      if (x % 2 === 1 || y % 2 === 1) continue
      const atC = (y / 2) * strideC + x / 2
      inkU.bytes[atC] = 128.5 - 0.100644 * red - 0.338572 * green + 0.439216 * blue
      inkV.bytes[atC] = 128.5 + 0.439216 * red - 0.398942 * green - 0.040274 * blue
    }
  }
  return { tone: tone.address, inkY: inkY.address, inkU: inkU.address, inkV: inkV.address }
}

/** Letters of one type: for each row where it lies, and after how many pixels it comes again. */
export type CastType = { rows: { address: number; stride: number; periodPx: number }[] }

/** The kernel reads so many pixels at once. */
const LANES = 16

/** Paints all rows of a type, and finds how deep inside of a letter each of their pixels lies; the deepest reach `span`, and a tone that leaves out as much shows none. */
export function castType(
  { sharedMemory, size }: Stage,
  rows: readonly LetterRow[],
  paint: PaintLetters,
  span: number,
): CastType {
  const soft = rows.map(({ height }, row) => {
    const painted = paintRow(size.width, height, (ctx) => paint(ctx, row))
    return { ...painted, depths: soften(painted.depths, painted.periodPx, DEPTH_SHARE * height) }
  })
  return {
    rows: soft.map(({ depths, periodPx }, row) => {
      const height = rows[row]?.height ?? 0
      const stride = size.width + periodPx + LANES
      const address = sharedMemory.alloc(stride * height)
      const into = sharedMemory.bytes(address, stride * height)
      const ranks = rankDepths(depths)
      const ranked = depths.map((depth) => span * ranks[depth]!)
      for (let y = 0; y < height; y++) {
        const once = ranked.subarray(y * periodPx, (y + 1) * periodPx)
        for (let x = 0; x < stride; x += periodPx) into.set(once.subarray(0, stride - x), y * stride + x)
      }
      return { address, stride, periodPx }
    }),
  }
}

/** The letters of a row, once; what stands further on than the frame is wide is left out. */
function paintRow(widthPx: number, heightPx: number, paint: (ctx: SKRSContext2D) => number) {
  const canvas = createCanvas(widthPx, heightPx)
  const ctx = canvas.getContext('2d')
  const periodPx = Math.max(1, Math.min(widthPx, Math.round(paint(ctx))))
  const pixels = canvas.data()
  const depths = new Uint8Array(periodPx * heightPx)
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < periodPx; x++) depths[y * periodPx + x] = pixels[(y * widthPx + x) * 4 + 3] ?? 0
  }
  return { depths, periodPx }
}

/** How far letters are softened, in parts of their row's height: deep inside of a stroke more is left than at its edge. */
const DEPTH_SHARE = 0.06

/** A Gaussian blur; what leaves a row at its end comes in at its beginning. */
function soften(values: Uint8Array, width: number, sigma: number): Uint8Array {
  const reach = Math.max(1, Math.ceil(2 * sigma))
  const taps = Float32Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-0.5 * ((i - reach) / sigma) ** 2),
  )
  const sum = taps.reduce((all, tap) => all + tap, 0)
  const height = values.length / width
  const across = new Float32Array(values.length)
  for (let y = 0; y < height; y++) {
    const row = values.subarray(y * width, (y + 1) * width)
    const into = across.subarray(y * width, (y + 1) * width)
    for (let i = -reach; i <= reach; i++) {
      const tap = taps[i + reach]! / sum
      let from = (i + width * reach) % width
      for (let x = 0; x < width; x++) {
        into[x]! += tap * row[from]!
        if (++from === width) from = 0
      }
    }
  }
  const softened = new Uint8Array(values.length)
  const line = new Float32Array(width)
  for (let y = 0; y < height; y++) {
    line.fill(0.5)
    for (let i = Math.max(-reach, -y); i <= Math.min(reach, height - 1 - y); i++) {
      const tap = taps[i + reach]! / sum
      for (let x = 0; x < width; x++) line[x]! += tap * across[(y + i) * width + x]!
    }
    softened.set(line, y * width)
  }
  return softened
}

/** Fainter than this is no letter. */
const FAINTEST = 6

/**
 * Depths become ranks, so that a tone of a half prints half of a row's pixels, whatever its letters look like: the tones of a
 * picture stay as far apart as they were.
 */
function rankDepths(depths: Uint8Array): Uint8Array {
  const counts = new Float64Array(256)
  for (let i = 0; i < depths.length; i++) counts[depths[i]!]! += 1
  const ranks = new Uint8Array(256)
  let below = 0
  for (let depth = 0; depth < 256; depth++) {
    const count = counts[depth] ?? 0
    ranks[depth] = depth < FAINTEST ? 0 : Math.round((255 * (below + count / 2)) / Math.max(1, depths.length))
    below += count
  }
  return ranks
}
