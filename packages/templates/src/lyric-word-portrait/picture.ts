import {
  type Box,
  blendOver,
  type Cover,
  drawExtended,
  type FrameLayout,
  mix,
  mixColours,
  type PaintPicture,
  type Palette,
  parseHex,
  planFrame,
  type Size,
  smoothstep,
  type Theme,
  toHex,
} from '@songreel/kit'
import type { Cut } from './cut.ts'
import { createSight } from './sight.ts'
import { readSoftly, type SoftPicture } from './soft-picture.ts'

/** The strongest channel of letters for the darkest and the lightest tone: light words on a dark ground, quieter than a line in white, and deep ones on a light one. */
const LEVELS: Record<Theme, { dark: number; light: number }> = {
  DARK: { dark: 84, light: 215 },
  LIGHT: { dark: 20, light: 150 },
}
/** How dense print is for the lightest and the heaviest tone: so much of a place are letters, and so much of their colour is between them. */
const DENSITY = { thin: 0.5, bold: 0.64 }
/** Behind the words letters keep below this grey on a dark ground, and above it on a light one: `palette.text` has a contrast of 10 there. */
const WORDS_GREY: Record<Theme, number> = { DARK: 58, LIGHT: 212 }
/** Behind the words letters are as heavy as anywhere, but hardly lighter than their gaps: no second text. */
const QUIET_DENSITY = 0.52
/** So far around the words, in parts of the frame's shorter side, letters come back to their own colours; less far where the subject is. */
const REACH = 0.13
const CLEAR_REACH = 0.03
const COLUMN_CLEAR_REACH = 0.14
const COLUMN_REACH = 1.4
/** What of a picture is printed. */
export type PrintPlan = {
  cover: Cover
  place: Box
  pane: Box
  words: Box
  logo?: Box | undefined
  cut?: Cut | undefined
}

/** Paints the cover at its place, and its colours on beyond it, for letters: as ink, and how heavy they are, and what is between them, as opacity. */
export function inkCover({ cover, place, pane, words, logo, cut }: PrintPlan): PaintPicture {
  return (ctx, size) => {
    const area = { x: 0, y: 0, ...size }
    const clearAt = createSight(ctx, { place, pane, size, cut })
    drawExtended(ctx, cover.image, place, area)
    const picture = ctx.getImageData(0, 0, size.width, size.height)
    const softAt = cut ? readSoftly(ctx, size, place) : layCarpet(cover.palette)
    const nearness = cut ? createNearness(words, size) : createCarpet(words, size)
    const isBlank = logo ? createBlank(logo, planFrame(size)) : () => false
    const soft = new Float32Array(4)
    const wall = parseHex(findWall(cover.palette))
    for (let y = 0, i = 0; y < size.height; y++) {
      for (let x = 0; x < size.width; x++, i++) {
        const inSight = clearAt(x, y)
        const near = nearness(x, y, inSight)
        // Behind the words a ridge is words, too: dimmed there it would be a second picture.
        const clear = inSight * (1 - near)
        softAt(x, y, soft)
        inkPixel(picture.data, 4 * i, { soft, clear, near, theme: cover.palette.theme })
        if (!isBlank(x, y)) continue
        picture.data.set(cut ? [0, 0, 0, 0] : [...wall, 255], 4 * i)
      }
    }
    ctx.putImageData(picture, 0, 0)
  }
}

/** The tone of all letters beside a photograph, 0 to 1. */
const CARPET_TONE = 0.5

/** Beside a photograph all letters have one colour and one tone: what its edge shows, a flag or yellow light, would be stains in them. */
function layCarpet({ surface }: Palette): SoftPicture {
  const soft = [...parseHex(surface), CARPET_TONE]
  return (_x, _y, into) => into.set(soft)
}

/** What is seen between the letters of a wall beside a photograph, behind words. */
export function findWall(palette: Palette): string {
  const pixel = new Uint8ClampedArray(4)
  const soft = new Float32Array(4)
  layCarpet(palette)(0, 0, soft)
  inkPixel(pixel, 0, { soft, clear: 0, near: 1, theme: palette.theme })
  return blendOver(toHex([pixel[0]!, pixel[1]!, pixel[2]!]), chooseGround(palette), QUIET_DENSITY)
}

/** So far towards black or white the ground of the letters is: beside a tint they would be mud. */
const GROUND_DEPTH = 0.7

/** What is seen where nothing is printed. */
export function chooseGround({ background, hasBrandGround, theme }: Palette): string {
  return hasBrandGround
    ? background
    : mixColours(background, theme === 'DARK' ? '#000000' : '#ffffff', GROUND_DEPTH)
}

type Pixel = { soft: Float32Array; clear: number; near: number; theme: Theme }

function inkPixel(pixels: Uint8ClampedArray, at: number, { soft, clear, near, theme }: Pixel): void {
  for (let channel = 0; channel < 3; channel++)
    pixels[at + channel] = mix(soft[channel]!, pixels[at + channel]!, clear)
  const tone = soft[3]!
  const heavy = theme === 'DARK' ? tone : 1 - tone
  setLevel(pixels, at, { tone, theme, own: clear })
  if (near > 0) keepQuiet(pixels, at, near, theme)
  pixels[at + 3] = 255 * mix(mix(mix(DENSITY.thin, DENSITY.bold, heavy), 1, clear), QUIET_DENSITY, near)
}

