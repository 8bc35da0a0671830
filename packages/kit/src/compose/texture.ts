import { type Canvas, createCanvas, type Image, type SKRSContext2D } from '@napi-rs/canvas'
import type { Size } from '../geometry.ts'
import { toExactYuv } from './colour.ts'
import { allocTexture, cutTexture, fitBand, TEXTURE_PAD, type Texture } from './sprite-layout.ts'
import type { Stage } from './stage.ts'

/** Anything that Canvas 2D can draw. */
export type Drawable = Canvas | Image

/** Colour changes that are made once, when the texture is made. */
export type Grade = {
  /** 1 leaves the picture as it is, 0 makes it black. */
  brightness: number
  /** 1 leaves the picture as it is, 0 makes it grey. */
  saturation: number
  /** A colour that is mixed in by `tintAmount`. */
  tint?: string | undefined
  tintAmount: number
}

/** Draws a picture and turns it into a texture, graded and blurred (sigma in texture samples). */
export function textureFromDrawing(
  stage: Stage,
  size: Size,
  draw: (ctx: SKRSContext2D) => void,
  { grade, blurSamples }: { grade: Grade; blurSamples: number },
): Texture {
  const canvas = createCanvas(size.width, size.height)
  const ctx = canvas.getContext('2d')
  ctx.fillStyle = '#000000'
  ctx.fillRect(0, 0, size.width, size.height)
  draw(ctx)
  const texture = allocTexture(stage.sharedMemory, size.width, size.height, 'HALF')
  fillTexture(stage, texture, canvas.data(), grade)
  blurTexture(stage, texture, blurSamples)
  extendTexture(stage, texture)
  return texture
}

/** Converts opaque RGBA, a band of rows at a time: memory that threads share is never given back. */
function fillTexture(
  { sharedMemory, kernels, pixelMemory }: Stage,
  texture: Texture,
  pixels: Buffer,
  grade: Grade,
): void {
  const tint = toExactYuv(grade.tint ?? '#000000')
  const rowBytes = texture.width * 4
  const bandRows = fitBand(rowBytes)
  const memory = pixelMemory(bandRows * rowBytes)
  for (const band of cutTexture(sharedMemory, texture, bandRows)) {
    const start = band.row * rowBytes
    const bytes = band.rows * rowBytes
    sharedMemory.bytes(memory, bytes).set(pixels.subarray(start, start + bytes))
    kernels.textureFromRgba(
      band.address,
      memory,
      rowBytes,
      Math.round(grade.brightness * 256),
      Math.round(grade.saturation * 256),
      Math.round((tint.y - 16) * 128),
      Math.round((tint.u - 128) * 128),
      Math.round((tint.v - 128) * 128),
      grade.tint ? Math.round(grade.tintAmount * 256) : 0,
    )
  }
}

/** Blurs all planes of a texture; sigma in samples of its first plane. */
export function blurTexture(stage: Stage, texture: Texture, sigma: number): void {
  const { kernels, sharedMemory } = stage
  const line = sharedMemory.alloc(Math.max(texture.width, texture.height) * 2)
  const ratio = texture.widthC / texture.width
  const blur = (plane: number, stride: number, width: number, height: number, samples: number) => {
    if (!plane) return
    for (const radius of meanRadii(samples)) kernels.blurPlane(plane, stride, width, height, radius, line)
  }
  blur(texture.planeY, texture.stride, texture.width, texture.height, sigma)
  blur(texture.planeU, texture.strideC, texture.widthC, texture.heightC, sigma * ratio)
  blur(texture.planeV, texture.strideC, texture.widthC, texture.heightC, sigma * ratio)
}

/** Repeats the edges outward, as the drawing kernels expect. */
export function extendTexture({ kernels }: Stage, texture: Texture): void {
  kernels.extendPlane(texture.planeY, texture.stride, texture.width, texture.height, TEXTURE_PAD)
  for (const plane of [texture.planeU, texture.planeV]) {
    if (plane) kernels.extendPlane(plane, texture.strideC, texture.widthC, texture.heightC, TEXTURE_PAD)
  }
}

/** Three running means that together spread like a Gaussian: their variances, ((2r + 1)^2 - 1) / 12 each, add up. */
function meanRadii(sigma: number): number[] {
  const variance = sigma * sigma
  const computeVariance = (radius: number) => ((2 * radius + 1) ** 2 - 1) / 12
  let low = 0
  while (3 * computeVariance(low + 1) <= variance) low++
  const missing = (variance - 3 * computeVariance(low)) / (computeVariance(low + 1) - computeVariance(low))
  return [0, 1, 2].map((i) => (i < Math.round(missing) ? low + 1 : low))
}
