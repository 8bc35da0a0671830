import { findBrandGrounds, isGolden } from './brand-grounds.ts'
import { MONOCHROME_CHROMA } from './cast-roles.ts'
import { contrast, fromOklch, hexToOklch, mixColours } from './colour.ts'
import { mix } from './easing.ts'
import {
  ACCENT_CONTRAST,
  type BrandColours,
  createGradient,
  findTextOn,
  keepOrReach,
  type Palette,
  type PaletteOptions,
  reachContrast,
  TEXT_CONTRAST,
} from './palette.ts'
import type { Theme } from './theme.ts'

/** A colour of a brand that could not be read as it was. */
export type ColourChange = { role: keyof BrandColours; wished: string; used: string }

/** So much lighter or darker than the ground is a panel on it. */
const SURFACE_STEP = { DARK: 0.05, LIGHT: -0.045 }
const LINE_STEP = { DARK: 0.2, LIGHT: -0.14 }
/** Second-rank type has so much of the ground in it. */
const MUTED_SHARE = 0.3

/**
 * Gives a palette the colours of a brand. Each stays to the last digit where it can be read, and moves by no more than that asks for
 * where it can't; what the brand lacks stays the cover's, as far as it can be read on the brand's ground.
 */
export function wearColours(
  own: Palette,
  brand: BrandColours,
  { accentColor, pairing = 0 }: Pick<PaletteOptions, 'accentColor' | 'pairing'> = {},
): { palette: Palette; changes: ColourChange[] } {
  const { theme } = own
  const background = brand.background ? keepGround(brand.background, theme) : own.background
  const surface = brand.background ? layOn(background, theme) : own.surface
  const grounds = [background, surface]
  const read = (colour: string, ratio = ACCENT_CONTRAST) => keepOrReach(colour, grounds, theme, ratio)
  const text = read(brand.text ?? own.text, TEXT_CONTRAST)
  const accents = pairAccents(own, { ...brand, ...deriveAccent(brand, text) }, pairing)
  const accent = read(accentColor ?? accents.accent)
  const accent2 = read(accents.accent2)
  const used = { background, text, accent, accent2 }
  const isMonochrome = [background, accent, accent2].every(
    (colour) => hexToOklch(colour).chroma < MONOCHROME_CHROMA,
  )
  const cast = {
    ground: hexToOklch(background),
    accent: hexToOklch(accent),
    accent2: hexToOklch(accent2),
  }
  const hasOwnColours = Boolean(brand.background || brand.accent || brand.accent2 || accentColor)
  const large: Palette['grounds'] = brand.background
    ? // What is too light or too dark for small type may be just right for a surface.
      findBrandGrounds({ ...used, accent: accentColor ?? accents.accent, accent2: accents.accent2, theme })
    : hasOwnColours
      ? [accent, accent2]
      : own.grounds
  const palette: Palette = {
    ...own,
    ...used,
    surface,
    line: brand.background ? shift(background, LINE_STEP[theme]) : own.line,
    muted:
      brand.text || brand.background
        ? reachContrast(
            hexToOklch(mixColours(text, background, MUTED_SHARE)),
            grounds,
            ACCENT_CONTRAST,
            theme,
          )
        : own.muted,
    accentText: findTextOn(accent, cast.ground.hue),
    grounds: large,
    gradient: brand.background
      ? orderGradient(background, [...large, accent, accent2])
      : hasOwnColours
        ? createGradient(background, { surfaces: [cast.ground, cast.accent2], lead: cast.accent })
        : own.gradient,
    isMonochrome,
    ...(brand.background && { hasBrandGround: true }),
  }
  const asked = accentColor ? { ...brand, [accents.taken]: undefined } : brand
  return { palette, changes: listChanges(asked, { ...used, ...accents.place(accent, accent2) }) }
}

/** The brand's own colours from dark to light, with its ground where a cover has it: at the dark end, or at the light one. */
function orderGradient(background: string, others: string[]): string[] {
  const ordered = others.toSorted((a, b) => hexToOklch(a).lightness - hexToOklch(b).lightness)
  return hexToOklch(background).lightness < 0.5 ? [background, ...ordered] : [...ordered, background]
}

/** A brand of two colours stays one: a colour of the cover beside them would be a third, and so would a mix of them. */
function deriveAccent({ background, accent, accent2 }: BrandColours, text: string): BrandColours {
  if (!background || !accent || accent2) return {}
  const own = hexToOklch(accent)
  return { accent2: fromOklch({ ...own, lightness: mix(own.lightness, hexToOklch(text).lightness, 0.4) }) }
}

/** Several videos of one song have the brand's accents in turn. */
function pairAccents(own: Palette, brand: BrandColours, pairing: number) {
  const isTurned = pairing % 3 === 1 && brand.accent !== undefined && brand.accent2 !== undefined
  const accent = brand.accent ?? own.accent
  const accent2 = brand.accent2 ?? own.accent2
  const taken: keyof BrandColours = isTurned ? 'accent2' : 'accent'
  return {
    accent: isTurned ? accent2 : accent,
    accent2: isTurned ? accent : accent2,
    /** Which of the brand's accents plays the first part. */
    taken,
    place: (first: string, second: string) =>
      isTurned ? { accent: second, accent2: first } : { accent: first, accent2: second },
  }
}

/** A ground on which white (black) type, and a panel's too, can be read: a colour in the middle of the scale is on neither side. */
function keepGround(wished: string, theme: Theme): string {
  const type = theme === 'DARK' ? '#ffffff' : '#000000'
  const isFit = (ground: string) => contrast(type, ground) >= TEXT_CONTRAST + GROUND_ROOM
  if (isFit(wished)) return wished.toLowerCase()
  const colour = hexToOklch(wished)
  const end = theme === 'DARK' ? 0 : 1
  for (let share = 0.02; share < 1; share += 0.02) {
    const tried = fromOklch({ ...colour, lightness: colour.lightness + (end - colour.lightness) * share })
    if (isFit(tried)) return tried
  }
  return theme === 'DARK' ? '#000000' : '#ffffff'
}

/** Room for a text that is not quite white or black. */
const GROUND_ROOM = 0.6

/** A panel is a step towards the type, or away from it where that would cost the type its contrast, or make olive of yellow. */
function layOn(background: string, theme: Theme): string {
  const type = theme === 'DARK' ? '#ffffff' : '#000000'
  const near = shift(background, SURFACE_STEP[theme])
  const isOlive = theme === 'LIGHT' && isGolden(hexToOklch(background))
  return contrast(type, near) >= TEXT_CONTRAST + GROUND_ROOM / 2 && !isOlive
    ? near
    : shift(background, -SURFACE_STEP[theme])
}

function shift(colour: string, step: number): string {
  const own = hexToOklch(colour)
  return fromOklch({ ...own, lightness: Math.min(1, Math.max(0, own.lightness + step)) })
}

function listChanges(brand: BrandColours, used: Required<BrandColours>): ColourChange[] {
  const roles = ['background', 'text', 'accent', 'accent2'] as const
  return roles.flatMap((role) => {
    const wished = brand[role]?.toLowerCase()
    return wished === undefined || wished === used[role] ? [] : [{ role, wished, used: used[role] }]
  })
}
