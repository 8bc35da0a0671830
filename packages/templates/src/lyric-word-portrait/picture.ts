import {
  type Box,
  type Cover,
  clamp01,
  drawExtended,
  drawWhole,
  type LetterRow,
  mix,
  mixColours,
  type PaintPicture,
  type Palette,
} from '@songreel/kit'
import { createNearness } from './quiet.ts'

/** Below this tone there are no letters. Between them, and there, the picture has half of its tone for light. */
export const LEAST_TONE = 0.74
/** The tones of the picture's darks and lights: in the light letters are bolder. */
const TONES = { dark: 0.86, light: 0.93 }
/** Behind words, where no letters are, when they swell neither; on the way there they go through their thinnest strokes quickly, of which little could be read. */
const WORDS_TONE = 0.68
const PAST_WORDS = 0.5
/** Behind words no grey of the picture is brighter than this, or darker than its counterpart on a light ground: with its tone there that leaves `palette.text` a contrast of 10. */
const MOST_BEHIND = 170

type Context = Parameters<PaintPicture>[0]

/** What of a picture is printed, and what it leaves free of letters: a ground for words. */
export type PrintPlan = { cover: Cover; place: Box; quiet: readonly Box[]; rows: readonly LetterRow[] }

/** So far towards black or white the ground is. */
const GROUND_DEPTH = 0.7

/** What is seen where nothing is printed. */
export function chooseGround({ background, hasBrandGround, theme }: Palette): string {
  return hasBrandGround
    ? background
    : mixColours(background, theme === 'DARK' ? '#000000' : '#ffffff', GROUND_DEPTH)
}

/** Paints the cover at its place: its colours are those of letters, and how heavy they are is its opacity. */
export function inkCover({ cover, place, quiet, rows }: PrintPlan): PaintPicture {
  return (ctx, size) => {
    drawCover(ctx, { cover, place, area: { x: 0, y: 0, ...size } })
    const picture = ctx.getImageData(0, 0, size.width, size.height)
    const { data } = picture
    const isDark = cover.palette.theme === 'DARK'
    const gain = isDark ? findGain(data) : 1
    const depth = isDark ? 1 : PALE_DEPTH
    const nearAt = createNearness(quiet, rows, size)
    for (let y = 0, at = 0; y < size.height; y++)
      for (let x = 0; x < size.width; x++, at += 4) {
        const luma = lift(data, at, gain, depth)
        const tone = mix(TONES.dark, TONES.light, isDark ? luma : 1 - luma)
        const near = nearAt(x, y)
        if (near > 0) keepQuiet(data, at, near, isDark)
        data[at + 3] = 255 * Math.max(WORDS_TONE, mix(tone, PAST_WORDS, near))
      }
    ctx.putImageData(picture, 0, 0)
  }
}

/** Where a cover is narrower than the frame its sides go on, and above and below it its own soft light. */
function drawCover(ctx: Context, { cover, place, area }: { cover: Cover; place: Box; area: Box }): void {
  const isAcross = place.x <= 0.5 && place.x + place.width >= area.width - 0.5
  if (isAcross) drawWhole(ctx, cover, { place, area })
  else drawExtended(ctx, cover.image, place, area)
}

/** On a light ground white letters would be none: a picture keeps so much of its light. */
const PALE_DEPTH = 0.78
/** A dark picture's lights, which this part of it is darker than, are brought so far up, no more than so many times. */
const LIGHTS = { part: 0.96, level: 235 }
const MOST_GAIN = 2

function findGain(data: Uint8ClampedArray): number {
  const counts = new Uint32Array(256)
  let all = 0
  for (let at = 0; at < data.length; at += 64, all++)
    counts[Math.max(data[at]!, data[at + 1]!, data[at + 2]!)]!++
  let sum = 0
  let level = 0
  while (level < 255 && sum + counts[level]! < LIGHTS.part * all) sum += counts[level++]!
  return Math.max(1, Math.min(MOST_GAIN, LIGHTS.level / Math.max(1, level)))
}

/** Brings a pixel up, without burning its lights, or all of it down, and returns its brightness, 0 to 1. */
function lift(data: Uint8ClampedArray, at: number, gain: number, depth: number): number {
  const strongest = Math.max(data[at]!, data[at + 1]!, data[at + 2]!, 1) / 255
  // A curve from black to white that begins so steeply.
  const lifted = (gain * strongest) / (1 + (gain - 1) * strongest)
  const by = (depth * lifted) / strongest
  for (let channel = 0; channel < 3; channel++) data[at + channel] = data[at + channel]! * by
  return clamp01((0.3 * data[at]! + 0.59 * data[at + 1]! + 0.11 * data[at + 2]!) / 255)
}

/** Behind words, what is bright becomes darker, and on a light ground what is dark becomes paler. */
function keepQuiet(data: Uint8ClampedArray, at: number, near: number, isDark: boolean): void {
  const [red, green, blue] = [data[at]!, data[at + 1]!, data[at + 2]!]
  const grey = 0.3 * red + 0.59 * green + 0.11 * blue
  const over = isDark ? grey - MOST_BEHIND : 255 - MOST_BEHIND - grey
  if (over <= 0) return
  const share = isDark ? MOST_BEHIND / grey : over / (255 - grey)
  for (let channel = 0; channel < 3; channel++) {
    const value = data[at + channel]!
    data[at + channel] = mix(value, isDark ? share * value : mix(value, 255, share), near)
  }
}