type Level = { tone: number; theme: Theme; own: number }

/** Letters keep the cover's hue: their strongest channel goes to what its tone becomes, and is the picture's own where that is clear. */
function setLevel(pixels: Uint8ClampedArray, at: number, { tone, theme, own }: Level): void {
  if (own === 1) return
  const { dark, light } = LEVELS[theme]
  // Near black, hue is noise: a little grey keeps it quiet.
  const grey = 10 * (1 - own)
  const red = pixels[at]! + grey
  const green = pixels[at + 1]! + grey
  const blue = pixels[at + 2]! + grey
  const strongest = Math.max(1, red, green, blue)
  const gain = mix(mix(dark, light, tone ** 0.9), strongest, own) / strongest
  pixels[at] = red * gain
  pixels[at + 1] = green * gain
  pixels[at + 2] = blue * gain
}

/** How near words are, 0 to 1, at a place that is so clear. */
type Nearness = (x: number, y: number, clear: number) => number

/** Above the words of a high frame, where players have their signs, letters come back to their own colours so far. */
const CARPET_OUTSIDE = 0.35

/** Beside a photograph all letters are as quiet as behind the words: brighter ones would be a second headline. */
function createCarpet(words: Box, frame: Size): Nearness {
  const side = Math.min(frame.width, frame.height)
  const isRoomy = words.y >= MOST_ROOM * side
  return (_, y, clear) => {
    const outside = isRoomy ? smoothstep(0, words.y, words.y - y) : 0
    return (1 - clear) * (1 - CARPET_OUTSIDE * outside)
  }
}

/** Words that take so much of the width have a band from side to side. */
const BAND = 0.62
/** Towards the frame's edge, where no words stand, letters come back to their own colours so far. */
const OUTSIDE = 0.5

/** In a sky: from side to side where they take most of the width, or else it would look like a box; short towards the ridge. */
function createNearness(words: Box, frame: Size): Nearness {
  const { x: left, y: top, width, height } = words
  const side = Math.min(frame.width, frame.height)
  const isAcross = width > BAND * frame.width
  const isFirst = left + width / 2 < frame.width / 2
  const isUpper = top + height / 2 < frame.height / 2
  const reach = (isAcross ? 1 : COLUMN_REACH) * REACH * side
  const clearReach = (isAcross ? (isUpper ? CLEAR_REACH : REACH) : COLUMN_CLEAR_REACH) * side
  const awayAt = (x: number, y: number) => {
    if (isAcross) return isUpper ? y - top - height : top - y
    return isFirst ? x - left - width : left - x
  }
  const outsideAt = (y: number) => {
    if (!isAcross) return 0
    const [beyond, room] = isUpper ? [top - y, top] : [y - top - height, frame.height - top - height]
    return room < MOST_ROOM * side ? 0 : smoothstep(0, room, beyond)
  }
  return (x, y, clear) => {
    const away = awayAt(x, y)
    if (away >= reach) return 0
    const near = mix(smoothstep(reach, 0, away), smoothstep(clearReach, 0, away), clear)
    return near * (1 - OUTSIDE * outsideAt(y))
  }
}

/** Less room than this beyond the words belongs to them. */
const MOST_ROOM = 0.12

/** A logo stands on the plain ground, with so much air around it at a short side of 1080: letters beside it would be read with it. */
const LOGO_AIR_PX = { across: 78, down: 50 }

function createBlank(logo: Box, { scale }: FrameLayout): (x: number, y: number) => boolean {
  const [airX, airY] = [scale(LOGO_AIR_PX.across), scale(LOGO_AIR_PX.down)]
  const [right, bottom] = [logo.x + logo.width + airX, logo.y + logo.height + airY]
  return (x, y) => x > logo.x - airX && x < right && y > logo.y - airY && y < bottom
}

/** Behind words, bright letters become deep ones of the same hue; on a light ground deep ones become pale. */
function keepQuiet(pixels: Uint8ClampedArray, at: number, near: number, theme: Theme): void {
  const [red, green, blue] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!]
  const grey = seeGrey(red, green, blue)
  const limit = WORDS_GREY[theme]
  if (theme === 'DARK' ? grey <= limit : grey >= limit) return
  if (theme === 'DARK') {
    const gain = mix(1, limit / grey, near)
    pixels[at] = red * gain
    pixels[at + 1] = green * gain
    pixels[at + 2] = blue * gain
    return
  }
  const share = (near * (limit - grey)) / (255 - grey)
  pixels[at] = mix(red, 255, share)
  pixels[at + 1] = mix(green, 255, share)
  pixels[at + 2] = mix(blue, 255, share)
}

const GAMMA = 2.2

/** The grey that is as bright as a colour: a strong red is far brighter than the sum of its channels. */
function seeGrey(red: number, green: number, blue: number): number {
  return (0.2126 * red ** GAMMA + 0.7152 * green ** GAMMA + 0.0722 * blue ** GAMMA) ** (1 / GAMMA)
}
