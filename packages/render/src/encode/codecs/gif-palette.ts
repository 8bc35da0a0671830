import type { FrameSource, Planes } from '../frame-source.ts'

/** One entry stays free: the encoder uses it for "as in the frame before", which keeps files small. */
const COLOUR_COUNT = 255
const TRANSPARENT_INDEX = 255

const SAMPLED_FRAMES = 12
const SAMPLED_PIXELS = 20_000

/** Looked-up colours have 6 bits a channel; finer steps vanish in the dither. */
const LOOKUP_BITS = 6

/** Ordered dither moves a value by at most this much: enough to hide 255 colours, too little to look like noise. */
const DITHER_REACH = 10

type PaletteTarget = { indexes: Uint8Array; width: number; height: number }

/** The colours of a GIF and how a picture is brought to them. */
export type GifPalette = {
  /** 256 entries of blue, green, red, alpha; the last one transparent. */
  bytes: Uint8Array
  /** Ordered dither: still parts stay still from frame to frame. */
  paint(planes: Uint8Array[], strides: number[], target: PaletteTarget): void
}

/** Chooses the colours by looking at frames from the whole video. */
export function choosePalette(source: FrameSource): GifPalette {
  const colours = splitColours(sampleColours(source))
  const bytes = new Uint8Array(4 * (COLOUR_COUNT + 1))
  colours.forEach(([red, green, blue], index) => {
    bytes.set([blue, green, red, 255], 4 * index)
  })
  // Unused entries repeat a colour: only the last one may be transparent.
  for (let index = colours.length; index < COLOUR_COUNT; index++) bytes.set(bytes.subarray(0, 4), 4 * index)
  const lookUp = createLookUp(colours)
  return { bytes, paint: (planes, strides, target) => paintIndexes(planes, strides, target, lookUp) }
}

type Colour = [red: number, green: number, blue: number]

function sampleColours(source: FrameSource): Colour[] {
  const colours: Colour[] = []
  const frames = Math.min(SAMPLED_FRAMES, source.frameCount)
  const { width, height } = source.size
  const step = Math.max(1, Math.ceil((width * height * frames) / SAMPLED_PIXELS))
  for (let i = 0; i < frames; i++) {
    const planes = source.draw(Math.floor((i * source.frameCount) / frames))
    for (let pixel = i; pixel < width * height; pixel += step)
      colours.push(readColour(planes, pixel % width, Math.floor(pixel / width)))
  }
  return colours
}

function readColour({ y, u, v, strideY, strideC }: Planes, x: number, row: number): Colour {
  const chroma = (row >> 1) * strideC + (x >> 1)
  return toRgb(y[row * strideY + x]!, u[chroma]!, v[chroma]!)
}

/** BT.709, limited range. */
function toRgb(y: number, u: number, v: number): Colour {
  const light = 1.164384 * (y - 16)
  return [
    clampByte(light + 1.792741 * (v - 128)),
    clampByte(light - 0.213249 * (u - 128) - 0.532909 * (v - 128)),
    clampByte(light + 2.112402 * (u - 128)),
  ]
}

function clampByte(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : Math.round(value)
}

/** Median cut: the box with the largest spread is halved until there are enough. */
function splitColours(colours: Colour[]): Colour[] {
  const boxes = [measureBox(colours)]
  while (boxes.length < COLOUR_COUNT) {
    const widest = boxes.reduce((best, box) => (box.weight > best.weight ? box : best))
    if (widest.spread === 0) break
    widest.colours.sort((a, b) => a[widest.channel]! - b[widest.channel]!)
    const middle = widest.colours.length >> 1
    const halves = [measureBox(widest.colours.slice(0, middle)), measureBox(widest.colours.slice(middle))]
    boxes.splice(boxes.indexOf(widest), 1, ...halves)
  }
  return boxes.map(({ colours: inside }) => meanColour(inside))
}

type Box = { colours: Colour[]; channel: number; spread: number; weight: number }

function measureBox(colours: Colour[]): Box {
  let channel = 0
  let spread = 0
  for (let i = 0; i < 3; i++) {
    let low = 255
    let high = 0
    for (const colour of colours) {
      low = Math.min(low, colour[i]!)
      high = Math.max(high, colour[i]!)
    }
    if (high - low > spread) {
      spread = high - low
      channel = i
    }
  }
  return { colours, channel, spread, weight: spread * Math.sqrt(colours.length) }
}

function meanColour(colours: Colour[]): Colour {
  const sum = [0, 0, 0]
  for (const colour of colours)
    colour.forEach((value, i) => {
      sum[i]! += value
    })
  return sum.map((value) => Math.round(value / colours.length)) as Colour
}

/** Finds the nearest palette entry; each colour is searched once, then remembered. */
function createLookUp(colours: Colour[]): (red: number, green: number, blue: number) => number {
  const shift = 8 - LOOKUP_BITS
  const findMiddle = (value: number) => ((value >> shift) << shift) + (1 << (shift - 1))
  const known = new Uint8Array(1 << (3 * LOOKUP_BITS)).fill(TRANSPARENT_INDEX)
  return (red, green, blue) => {
    const key = ((red >> shift) << (2 * LOOKUP_BITS)) | ((green >> shift) << LOOKUP_BITS) | (blue >> shift)
    if (known[key] === TRANSPARENT_INDEX) {
      known[key] = findNearestColour(colours, findMiddle(red), findMiddle(green), findMiddle(blue))
    }
    return known[key]!
  }
}

/** Green weighs most, as in the eye. The key's middle is searched, so that the result does not depend on who asked first. */
function findNearestColour(colours: Colour[], red: number, green: number, blue: number): number {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  colours.forEach(([r, g, b], index) => {
    const distance = 3 * (r - red) ** 2 + 6 * (g - green) ** 2 + 2 * (b - blue) ** 2
    if (distance < least) {
      least = distance
      best = index
    }
  })
  return best
}

const BAYER = createBayerMatrix()

function paintIndexes(
  [y, u, v]: Uint8Array[],
  strides: number[],
  { indexes, width, height }: PaletteTarget,
  lookUp: (red: number, green: number, blue: number) => number,
): void {
  for (let row = 0; row < height; row++) {
    const chromaRow = (row >> 1) * strides[1]!
    for (let x = 0; x < width; x++) {
      const light = 1.164384 * (y![row * strides[0]! + x]! - 16) + BAYER[((row & 7) << 3) | (x & 7)]!
      const blueShift = u![chromaRow + (x >> 1)]! - 128
      const redShift = v![chromaRow + (x >> 1)]! - 128
      indexes[row * width + x] = lookUp(
        clampByte(light + 1.792741 * redShift),
        clampByte(light - 0.213249 * blueShift - 0.532909 * redShift),
        clampByte(light + 2.112402 * blueShift),
      )
    }
  }
}

function createBayerMatrix(): Float32Array {
  const matrix = new Float32Array(64)
  for (let row = 0; row < 8; row++) {
    for (let x = 0; x < 8; x++) {
      let value = 0
      for (let bit = 0; bit < 3; bit++) {
        const a = (x >> bit) & 1
        const b = (row >> bit) & 1
        value |= (((a ^ b) << 1) | b) << (2 * (2 - bit))
      }
      matrix[row * 8 + x] = ((value + 0.5) / 64 - 0.5) * 2 * DITHER_REACH
    }
  }
  return matrix
}
