import type { Canvas, Image, SKRSContext2D } from '@napi-rs/canvas'
import type { Box } from '../geometry.ts'
import { mapInPlace } from '../map-in-place.ts'
import { type Croppable, type CropWish, cropToFill } from './crop-to-fill.ts'
import { clamp01 } from './easing.ts'
import { slideMean } from './slide-mean.ts'

/** The patterns that a picture can be broken up into. */
export const SCREENS = ['DOTS', 'LINES'] as const

/** DOTS as in newspapers, or LINES that swell. */
export type Screen = (typeof SCREENS)[number]

/** How a picture becomes a plate. */
export type HalftoneProps = {
  /** From dot to dot, in units of the drawing. */
  pitch: number
  /** How the screen is turned, in degrees. Two plates should be 30 apart, or their dots form patterns of their own. */
  degrees: number
  screen?: Screen
  /** What of red, green and blue counts, together 1. */
  weights: readonly [number, number, number]
  /** True: light places are inked, as on black paper. Default false: dark ones. */
  isNegative?: boolean
  /** How uneven the ink is, 0 to 1; it is the same for a seed. Default 0. */
  grain?: number
  seed?: number
  /** Which part of the picture is taken. */
  crop?: CropWish
}

/** A tone of 1 is so many levels of alpha; `plates` counts its ink in the same way. */
export const LEVELS_PER_TONE = 120
const HALF_LEVEL = 128
/** White stays bare and black is solid, although a screen's tips reach all tones. */
const HEADROOM = 0.15
/** The share of a picture's pixels that become wholly bare, and wholly inked. */
const ENDS = 0.015
/** How far a picture's middle tone is moved towards half, as limits of a power. */
const MOST_LIFT = 0.45
const MOST_DROP = 1.5
/** How bright that is: below half of the paper is inked, so that it still looks like paper. */
const MIDDLE_LIGHT = 0.58
const WAVE_STEPS = 2048

/**
 * Draws a picture as the plate of a print: its tones become levels of alpha from which `plates` makes dots of that size, at any place
 * and with any amount of ink. Tones are stretched first, so that a dark picture isn't a black square.
 */
export function drawHalftone(
  ctx: SKRSContext2D,
  picture: Croppable & { readonly image: Canvas | Image },
  box: Box,
  props: HalftoneProps,
): void {
  const { a: unit, e, f } = ctx.getTransform()
  // Pixels are read and written without any transform.
  const x = Math.round(e + unit * box.x)
  const y = Math.round(f + unit * box.y)
  const width = Math.max(1, Math.round(unit * box.width))
  const height = Math.max(1, Math.round(unit * box.height))
  const part = cropToFill(picture, box, props.crop ?? {})
  ctx.imageSmoothingQuality = 'high'
  ctx.drawImage(
    picture.image,
    part.x,
    part.y,
    part.width,
    part.height,
    (x - e) / unit,
    (y - f) / unit,
    width / unit,
    height / unit,
  )
  const area = ctx.getImageData(x, y, width, height)
  const tones = readTones(area.data, width, props)
  const screen = createScreen(props, unit)
  const rough = (props.grain ?? 0) * 48
  const { data } = area
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at++) {
      const tone = (1 + 2 * HEADROOM) * (tones[at] ?? 0) - HEADROOM
      const uneven = rough === 0 ? 0 : rough * (hashPixel(column, row, props.seed ?? 0) - 0.5)
      data[4 * at] = 0
      data[4 * at + 1] = 0
      data[4 * at + 2] = 0
      data[4 * at + 3] = HALF_LEVEL + LEVELS_PER_TONE * (tone - screen(column, row)) + uneven
    }
  }
  ctx.putImageData(area, x, y)
}

