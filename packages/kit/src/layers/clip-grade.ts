import { toExactYuv } from '../compose/colour.ts'
import type { Sprite } from '../compose/sprite-layout.ts'
import type { Stage } from '../compose/stage.ts'
import type { Box } from '../geometry.ts'

/** How a clip's colours are changed; everything is optional. */
export type ClipGrade = {
  /** 1 leaves it, 0 is black, at most 1.9. Default 1. */
  brightness?: number
  /** 1 leaves it, less brings all tones nearer to the middle, at most 1.9. Default 1. */
  contrast?: number
  /** 1 leaves it, 0 is grey, at most 1.9. Default 1. */
  saturation?: number
  /** The hue that dark parts take on, and the one that light parts do. Default none. */
  shadows?: string
  highlights?: string
  /** How much of these hues, 0 to 1. Default 0. */
  tone?: number
}

const LUMA_RANGE = 219
const MIDDLE = 0.45
const MOST = 1.9

/** Changes the colours of a part of a picture where it lies; the part's edges are even numbers. A matrix in YUV. */
export function gradePicture({ kernels }: Stage, picture: Sprite, part: Box, grade: ClipGrade): void {
  const { brightness = 1, contrast = 1, saturation = 1, shadows, highlights, tone = 0 } = grade
  const light = hold(brightness, MOST)
  const gain = Math.min(MOST, light * hold(contrast, MOST))
  const offset = LUMA_RANGE * MIDDLE * (light - gain)
  const dark = computeChroma(shadows, tone)
  const bright = computeChroma(highlights, tone)
  const chroma = (part.y / 2) * picture.strideC + part.x / 2
  // Opposite hues lie further apart than black and white: the kernel's numbers end at one step per step.
  const slope = (from: number, to: number) =>
    Math.round(Math.max(-1, Math.min(1, (to - from) / LUMA_RANGE)) * 32767)
  kernels.gradePicture(
    picture.planeY + part.y * picture.strideY + part.x,
    picture.strideY,
    picture.planeU + chroma,
    picture.planeV + chroma,
    picture.strideC,
    part.width,
    part.height,
    Math.round(gain * 16384),
    Math.round(offset * 32),
    Math.round(hold(saturation, MOST) * 16384),
    Math.round(dark.u * 64),
    slope(dark.u, bright.u),
    Math.round(dark.v * 64),
    slope(dark.v, bright.v),
  )
}

function computeChroma(colour: string | undefined, tone: number): { u: number; v: number } {
  if (!colour) return { u: 0, v: 0 }
  const { u, v } = toExactYuv(colour)
  const amount = hold(tone, 1)
  return { u: (u - 128) * amount, v: (v - 128) * amount }
}

function hold(value: number, most: number): number {
  return value > 0 ? Math.min(most, value) : 0
}
