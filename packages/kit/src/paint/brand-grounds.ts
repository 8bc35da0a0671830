import { measureOlive } from './clean-hue.ts'
import { contrast, fromOklch, hexToOklch, type Oklch } from './colour.ts'
import type { Theme } from './theme.ts'

/** What type needs on a surface that fills the frame, with room for the light that a look lays on it. */
const GROUND_CONTRAST = 7.6
/** A colour stays itself while it gets so much darker or lighter: dark red is still red, pale red is pink. */
const MOST_DARKER = 0.26
const MOST_LIGHTER = 0.07
/** With less than so much of its chroma left, or so much muddier, it is another colour: gold turns brown. */
const LEAST_CHROMA = 0.66
const MOST_MUD = 0.2
/** How far the shades of a ground lie from it, in lightness. */
const SHADES = { DARK: [0.075, 0.035], LIGHT: [0.05, 0.026] } as const
/** Yellow that gets lighter is soon cream. */
const GOLDEN_STEP = 0.6
const STEP = 0.01

/** The colours that a brand has for surfaces with type on them. */
type Wearing = { background: string; text: string; accent: string; accent2: string; theme: Theme }

/**
 * Two colours for surfaces that fill the frame and carry type. An accent of the brand is one of them where it stays itself below the
 * brand's type, exactly or as little darker as that needs. Where it would turn brown, olive or salmon, a shade of the brand's own ground
 * takes its place, and the accent is left to what is small.
 */
export function findBrandGrounds({ background, text, accent, accent2, theme }: Wearing): [string, string] {
  const [far, near] = SHADES[theme]
  return [
    carryType(accent, text) ?? shadeGround(background, text, { theme, by: far }),
    carryType(accent2, text) ?? shadeGround(background, text, { theme, by: near }),
  ]
}

/** A colour as a ground for type; undefined where it would be another one by then. */
function carryType(colour: string, text: string): string | undefined {
  if (contrast(text, colour) >= GROUND_CONTRAST) return colour
  const own = hexToOklch(colour)
  const isDown = hexToOklch(text).lightness > 0.5
  const most = isDown ? MOST_DARKER : MOST_LIGHTER
  for (let by = STEP; by <= most; by += STEP) {
    const moved = fromOklch({ ...own, lightness: own.lightness + (isDown ? -by : by) })
    if (contrast(text, moved) >= GROUND_CONTRAST) return isItself(own, hexToOklch(moved)) ? moved : undefined
  }
  return undefined
}

function isItself(own: Oklch, moved: Oklch): boolean {
  return moved.chroma >= LEAST_CHROMA * own.chroma && measureOlive(moved) <= measureOlive(own) + MOST_MUD
}

/** The ground a little lighter, or darker where it is light; yellow only lighter, for dark yellow is olive. As rich in colour as it is. */
function shadeGround(background: string, text: string, { theme, by }: { theme: Theme; by: number }): string {
  const own = hexToOklch(background)
  const shade = (step: number) => {
    const lightness = Math.min(1, Math.max(0, own.lightness + step))
    const chroma = own.chroma * Math.min(1.6, Math.max(1.2, lightness / Math.max(0.05, own.lightness)))
    return fromOklch({ ...own, lightness, chroma })
  }
  const up = theme === 'LIGHT' ? by * GOLDEN_STEP : by
  const steps = theme === 'DARK' || isGolden(own) ? [up, -up] : [-by, by]
  const readable = steps.map(shade).find((tried) => contrast(text, tried) >= GROUND_CONTRAST)
  return readable ?? background
}

/** Hues of yellow and gold, which turn to olive and mustard as soon as they are darker. */
export function isGolden(colour: Oklch): boolean {
  return colour.chroma > 0.1 && measureOlive({ ...colour, lightness: 0.5 }) > 0.5
}
