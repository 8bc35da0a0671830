import {
  chance,
  contrast,
  fromOklch,
  hexToOklch,
  mixColours,
  type Palette,
  toGroundTone,
} from '@songreel/kit'

/** The type's colour, that of the dial around it, and two tones for each chapter of the song to change between. */
export type Colours = { ink: string; dial: string; pairs: readonly (readonly [string, string])[] }

const INK = '#0c0b0e'

/** A poster is as loud as its cover: an accent that pales to less below black type leaves its place to what fills the cover. */
const LOUD = { others: 0.12, sandy: 0.045 }
/** Hues of orange, sand and straw, in radians. */
const SANDY = { from: 0.7, to: 2.1 }

/** Black on the cover's own colours, as bright as a poster; light on dark only for those who ask for it. */
export function chooseColours(palette: Palette, seed: number, isDark: boolean): Colours {
  const { accent, accent2, grounds, background } = palette
  if (palette.hasBrandGround) return wearColours(palette)
  const ink = isDark ? palette.text : INK
  const isLoud = (colour: string) => {
    const { chroma, hue } = hexToOklch(isDark ? colour : toGroundTone(colour, ink, 8.6))
    return chroma >= (hue > SANDY.from && hue < SANDY.to ? LOUD.sandy : LOUD.others)
  }
  const loud = [accent, accent2].filter(isLoud)
  const hues = findFamily(loud.length > 0 ? [...loud, grounds[0]] : [...grounds], seed)
  const pairs = hues.map((hue) => {
    const own = toGroundTone(isDark ? mixColours(background, hue, 0.5) : hue, ink, 8.6)
    const tone = isDark ? own : liftDull(own)
    const { lightness, chroma, hue: angle } = hexToOklch(tone)
    // A darker sand is mud, a lighter one is cream; what is as light as paper has no lighter neighbour.
    const isSandy = angle > SANDY.from && angle < SANDY.to
    const isPaper = tone !== own
    const isLighter = isDark || (isSandy && !isPaper)
    const shade = {
      lightness: lightness + (isLighter ? 0.07 : -0.075),
      chroma: (isSandy && !isPaper ? 0.85 : 1.3) * chroma,
      hue: angle,
    }
    return [tone, toGroundTone(fromOklch(shade), ink, 7.1)] as const
  })
  return { ink, dial: ink, pairs }
}

/** A ground with less colour is office grey or putty: as light as paper, with more of what colour it has, it is a poster's. */
const DULL = { chroma: 0.05, lightness: 0.955, strength: 1.7 }

function liftDull(colour: string): string {
  const { lightness, chroma, hue } = hexToOklch(colour)
  if (chroma >= DULL.chroma) return colour
  return fromOklch({
    lightness: Math.max(lightness, DULL.lightness),
    chroma: Math.min(DULL.chroma, DULL.strength * chroma),
    hue,
  })
}

/** Hues no further apart, in radians, are one family; a colour that is alone in it has a neighbour so far away. */
const FAMILY = { turn: 0.6, aside: 0.2 }

/** One of the colours and what is akin to it: a poster that changes keeps its colour. */
export function findFamily(colours: readonly string[], seed: number): string[] {
  const first = colours[Math.floor(colours.length * chance(seed, 'hue'))] ?? INK
  const { hue, ...rest } = hexToOklch(first)
  const isKin = (other: string) => Math.cos(hexToOklch(other).hue - hue) >= Math.cos(FAMILY.turn)
  const others = colours.filter((other) => other !== first && isKin(other))
  return others.length > 0 ? [first, ...others] : [first, fromOklch({ ...rest, hue: hue + FAMILY.aside })]
}

/** A dial is large, and needs no more contrast than that of a sign. */
const DIAL_CONTRAST = 3

/** A brand's own ground takes turns with what else of it carries type; the dial is in its accent where that is seen on all of them. */
function wearColours({ background, grounds, text, accent }: Palette): Colours {
  const [first, second] = grounds
  const isSeen = [background, ...grounds].every((ground) => contrast(accent, ground) >= DIAL_CONTRAST)
  const pairs = [
    [background, first],
    [background, second],
    [first, background],
  ] as const
  return { ink: text, dial: isSeen ? accent : text, pairs }
}
