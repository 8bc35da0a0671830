import {
  type Box,
  type Cover,
  type FrameLayout,
  mix,
  type PaintPicture,
  planFrame,
  type Size,
  smoothstep,
  type Theme,
} from '@songreel/kit'
import { drawOnPlain } from './plain-ground.ts'
import { createSight } from './sight.ts'
import { spreadTones } from './tones.ts'

/** The strongest channel of letters for the darkest and the lightest tone: light words on a dark ground, and deep ones on a light one. */
const LEVELS: Record<Theme, { dark: number; light: number }> = {
  DARK: { dark: 84, light: 255 },
  LIGHT: { dark: 20, light: 150 },
}
/** How dense print is for the lightest and the heaviest tone: so much of a place are letters, and so much of their colour is between them. */
const DENSITY = { thin: 0.38, bold: 0.54 }
/** Behind the words letters keep below this grey on a dark ground, and above it on a light one: `palette.text` has a contrast of 10 there. */
const WORDS_GREY: Record<Theme, number> = { DARK: 58, LIGHT: 212 }
/** Behind the words gaps are nearly as dark as letters: no second text. */
const QUIET_DENSITY = 0.58
/** So far around the words, in parts of the frame's shorter side, letters come back to their own colours; less far where the subject is. */
const REACH = 0.17
const CLEAR_REACH = 0.03
const COLUMN_REACH = 1.4
/** Words that take so much of the width have a band. */
const BAND = 0.62

/** What of a picture is printed. */
export type PrintPlan = { cover: Cover; place: Box; words: Box; logo?: Box | undefined }

/** Paints the cover at its place on a plain ground, for letters: its colours as ink, and how heavy they are, and what is between them, as opacity. */
export function inkCover({ cover, place, words, logo }: PrintPlan): PaintPicture {
  return (ctx, size) => {
    drawOnPlain(ctx, cover, place, size)
    const picture = ctx.getImageData(0, 0, size.width, size.height)
    const { data } = picture
    const { theme } = cover.palette
    const tones = spreadTones(data, size)
    const clearAt = createSight(cover, place)
    const nearness = createNearness(words, size)
    const isBlank = logo ? createBlank(logo, planFrame(size)) : () => false
    for (let y = 0, i = 0; y < size.height; y++) {
      for (let x = 0; x < size.width; x++, i++) {
        const clear = clearAt(x, y)
        const tone = tones[i]!
        const heavy = theme === 'DARK' ? tone : 1 - tone
        const near = nearness(x, y, clear)
        const bold = mix(mix(DENSITY.thin, DENSITY.bold, heavy), 1, clear)
        setLevel(data, 4 * i, { tone, theme, own: clear })
        if (near > 0) keepQuiet(data, 4 * i, near, theme)
        data[4 * i + 3] = isBlank(x, y) ? 0 : 255 * mix(bold, QUIET_DENSITY, near)
      }
    }
    ctx.putImageData(picture, 0, 0)
  }
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

/** 1 from the frame's edge to the far side of the words, and softly 0 at some distance, which is short towards the subject; from side to side where they take most of the width, or else it would look like a box. */
function createNearness(
  { x: left, y: top, width, height }: Box,
  frame: Size,
): (x: number, y: number, clear: number) => number {
  const side = Math.min(frame.width, frame.height)
  const isBand = width > BAND * frame.width
  const isFirst = left + width / 2 < frame.width / 2
  const isUpper = top + height / 2 < frame.height / 2
  const reach = (isBand ? 1 : COLUMN_REACH) * REACH * side
  const awayAt = (x: number, y: number) => {
    if (isBand) return isUpper ? y - top - height : top - y
    return isFirst ? x - left - width : left - x
  }
  return (x, y, clear) => {
    const away = awayAt(x, y)
    if (away >= reach) return 0
    return mix(smoothstep(reach, 0, away), smoothstep(CLEAR_REACH * side, 0, away), clear)
  }
}

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
