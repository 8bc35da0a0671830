import {
  blendOver,
  type Cover,
  contrast,
  fromOklch,
  hexToOklch,
  mix,
  mixColours,
  type Palette,
  toHex,
} from '@songreel/kit'

/** How the blurred cover is graded, and the colours of what stands on it. */
export type Ground = {
  brightness: number
  saturation: number
  tint: string
  tintAmount: number
  text: string
  artist: string
  accent: string
  /** What holds the lights back behind the type. */
  calm: string
  /** The light around the card. */
  glow: string
  /** Opacity of the bars: dark bars on a light ground weigh more than the reverse, and must not flicker. */
  barStrength: number
  /** The light that goes out from the card on a beat, and its strength. */
  wave: string
  waveLight: number
}

/** On a dark ground light is taken away, which keeps hues apart; the tint binds them and keeps black from being dead. */
const DARK_TINT = 0.3
/** The blurred cover never shines through more than this, however readable the type on it would be. */
const MOST_LIGHT = 0.8
const LEAST_VEIL = 0.5
/** Type needs 7:1. A colourful ground leaves some air; a pale one goes deeper, where 7:1 would be a muddy grey. */
const TEXT_CONTRAST = { colourful: 7.8, pale: 12.5 }
const PALE_CHROMA = 0.06
const ACCENT_CONTRAST = 4.7
/** How much of the card's light reaches the type below it at its brightest. */
const GLOW_ON_TYPE = 0.2

/** Grades the blurred cover until type is readable on its least favourable area, then lifts colours as far as needed. */
export function planGround(palette: Palette): Ground {
  const { theme, background, text } = palette
  const isDark = theme === 'DARK'
  const worst = isDark ? palette.lightestArea : palette.darkestArea
  const isPale = hexToOklch(worst).chroma < PALE_CHROMA
  const least = TEXT_CONTRAST[isPale ? 'pale' : 'colourful']
  const tint = isDark && !palette.hasBrandGround ? mixColours(background, dye(palette), 0.45) : background
  // Nothing of the cover shines through a brand's own ground.
  const shades = isDark ? listDarkGrades() : listLightGrades()
  const grades = palette.hasBrandGround ? [{ brightness: 1, tintAmount: 1 }] : shades
  const ofCover = isDark ? palette.grounds[0] : mixColours(palette.accent, text, 0.5)
  const glow = palette.hasBrandGround ? palette.grounds[0] : ofCover
  const lit = ({ brightness, tintAmount }: Grade) => {
    const graded = blendOver(tint, blendOver('#000000', worst, 1 - brightness), tintAmount)
    return blendOver(glow, graded, GLOW_ON_TYPE)
  }
  const grade = grades.find((each) => contrast(text, lit(each)) >= least) ?? grades.at(-1)!
  return {
    ...grade,
    saturation: isDark ? 1.45 : 1.2,
    tint,
    text,
    artist: liftTowards(text, palette.muted, lit(grade)),
    accent: liftTowards(text, palette.accent, lit(grade)),
    calm: background,
    glow,
    barStrength: isDark ? 0.9 : 0.6,
    wave: isDark ? mixColours(ofCover, text, 0.3) : palette.accent,
    waveLight: isDark ? 0.4 : 0.36,
  }
}

/** What darkens the cover: its second colour, or the clean one that stands for it on large grounds. */
function dye({ gradient, grounds, accent2 }: Palette): string {
  const middle = gradient[2]!
  if (grounds[1] === accent2) return middle
  return fromOklch({ ...hexToOklch(grounds[1]), lightness: hexToOklch(middle).lightness })
}

type Grade = { brightness: number; tintAmount: number }

function listDarkGrades(): Grade[] {
  return steps(MOST_LIGHT, 0.04).map((brightness) => ({ brightness, tintAmount: DARK_TINT }))
}

/** On a light ground the cover is veiled. */
function listLightGrades(): Grade[] {
  return steps(LEAST_VEIL, 1).map((tintAmount) => ({ brightness: 1, tintAmount }))
}

function steps(from: number, to: number): number[] {
  return Array.from({ length: 41 }, (_, i) => from + ((to - from) * i) / 40)
}

