import {
  type Box,
  type Cover,
  clamp01,
  drawExtended,
  type PaintPicture,
  type Size,
  smoothstep,
  type Theme,
} from '@songreel/kit'

/** What is darker or brighter than these parts of the picture counts like them. */
const TAILS = 0.015
/** Strong colours are darker than they look: so much of the way to their strongest channel they are lifted. */
const COLOUR_WEIGHT = 0.4
/** A picture of one tone must not be torn into black and white. */
const LEAST_SPAN = 0.22
/** What differs from its surroundings stands out by so much more: a face from the wall behind it. */
const LOCAL_CONTRAST = 0.5
/** Surroundings, in parts of the frame's shorter side. */
const CELL_SHARE = 1 / 14
/** How heavy letters are at least and at most; between them, how much of the tones' range goes to the lights. */
const HEAVINESS: Record<Theme, { least: number; most: number; gamma: number }> = {
  DARK: { least: 0.14, most: 0.78, gamma: 1.15 },
  LIGHT: { least: 0.14, most: 0.78, gamma: 1.1 },
}

/** Where the cover has ended, letters are all of about this weight. */
const PLAIN = 0.34 * 255
/** It ends over this part of the frame's height. */
const END_SHARE = 0.05

/** Beside a window letters are fainter: a line may stand there. The picture ends over this part of the window's width. */
const ASIDE = 0.15 * 255
const SIDE_SHARE = 0.07

/** Paints the cover at its place for letters: its colours as ink, and how heavy they are as opacity. It may be seen in a window only. */
export function inkCover(cover: Cover, place: Box, window?: Box): PaintPicture {
  return (ctx, size) => {
    drawExtended(ctx, cover.image, place, { x: 0, y: 0, ...size })
    const whole = ctx.getImageData(0, 0, size.width, size.height)
    const tones = spreadTones(whole.data, size)
    const isDark = cover.palette.theme === 'DARK'
    const weights = listWeights(cover.palette.theme)
    const end = place.y + place.height
    const aside = measureAside(size, window)
    for (let y = 0, i = 0; y < size.height; y++) {
      const ended = smoothstep(end - END_SHARE * size.height, end, y)
      for (let x = 0; x < size.width; x++, i++) {
        const tone = tones[i]!
        mixInk(whole.data, 4 * i, isDark ? 150 + 105 * tone : 40 + 100 * tone)
        const weight = (1 - ended) * weights[Math.round(255 * tone)]! + ended * PLAIN
        whole.data[4 * i + 3] = weight + aside[x]! * (ASIDE - weight)
      }
    }
    ctx.putImageData(whole, 0, 0)
  }
}

/** How far each column is beside the window, 0 to 1; where that ends with the frame, the picture does, too. */
function measureAside({ width }: Size, window: Box | undefined): Float32Array {
  if (!window) return new Float32Array(width)
  const fade = SIDE_SHARE * window.width
  const [left, right] = [window.x, window.x + window.width]
  return Float32Array.from({ length: width }, (_, x) => {
    const before = left > 1 ? 1 - smoothstep(left, left + fade, x) : 0
    const after = right < width - 1 ? smoothstep(right - fade, right, x) : 0
    return Math.max(before, after)
  })
}

/** How heavy letters are for each of 256 tones, up to 255. */
function listWeights(theme: Theme): Float32Array {
  const { least, most, gamma } = HEAVINESS[theme]
  return Float32Array.from({ length: 256 }, (_, tone) => {
    const heavy = (theme === 'DARK' ? tone / 255 : 1 - tone / 255) ** gamma
    return 255 * (least + (most - least) * heavy)
  })
}

/** Letters keep the cover's hue, at the level of their strongest channel: bright on a dark ground, deep on a light one. */
function mixInk(pixels: Uint8ClampedArray, at: number, level: number): void {
  // Near black, hue is noise: a little grey keeps it quiet.
  const red = pixels[at]! + 10
  const green = pixels[at + 1]! + 10
  const blue = pixels[at + 2]! + 10
  const gain = level / Math.max(red, green, blue)
  pixels[at] = red * gain
  pixels[at + 1] = green * gain
  pixels[at + 2] = blue * gain
}

/** Brightness of all pixels from 0 to 1, spread over the whole range, with what differs from its surroundings lifted. */
function spreadTones(pixels: Uint8ClampedArray, size: Size): Float32Array {
  const tones = new Float32Array(size.width * size.height)
  for (let i = 0; i < tones.length; i++) {
    const red = pixels[4 * i]!
    const green = pixels[4 * i + 1]!
    const blue = pixels[4 * i + 2]!
    const luma = 0.3 * red + 0.59 * green + 0.11 * blue
    tones[i] = (luma + COLOUR_WEIGHT * (Math.max(red, green, blue) - luma)) / 255
  }
  const { dark, span } = findRange(tones)
  for (let i = 0; i < tones.length; i++) tones[i] = clamp01((tones[i]! - dark) / span)
  const around = averageCells(tones, size)
  for (let y = 0, i = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, i++) {
      tones[i] = clamp01(tones[i]! + LOCAL_CONTRAST * (tones[i]! - around(x, y)))
    }
  }
  return tones
}

/** The mean tone around each place: cells, and straight between their middles. */
function averageCells(tones: Float32Array, { width, height }: Size): (x: number, y: number) => number {
  const cellPx = Math.max(2, CELL_SHARE * Math.min(width, height))
  const columns = Math.ceil(width / cellPx)
  const rows = Math.ceil(height / cellPx)
  const sums = new Float64Array(columns * rows)
  const counts = new Float64Array(columns * rows)
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(y / cellPx) * columns
    for (let x = 0; x < width; x++, i++) {
      const cell = row + Math.floor(x / cellPx)
      sums[cell]! += tones[i]!
      counts[cell]! += 1
    }
  }
  const means = sums.map((sum, cell) => sum / Math.max(1, counts[cell]!))
  return (x, y) => {
    const across = Math.max(0, Math.min(columns - 1.001, x / cellPx - 0.5))
    const down = Math.max(0, Math.min(rows - 1.001, y / cellPx - 0.5))
    const [column, row] = [Math.floor(across), Math.floor(down)]
    const [partX, partY] = [across - column, down - row]
    const at = row * columns + column
    const upper = means[at]! * (1 - partX) + (means[at + 1] ?? means[at]!) * partX
    const below = at + columns
    const lower = (means[below] ?? means[at]!) * (1 - partX) + (means[below + 1] ?? means[at]!) * partX
    return upper * (1 - partY) + lower * partY
  }
}

/** Where a picture's tones begin, and how far they go. */
function findRange(tones: Float32Array): { dark: number; span: number } {
  const counts = new Float64Array(256)
  let all = 0
  for (let i = 0; i < tones.length; i += 5, all++) counts[Math.round(255 * tones[i]!)]! += 1
  const find = (share: number) => {
    let sum = 0
    for (const [value, count] of counts.entries()) {
      sum += count
      if (sum >= share * all) return value / 255
    }
    return 1
  }
  const [dark, bright] = [find(TAILS), find(1 - TAILS)]
  const span = Math.max(LEAST_SPAN, bright - dark)
  return { dark: Math.max(0, dark - (span - (bright - dark)) / 2), span }
}
