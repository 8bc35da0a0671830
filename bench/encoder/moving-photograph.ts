import { createCanvas, loadImage } from '@napi-rs/canvas'
import { chance } from '../../packages/kit/src/paint/chance.ts'
import type { FrameSource, Planes } from '../../packages/render/src/encode/frame-source.ts'
import type { Photograph } from './photographs.ts'

const FPS = 30

/** Deviation of the camera's noise, in steps of brightness, and how many different values of it there are. */
const NOISE = 2.5
const NOISE_VALUES = 65_521

/** The way of the window over the photograph, in widths of the window a second: a hand-held camera that turns. */
const PAN_PER_SEC = 0.15

type Size = FrameSource['size']

/**
 * A photograph that a window moves over, as a clip would fill the frame: detail and
 * a camera's noise everywhere, and nothing stands still.
 */
export async function moveOverPhotograph(
  { file }: Photograph,
  { size, frameCount }: { size: Size; frameCount: number },
): Promise<FrameSource> {
  const travelPx = Math.ceil(((PAN_PER_SEC * frameCount) / FPS) * size.width)
  const wide = { width: size.width + travelPx + (travelPx % 2), height: size.height }
  const ground = toPlanes(await readPixels(file, wide), wide)
  const planes = createPlanes(size)
  const noise = createNoise()
  return {
    size,
    fps: FPS,
    isNoisy: true,
    frameCount,
    draw(frameIndex) {
      const x = 2 * Math.floor(((PAN_PER_SEC * frameIndex) / FPS) * (size.width / 2))
      cutWindow(planes.y, ground.y, { x, ...size, from: wide.width })
      addNoise(planes.y, noise, frameIndex)
      const half = { x: x / 2, width: size.width / 2, height: size.height / 2, from: wide.width / 2 }
      cutWindow(planes.u, ground.u, half)
      cutWindow(planes.v, ground.v, half)
      return planes
    },
  }
}

async function readPixels(file: string, { width, height }: Size): Promise<Uint8ClampedArray> {
  const picture = await loadImage(file)
  const scale = Math.max(width / picture.width, height / picture.height)
  const ctx = createCanvas(width, height).getContext('2d')
  ctx.imageSmoothingQuality = 'high'
  ctx.drawImage(picture, 0, 0, picture.width * scale, picture.height * scale)
  return ctx.getImageData(0, 0, width, height).data
}

function createPlanes({ width, height }: Size): Planes {
  const size = width * height
  return {
    y: new Uint8Array(size),
    u: new Uint8Array(size / 4),
    v: new Uint8Array(size / 4),
    strideY: width,
    strideC: width / 2,
  }
}

/** bt709, limited range; colour is taken from every second pixel. */
function toPlanes(rgba: Uint8ClampedArray, size: Size): Planes {
  const planes = createPlanes(size)
  for (let row = 0; row < size.height; row++) {
    for (let x = 0; x < size.width; x++) {
      const at = row * size.width + x
      const [r, g, b] = [rgba[4 * at]!, rgba[4 * at + 1]!, rgba[4 * at + 2]!]
      const luma = 0.2126 * r + 0.7152 * g + 0.0722 * b
      planes.y[at] = Math.round(16 + (luma * 219) / 255)
      if ((row | x) & 1) continue
      const atC = (row >> 1) * planes.strideC + (x >> 1)
      planes.u[atC] = Math.round(128 + (((b - luma) / 1.8556) * 224) / 255)
      planes.v[atC] = Math.round(128 + (((r - luma) / 1.5748) * 224) / 255)
    }
  }
  return planes
}

function cutWindow(
  to: Uint8Array,
  ground: Uint8Array,
  { x, width, height, from }: Size & { x: number; from: number },
): void {
  for (let row = 0; row < height; row++) {
    to.set(ground.subarray(row * from + x, row * from + x + width), row * width)
  }
}

function createNoise(): Int8Array {
  // Four even numbers added lie close enough to a normal distribution, and their deviation is 0.58.
  const next = (i: number) =>
    [0, 1, 2, 3].reduce((sum, part) => sum + chance(1, 'noise', 4 * i + part) - 0.5, 0)
  return Int8Array.from({ length: NOISE_VALUES }, (_, i) => Math.round((next(i) * NOISE) / 0.58))
}

/** Every picture begins at another place of the noise. */
function addNoise(luma: Uint8Array, noise: Int8Array, frameIndex: number): void {
  let at = Math.floor(chance(1, 'noise start', frameIndex) * NOISE_VALUES)
  for (let i = 0; i < luma.length; i++) {
    luma[i] = Math.max(16, Math.min(235, luma[i]! + noise[at]!))
    if (++at === NOISE_VALUES) at = 0
  }
}
