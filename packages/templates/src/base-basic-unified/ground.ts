import {
  blendOver,
  type Cover,
  contrast,
  fromOklch,
  hexToOklch,
  mix,
  mixColours,
  type Palette,
  shine,
  toHex,
  turnTo,
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
  /** The least favourable ground of type. */
  lit: string
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
  const ofCover = isDark ? shine(palette.grounds[0]) : mixColours(palette.accent, text, 0.5)
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
    lit: lit(grade),
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

/** The spectrum has a colour of the cover's lower part: this share of its height. */
const BAR_FROM = 0.45
/** What is averaged loses strength. */
const BAR_STRENGTH = { least: 1.5, most: 0.17 }
const BAR_CONTRAST = 4
/** So many pixels are looked at along the width. */
const BAR_SAMPLES = 168
/** A colour this much darker or lighter than the bars would be another one there, and says nothing. */
const FARTHEST = 0.42
/** Hues are counted in so many parts of the circle; what lies this many parts beside the strongest belongs to it. */
const HUES = 24
const BESIDE = 1
/** The bars on the right are so much nearer to the text's lightness: one colour, and alive. */
const BAR_LIFT = 0.28
/** A label's colour with less strength than this is a quiet one, and the bars share it. */
const QUIET_CHROMA = 0.06

/**
 * The cover goes on as its spectrum: the bars have its strongest colour, as light as it must be to be seen, and a
 * neighbour of it on the right. Bars of several hues would look unrelated, and their mean is none that the cover has:
 * navy and orange would make lavender.
 */
export function listBarColours(
  { picture, palette }: Pick<Cover, 'picture' | 'palette'>,
  { text, tint, accent }: Ground,
): string[] {
  const wanted = BAR_LIGHT[palette.theme]
  const { a, b, light, weight } = findStrongest(sumHues(picture, wanted))
  if (weight === 0) return [liftTowards(text, palette.accent, tint, BAR_CONTRAST)]
  const own = Math.hypot(a, b) / weight
  const label = hexToOklch(accent)
  const isDark = palette.theme === 'DARK'
  const strong = {
    hue: Math.atan2(b, a),
    chroma: Math.min(Math.max(own, BAR_STRENGTH.most), BAR_STRENGTH.least * own),
    lightness: (isDark ? Math.max : Math.min)(wanted, light / weight),
  }
  // Beside type in a quiet colour, strong bars would be strangers.
  const colour = label.chroma < QUIET_CHROMA ? { ...label, lightness: wanted } : strong
  const lifted = mix(colour.lightness, hexToOklch(text).lightness, BAR_LIFT)
  return [colour, { ...colour, lightness: lifted }].map((each) =>
    liftTowards(text, fromOklch(each), tint, BAR_CONTRAST),
  )
}

/** Hues that are further apart, in radians, are two accents. */
const APART = 0.6

/** Type and line take the colour of the bars where theirs is another: blue type over orange bars would be two accents. */
export function joinAccent(ground: Ground, [bars]: readonly string[]): Ground {
  if (bars === undefined) return ground
  const [label, bar] = [hexToOklch(ground.accent), hexToOklch(bars)]
  const apart = Math.abs(turnTo(bar.hue, label.hue))
  const isOne = apart < APART || label.chroma < QUIET_CHROMA
  return isOne ? ground : { ...ground, accent: liftTowards(ground.text, bars, ground.lit) }
}

/** How light bars are at least on a dark ground, and at most on a light one. */
const BAR_LIGHT = { DARK: 0.7, LIGHT: 0.5 }

/** Weighted sums of OKLab's axes. */
type Sums = { a: number; b: number; light: number; weight: number }

/** The hue with most colour, and those beside it. */
function findStrongest(hues: readonly Sums[]): Sums {
  const around = hues.map((_, at) => {
    const sum = { a: 0, b: 0, light: 0, weight: 0 }
    for (let beside = -BESIDE; beside <= BESIDE; beside++) addSums(sum, hues[(at + beside + HUES) % HUES]!)
    return sum
  })
  return around.reduce((best, each) =>
    Math.hypot(each.a, each.b) > Math.hypot(best.a, best.b) ? each : best,
  )
}

function addSums(sum: Sums, { a, b, light, weight }: Sums): void {
  sum.a += a
  sum.b += b
  sum.light += light
  sum.weight += weight
}

/** Colours that are clear and about as light as the bars count for more than their area. */
function sumHues({ pixels, width, height }: Cover['picture'], wanted: number): Sums[] {
  const hues = Array.from({ length: HUES }, () => ({ a: 0, b: 0, light: 0, weight: 0 }))
  const step = Math.max(1, Math.floor(width / BAR_SAMPLES))
  for (let y = Math.floor(BAR_FROM * height); y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      const at = 4 * (y * width + x)
      const { lightness, chroma, hue } = hexToOklch(toHex([pixels[at]!, pixels[at + 1]!, pixels[at + 2]!]))
      const weight = (LEAST_WEIGHT + chroma) * Math.max(0, 1 - Math.abs(lightness - wanted) / FARTHEST)
      const turn = hue / (2 * Math.PI) + 1
      addSums(hues[Math.floor((turn % 1) * HUES) % HUES]!, {
        a: weight * chroma * Math.cos(hue),
        b: weight * chroma * Math.sin(hue),
        light: weight * lightness,
        weight,
      })
    }
  }
  return hues
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