/** Stops of the spectrum's colour, from left to right. */
const BAR_STOPS = 14
/** The spectrum has the colours of the cover's lower part: this share of its height. */
const BAR_FROM = 0.45
/** What is averaged loses strength. */
const BAR_STRENGTH = { least: 1.5, most: 0.17 }
const BAR_CONTRAST = 4

/** So many pixels are looked at along the width. */
const BAR_SAMPLES = 12 * BAR_STOPS
/** A colour this much darker or lighter than the bars would be another one there, and says nothing. */
const FARTHEST = 0.42
/** How much of all the cover's colour each bar has: what has none of its own takes that. */
const SHARED = 0.3

/**
 * The cover goes on as its spectrum: every bar has the colour of the column of the cover that it belongs to, as light
 * as it must be to be seen. Colours that are clear and about as light count for more than their area: navy and orange
 * would make lavender, which the cover does not have.
 */
export function listBarColours(
  { picture, palette }: Pick<Cover, 'picture' | 'palette'>,
  { text, tint }: Ground,
): string[] {
  const wanted = BAR_LIGHT[palette.theme]
  const columns = sumColumns(picture, wanted)
  const all = columns.reduce((sum, each) => addSums(sum, each, SHARED / BAR_STOPS), NOTHING)
  return columns.map((column) => {
    const { a, b, light, weight } = addSums(all, column, 1)
    if (weight === 0) return liftTowards(text, palette.accent, tint, BAR_CONTRAST)
    const own = Math.hypot(a, b) / weight
    const bright = fromOklch({
      hue: Math.atan2(b, a),
      chroma: Math.min(Math.max(own, BAR_STRENGTH.most), BAR_STRENGTH.least * own),
      lightness: (palette.theme === 'DARK' ? Math.max : Math.min)(wanted, light / weight),
    })
    return liftTowards(text, bright, tint, BAR_CONTRAST)
  })
}

/** How light bars are at least on a dark ground, and at most on a light one. */
const BAR_LIGHT = { DARK: 0.7, LIGHT: 0.5 }

/** Weighted sums of OKLab's axes. */
type Sums = { a: number; b: number; light: number; weight: number }

const NOTHING: Sums = { a: 0, b: 0, light: 0, weight: 0 }

function addSums(sum: Sums, { a, b, light, weight }: Sums, share: number): Sums {
  return {
    a: sum.a + share * a,
    b: sum.b + share * b,
    light: sum.light + share * light,
    weight: sum.weight + share * weight,
  }
}

function sumColumns({ pixels, width, height }: Cover['picture'], wanted: number): Sums[] {
  const columns = Array.from({ length: BAR_STOPS }, () => ({ ...NOTHING }))
  const step = Math.max(1, Math.floor(width / BAR_SAMPLES))
  for (let y = Math.floor(BAR_FROM * height); y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      const at = 4 * (y * width + x)
      const { lightness, chroma, hue } = hexToOklch(toHex([pixels[at]!, pixels[at + 1]!, pixels[at + 2]!]))
      const weight = (LEAST_WEIGHT + chroma) * Math.max(0, 1 - Math.abs(lightness - wanted) / FARTHEST)
      const sums = columns[Math.floor((x * BAR_STOPS) / width)]!
      sums.a += weight * chroma * Math.cos(hue)
      sums.b += weight * chroma * Math.sin(hue)
      sums.light += weight * lightness
      sums.weight += weight
    }
  }
  return columns
}

/** Of a grey pixel, beside the strength of colours. */
const LEAST_WEIGHT = 0.01

/** The colour, moved towards the text's lightness as little as its contrast allows; its hue and strength stay. */
function liftTowards(text: string, colour: string, ground: string, ratio = ACCENT_CONTRAST): string {
  const from = hexToOklch(colour)
  const { lightness } = hexToOklch(text)
  const tries = steps(0, 1).map((share) =>
    fromOklch({ ...from, lightness: mix(from.lightness, lightness, share) }),
  )
  return tries.find((lifted) => contrast(lifted, ground) >= ratio) ?? text
}