/** How much ink each pixel wants, 0 to 1. */
function readTones(
  pixels: Uint8ClampedArray,
  width: number,
  { weights, isNegative = false }: HalftoneProps,
): Float32Array {
  const count = pixels.length / 4
  const light = new Float32Array(count)
  const histogram = new Uint32Array(256)
  const [red, green, blue] = weights
  for (let i = 0; i < count; i++) {
    const at = 4 * i
    const [r = 0, g = 0, b = 0] = [pixels[at], pixels[at + 1], pixels[at + 2]]
    light[i] = red * r + green * g + blue * b
    // All plates of a picture are stretched alike, or its colours would be lost.
    histogram[Math.round(0.3 * r + 0.59 * g + 0.11 * b)]!++
  }
  const quantile = (share: number) => findQuantile(histogram, share * count)
  const low = quantile(ENDS)
  const range = Math.max(24, quantile(1 - ENDS) - low)
  const middle = Math.min(0.95, Math.max(0.05, (quantile(0.5) - low) / range))
  const power = Math.min(MOST_DROP, Math.max(MOST_LIFT, Math.log(MIDDLE_LIGHT) / Math.log(middle)))
  const curve = Float32Array.from({ length: 1024 }, (_, i) => (i / 1023) ** power)
  mapInPlace(light, (value) => curve[Math.round(1023 * clamp01((value - low) / range))] ?? 0)
  keepLocal(light, width)
  mapInPlace(light, (value) => (isNegative ? value : 1 - value))
  return light
}

/** What lies within this part of the picture's width around a place is its neighbourhood. */
const NEAR = 0.045
/** A place parts from its neighbourhood by so much more than it did: dots swallow what is fine and weak. */
const LOCAL_GAIN = 0.9
/** Neighbourhoods that are all dark or all light come so much nearer to the middle, where dots tell most. */
const EVENING = 0.25

/** Strengthens what parts things from what is around them. */
function keepLocal(light: Float32Array, width: number): void {
  const around = blurTwice(light, width, Math.max(1, Math.round(NEAR * width)))
  mapInPlace(light, (value, i) => {
    const mean = around[i]!
    const evened = mean + EVENING * mean * (1 - mean) * (1 - 2 * mean) * 2
    return clamp01(evened + (1 + LOCAL_GAIN) * (value - mean))
  })
}

/** Means over squares, twice, so that no square is seen. */
function blurTwice(values: Float32Array, width: number, radius: number): Float32Array {
  const height = values.length / width
  let now = values
  for (let pass = 0; pass < 2; pass++) {
    now = slideMean(now, { count: height, step: width, length: width, stride: 1 }, radius)
    now = slideMean(now, { count: width, step: 1, length: height, stride: width }, radius)
  }
  return now
}

/** The value that so many pixels do not exceed. */
function findQuantile(histogram: Uint32Array, many: number): number {
  let sum = 0
  for (const [value, count] of histogram.entries()) {
    sum += count
    if (sum >= many) return value
  }
  return 255
}

/** The tone from which on a pixel is inked, 0 to 1. */
function createScreen({ pitch, degrees, screen = 'DOTS' }: HalftoneProps, unit: number) {
  const angle = (degrees * Math.PI) / 180
  const perPx = WAVE_STEPS / (pitch * unit)
  const cosine = Math.cos(angle) * perPx
  const sine = Math.sin(angle) * perPx
  const wave = Float32Array.from({ length: WAVE_STEPS }, (_, i) => Math.cos((2 * Math.PI * i) / WAVE_STEPS))
  const at = (steps: number) => wave[Math.floor(steps) & (WAVE_STEPS - 1)] ?? 0
  if (screen === 'LINES') return (x: number, y: number) => 0.5 + 0.5 * at(sine * x + cosine * y)
  return (x: number, y: number) => 0.5 + 0.25 * (at(cosine * x - sine * y) + at(sine * x + cosine * y))
}

/** 0 to 1, the same for the same pixel. */
function hashPixel(x: number, y: number, seed: number): number {
  let value = Math.imul(x + 374761393, 668265263) ^ Math.imul(y + 2246822519, 3266489917) ^ seed
  value = Math.imul(value ^ (value >>> 15), 2246822519)
  return ((value ^ (value >>> 13)) >>> 0) / 4294967296
}
