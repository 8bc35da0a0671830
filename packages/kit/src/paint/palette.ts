import { type Cast, castRoles, MONOCHROME_CHROMA, NEIGHBOUR_TURN, recast, turnTo } from './cast-roles.ts'
import { cleanHue } from './clean-hue.ts'
import { blendOver, contrast, fromOklch, hexToOklch, type Oklch } from './colour.ts'
import { findCoverGrounds } from './cover-grounds.ts'
import type { PictureColours, Swatch } from './swatches.ts'

/** The colours that a brand may set, each as `#rrggbb`; what is absent comes from the cover. */
export type BrandColours = { background?: string; text?: string; accent?: string; accent2?: string }

/** Dark ground with light type, or the reverse. */
export type Theme = 'DARK' | 'LIGHT'

/** The colours of a video by role, all as `#rrggbb`. Contrast is WCAG 2 against background and surface alike. */
export type Palette = {
  theme: Theme
  /** The ground of the frame, tinted by the cover. */
  background: string
  /** A card or panel on the background. */
  surface: string
  /** Hairlines and empty tracks; decoration only, never text. */
  line: string
  /** Type, at least 7:1. */
  text: string
  /** Second-rank type, at least 4.5:1. */
  muted: string
  /** The one accent, at least 4.5:1. */
  accent: string
  /** A second colour of the cover, at least 4.5:1. */
  accent2: string
  /** Type on an accent fill, at least 4.5:1 against `accent`. */
  accentText: string
  /** Two colours for surfaces that fill the frame below type, to be given their lightness there: the accents, a colour of the cover in place of one that would be brown, or what a brand has for that. */
  grounds: readonly [string, string]
  /** Five stops from the background through the cover's colours to the brightest, in rising lightness. */
  gradient: string[]
  /** What the cover is made of, largest share first. */
  swatches: Swatch[]
  /** The lightest and the darkest area of the blurred cover; `findScrimOpacity` starts from them. */
  lightestArea: string
  darkestArea: string
  /** True when the cover has no colour to speak of. */
  isMonochrome: boolean
  /** True where a brand chose the background: a look that would make up a ground of its own stands on this one. */
  hasBrandGround?: boolean
}

/** What the caller may wish; without a theme the cover decides. */
export type PaletteOptions = {
  theme?: Theme
  accentColor?: string
  /** Above 0 the cover's colours get other roles, so that several videos of one cover differ. Default 0. */
  pairing?: number
  /** The colours of a brand; those that it lacks come from the cover. */
  brand?: BrandColours
}

/** Least contrast of type, and of accents and second-rank type. */
export const TEXT_CONTRAST = 7
export const ACCENT_CONTRAST = 4.5

/** Gives the cover's colours their roles. Hues come from the cover; lightness comes from what must be readable. */
export function createPalette(colours: PictureColours, options: PaletteOptions = {}): Palette {
  const theme = options.theme ?? wishedTheme(options.brand) ?? chooseTheme(colours)
  const tones = TONES[theme]
  const cast = recast(castRoles(colours.swatches), options.pairing ?? 0)
  const tint = (lightness: number, chroma: number) =>
    fromOklch(cleanHue({ lightness, chroma: cast.isMonochrome ? 0 : chroma, hue: cast.ground.hue }))

  const groundChroma = Math.min(tones.maxGroundChroma, Math.max(0.012, cast.ground.chroma * 0.4))
  const background = tint(tones.background, groundChroma)
  const surface = tint(tones.surface, groundChroma * tones.surfaceChroma)
  const grounds = [background, surface]
  const reach = (colour: Oklch, ratio: number) => reachContrast(colour, grounds, ratio, theme)

  const wished = options.accentColor ? hexToOklch(options.accentColor) : undefined
  const accent = wished
    ? keepOrReach(options.accentColor!, grounds, theme)
    : reach(liven(cast.accent, theme), ACCENT_CONTRAST)
  const accent2 = reach(liven(cast.accent2, theme), ACCENT_CONTRAST)
  return {
    theme,
    background,
    surface,
    line: tint(tones.line, groundChroma * 1.4),
    text: reach(
      { lightness: tones.text, chroma: cast.isMonochrome ? 0 : 0.012, hue: cast.ground.hue },
      TEXT_CONTRAST,
    ),
    muted: reach(
      { lightness: tones.muted, chroma: cast.isMonochrome ? 0 : 0.022, hue: cast.ground.hue },
      ACCENT_CONTRAST,
    ),
    accent,
    accent2,
    accentText: findTextOn(accent, cast.ground.hue),
    grounds:
      theme === 'DARK' && !wished
        ? findCoverGrounds([accent, accent2], colours.swatches, (colour) =>
            reach(liven(colour, theme), ACCENT_CONTRAST),
          )
        : [accent, accent2],
    gradient: createGradient(background, cast, wished),
    swatches: colours.swatches,
    lightestArea: colours.lightestArea,
    darkestArea: colours.darkestArea,
    isMonochrome: cast.isMonochrome,
  }
}

/** A brand's ground decides, else its type, which wants the opposite; a colour in the middle goes where it has more room. */
function wishedTheme({ background, text }: BrandColours = {}): Theme | undefined {
  const isDark = (colour: string) => contrast(colour, '#ffffff') > contrast(colour, '#000000')
  if (background) return isDark(background) ? 'DARK' : 'LIGHT'
  if (text) return isDark(text) ? 'LIGHT' : 'DARK'
  return undefined
}

/** Most of a pale cover is light and has little colour: on a dark ground it would look like a lamp in a cellar. */
const PALE = { lightness: 0.8, chroma: 0.085, share: 0.55 }

