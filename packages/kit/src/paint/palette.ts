import { castRoles, NEIGHBOUR_TURN, recast } from './cast-roles.ts'
import { cleanSurface } from './clean-ground.ts'
import { blendOver, contrast, fromOklch, hexToOklch, type Oklch, turnTo } from './colour.ts'
import { findCoverGrounds } from './cover-grounds.ts'
import { hold, mix } from './easing.ts'
import { liven } from './liven.ts'
import type { PictureColours, Swatch } from './swatches.ts'
import type { Theme } from './theme.ts'

/** The colours that a brand may set, each as `#rrggbb`; what is absent comes from the cover. */
export type BrandColours = { background?: string; text?: string; accent?: string; accent2?: string }

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
  /** Two colours for surfaces that fill the frame below type: what fills the cover, a charcoal or a paper where that is no colour or would be mud, an accent that was wished, or what a brand has for that. */
  grounds: readonly [string, string]
  /** Five stops from the background through the cover's colours to the brightest, in rising lightness. */
  gradient: string[]
  /** What the cover is made of beside the people on it, largest share first. */
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
  const pairing = options.pairing ?? 0
  const cast = recast(castRoles(colours.swatches), pairing)
  const surfaces = pairGrounds(findCoverGrounds(colours.swatches, theme), cast.isMonochrome ? 0 : pairing)
  const [ground, second] = surfaces
  const tint = (lightness: number, chroma: number) =>
    fromOklch(cleanSurface({ lightness, chroma: cast.isMonochrome ? 0 : chroma, hue: ground.hue }))

  const groundChroma = Math.min(tones.maxGroundChroma, Math.max(0.012, ground.chroma * 0.4))
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
      { lightness: tones.text, chroma: cast.isMonochrome ? 0 : 0.012, hue: ground.hue },
      TEXT_CONTRAST,
    ),
    muted: reach(
      { lightness: tones.muted, chroma: cast.isMonochrome ? 0 : 0.022, hue: ground.hue },
      ACCENT_CONTRAST,
    ),
    accent,
    accent2,
    accentText: findTextOn(accent, ground.hue),
    grounds: wished ? [accent, accent2] : [fromOklch(ground), fromOklch(second)],
    gradient: createGradient(background, { surfaces, lead: wished ?? liven(cast.accent, theme) }),
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

/** As with the accents: the surfaces change places, or the first lies between them. */
function pairGrounds([first, second]: [Oklch, Oklch], pairing: number): [Oklch, Oklch] {
  if (pairing % 3 === 0) return [first, second]
  if (pairing % 3 === 1) return [second, first]
  const way = turnTo(first.hue, second.hue) / 2
  const turn = Math.max(-NEIGHBOUR_TURN, Math.min(NEIGHBOUR_TURN, way))
  const between = {
    lightness: mix(first.lightness, second.lightness, 0.5),
    chroma: mix(first.chroma, second.chroma, 0.5),
    hue: first.hue + turn,
  }
  // What would be a grey there lies on the other side.
  const clean = cleanSurface(between)
  const isLost = clean.chroma < between.chroma
  return [isLost ? cleanSurface({ ...between, hue: first.hue - turn }) : clean, first]
}

/** Colours of a gradient: two surfaces for its dark half, and what leads in the light. */
type Lights = { surfaces: readonly [Oklch, Oklch]; lead: Oklch }

export function createGradient(background: string, { surfaces: [first, second], lead }: Lights): string[] {
  const dark = hexToOklch(background).lightness < 0.5
  const stops = dark ? [0.3, 0.5, hold(lead.lightness, 0.62, 0.82), 0.9] : [0.45, 0.62, 0.79, 0.9]
  const colours = [first, second, lead, { ...lead, chroma: 0.45 * lead.chroma }].map((colour, index) => {
    const chroma = Math.min(0.2, colour.chroma)
    return fromOklch(cleanSurface({ hue: colour.hue, chroma, lightness: stops[index]! }))
  })
  return dark ? [background, ...colours] : [...colours, background]
}
