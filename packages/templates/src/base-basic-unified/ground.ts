import { blendOver, contrast, fromOklch, hexToOklch, mix, mixColours, type Palette } from '@songreel/kit'

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
  /** How much larger the card is on a beat. */
  cardSwing: number
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
  const tint = isDark ? mixColours(background, palette.gradient[2]!, 0.45) : background
  const grades = isDark ? listDarkGrades() : listLightGrades()
  const glow = isDark ? palette.accent : mixColours(palette.accent, text, 0.5)
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
    wave: isDark ? mixColours(glow, text, 0.3) : palette.accent,
    waveLight: isDark ? 0.275 : 0.28,
    cardSwing: 0.08,
  }
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

/** The colour, moved towards the text's lightness as little as its contrast allows; its hue and strength stay. */
function liftTowards(text: string, colour: string, ground: string): string {
  const from = hexToOklch(colour)
  const { lightness } = hexToOklch(text)
  const tries = steps(0, 1).map((share) =>
    fromOklch({ ...from, lightness: mix(from.lightness, lightness, share) }),
  )
  return tries.find((lifted) => contrast(lifted, ground) >= ACCENT_CONTRAST) ?? text
}