/** LIGHT for a pale cover, DARK for every other. */
function chooseTheme({ swatches }: PictureColours): Theme {
  const isPale = ({ colour }: Swatch) => {
    const { lightness, chroma } = hexToOklch(colour)
    return lightness >= PALE.lightness && chroma <= PALE.chroma
  }
  const share = swatches.reduce((sum, swatch) => (isPale(swatch) ? sum + swatch.share : sum), 0)
  return share >= PALE.share ? 'LIGHT' : 'DARK'
}

/**
 * How opaque a scrim of the background's colour must lie over the blurred cover, so that type keeps its contrast
 * even on the cover's most unfavourable area.
 */
export function findScrimOpacity(palette: Palette, ratio = TEXT_CONTRAST): number {
  const worst = palette.theme === 'DARK' ? palette.lightestArea : palette.darkestArea
  const isReadable = (opacity: number) =>
    contrast(palette.text, blendOver(palette.background, worst, opacity)) >= ratio
  if (isReadable(0)) return 0
  let low = 0
  let high = 1
  for (let step = 0; step < 12; step++) {
    const middle = (low + high) / 2
    if (isReadable(middle)) high = middle
    else low = middle
  }
  return high
}

type Tones = {
  background: number
  surface: number
  line: number
  text: number
  muted: number
  maxGroundChroma: number
  surfaceChroma: number
}

const TONES: Record<Theme, Tones> = {
  DARK: {
    background: 0.16,
    surface: 0.225,
    line: 0.36,
    text: 0.97,
    muted: 0.76,
    maxGroundChroma: 0.045,
    surfaceChroma: 1.35,
  },
  LIGHT: {
    background: 0.965,
    surface: 0.92,
    line: 0.82,
    text: 0.21,
    muted: 0.48,
    maxGroundChroma: 0.02,
    surfaceChroma: 1.6,
  },
}

const MIN_ACCENT_CHROMA = 0.1
/** A weak colour is made so much stronger at most: a grey with a breath of brown is not made brown. */
const MOST_BOOST = 1.7

/** An accent has enough colour to be one, and starts at a lightness where its hue is at its best. */
function liven(colour: Oklch, theme: Theme): Oklch {
  const isGrey = colour.chroma < MONOCHROME_CHROMA
  const chroma = isGrey ? 0 : Math.max(colour.chroma, Math.min(MIN_ACCENT_CHROMA, MOST_BOOST * colour.chroma))
  if (isGrey) return { ...colour, chroma, lightness: theme === 'DARK' ? 0.94 : 0.26 }
  const lightness = theme === 'DARK' ? Math.max(colour.lightness, 0.64) : Math.min(colour.lightness, 0.58)
  return cleanHue({ ...colour, chroma, lightness })
}

/** A wished colour stays to the last digit when it is readable. */
export function keepOrReach(
  wished: string,
  grounds: string[],
  theme: Theme,
  ratio = ACCENT_CONTRAST,
): string {
  const isReadable = grounds.every((ground) => contrast(wished, ground) >= ratio)
  return isReadable ? wished.toLowerCase() : reachContrast(hexToOklch(wished), grounds, ratio, theme)
}

/** Moves lightness away from the grounds, by no more than the ratio asks for. */
export function reachContrast(colour: Oklch, grounds: string[], ratio: number, theme: Theme): string {
  const end = theme === 'DARK' ? 1 : 0
  for (let share = 0; share <= 1; share += 0.02) {
    const lightness = colour.lightness + (end - colour.lightness) * share
    const tried = fromOklch({ ...colour, lightness })
    if (grounds.every((ground) => contrast(tried, ground) >= ratio)) return tried
  }
  return theme === 'DARK' ? '#ffffff' : '#000000'
}

/** Black or white always reaches 4.5:1 on any colour; a tint of the ground is taken when it does too. */
export function findTextOn(accent: string, hue: number): string {
  const candidates = [
    fromOklch({ lightness: 0.17, chroma: 0.02, hue }),
    fromOklch({ lightness: 0.985, chroma: 0.008, hue }),
    '#000000',
    '#ffffff',
  ]
  const best = (colours: string[]) =>
    colours.reduce((a, b) => (contrast(b, accent) > contrast(a, accent) ? b : a))
  const tinted = best(candidates.slice(0, 2))
  return contrast(tinted, accent) >= ACCENT_CONTRAST ? tinted : best(candidates)
}

export function createGradient(
  background: string,
  cast: Omit<Cast, 'isMonochrome'>,
  wished: Oklch | undefined,
): string[] {
  const lead = wished ?? cast.accent
  const chroma = (colour: Oklch, factor: number) =>
    colour.chroma < MONOCHROME_CHROMA ? 0 : colour.chroma * factor
  const dark = hexToOklch(background).lightness < 0.5
  const stops = dark ? [0.3, 0.52, 0.72, 0.9] : [0.45, 0.62, 0.78, 0.9]
  const colours = [cast.ground, cast.accent2, lead, lead].map((colour, index) => {
    const lightness = stops[index]!
    const { hue } = index === 1 ? stayItself(colour, lightness, lead) : colour
    const strength = chroma(colour, index === 3 ? 0.45 : index === 0 ? 1.1 : 1)
    return fromOklch(cleanHue({ lightness, chroma: Math.min(0.2, strength), hue }))
  })
  return dark ? [background, ...colours] : [...colours, background]
}

/** The colour, or the other one where this one would not be itself at such a lightness: cream turns brown where it is dark. */
function stayItself(colour: Oklch, lightness: number, other: Oklch): Oklch {
  const isForeign = (each: Oklch) =>
    Math.abs(turnTo(each.hue, cleanHue({ ...each, lightness }).hue)) > NEIGHBOUR_TURN
  return isForeign(colour) && !isForeign(other) ? other : colour
}
