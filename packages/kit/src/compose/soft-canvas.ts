import type { Box } from '../geometry.ts'
import type { Yuv } from './colour.ts'
import { FULL_OPACITY } from './draw-sprite.ts'
import { allocTexture, type Texture } from './sprite-layout.ts'
import type { Stage } from './stage.ts'
import { extendTexture } from './texture.ts'

/**
 * A frame at a fraction of its resolution, 16 bits deep. Soft layers are put together here, where a light costs
 * hardly anything, and enlarged once.
 */
export type SoftCanvas = {
  /** Frame pixels per sample, along both axes. */
  readonly reduction: number
  /** Rows, for tables of their brightness; `rowPosition` says where each lies in the frame, in pixels. */
  readonly rows: number
  rowPosition(row: number): number
  /** Covers everything with a texture that lies at this place in the frame. */
  fill(texture: Texture, place: Box, rowGains: number): void
  /** Moves everything towards a colour, through an alpha that lies at this place in the frame. */
  light(mask: Texture, place: Box, opacity: number, colour: Yuv): void
  /** Enlarges it into the frame. */
  draw(): void
}

/** So many samples a sigma, interpolated, and no pixel is off by more than one level. */
export const SAMPLES_PER_SIGMA = 4

/** Samples beyond the frame on its left and upper side, so that nothing has to be guessed at the edge. */
const BEFORE = 1
const AFTER = 2

/** Makes room for the canvas of one thread. */
export function createSoftCanvas(stage: Stage, reduction: number): SoftCanvas {
  const { sharedMemory, kernels, target, scratch, size } = stage
  const width = Math.ceil(size.width / reduction) + BEFORE + AFTER
  const height = Math.ceil(size.height / reduction) + BEFORE + AFTER
  const canvas = allocTexture(sharedMemory, width, height, 'FULL')
  const toPixel = (sample: number) => (sample - BEFORE + 0.5) * reduction
  // The place of the first sample in a texture that covers `place`, and the distance to the next one.
  const map = (texture: Texture, place: Box) => {
    const perPixelX = texture.width / place.width
    const perPixelY = texture.height / place.height
    return [
      (toPixel(0) - place.x) * perPixelX - 0.5,
      (toPixel(0) - place.y) * perPixelY - 0.5,
      reduction * perPixelX,
      reduction * perPixelY,
    ] as const
  }
  return {
    reduction,
    rows: height,
    rowPosition: toPixel,
    fill: (texture, place, rowGains) => {
      kernels.softFill(canvas.address, texture.address, ...map(texture, place), rowGains, scratch)
    },
    light: (mask, place, opacity, { y, u, v }) => {
      const colour = [(y - 16) * 128, (u - 128) * 128, (v - 128) * 128] as const
      kernels.softLight(canvas.address, mask.address, ...map(mask, place), opacity, ...colour, scratch)
    },
    draw: () => {
      extendTexture(stage, canvas)
      const step = 1 / reduction
      const start = 0.5 * step - 0.5 + BEFORE
      kernels.drawTexture(target, canvas.address, start, start, step, step, 0, FULL_OPACITY)
    },
  }
}
