import { fromOklch, hexToOklch, type Palette } from '@songreel/kit'

/** Hues no further apart, in radians, are neighbours: what lies between them on a fold is one of them. Light is nearer than lining: coral on plum is skin. */
const NEIGHBOURS = { lining: 0.95, light: 0.75 }
/** The deepest folds are a deep colour still, never black. */
const DEEP = { lightness: 0.28, mostChroma: 0.1 }
/** Cloth with hardly any colour is a deep charcoal, and its light all the brighter: in the middle it would be cement. */
const CHARCOAL = { chroma: 0.028, gain: 1.4, background: 0.235, lightness: [0.36, 0.3] } as const
/** The light of folds, where no accent is a neighbour of the cloth: the cloth's own colour, brighter, and so much stronger. */
const SHINE = { lightness: 0.72, gain: 1.5, mostChroma: 0.13, turn: 0.16 }

/**
 * What the silk is woven of: what fills the cover, and of its other colours only neighbours of that. Skin and lips are accents of most
 * portraits, and between them and a green or a blue the folds would be patches, not cloth.
 */
export function weave(palette: Palette): Palette {
  const { theme, grounds, accent, accent2, hasBrandGround } = palette
  if (hasBrandGround || theme === 'LIGHT') return palette
  if (isEmber(palette)) return weaveEmber(palette)
  const [cloth, second] = [warm(grounds[0]), warm(grounds[1])]
  const { hue, chroma } = hexToOklch(cloth)
  if (chroma < CHARCOAL.chroma) return weaveCharcoal(palette, { hue, chroma })
  const isKin = (colour: string, turn: number) => {
    const own = hexToOklch(colour)
    // Grey on warm or cold cloth is another material.
    return own.chroma > 0.6 * chroma && Math.cos(own.hue - hue) >= Math.cos(turn)
  }
  const shine = (turn: number) => {
    const strength = Math.min(SHINE.mostChroma, SHINE.gain * chroma)
    return fromOklch({ hue: hue + turn, chroma: strength, lightness: SHINE.lightness })
  }
  return {
    ...palette,
    background: fromOklch({ hue, chroma: Math.min(DEEP.mostChroma, chroma), lightness: DEEP.lightness }),
    grounds: [cloth, isKin(second, NEIGHBOURS.lining) ? second : cloth],
    accent: isKin(accent, NEIGHBOURS.light) ? warm(accent) : shine(SHINE.turn),
    accent2: isKin(accent2, NEIGHBOURS.light) ? warm(accent2) : shine(-SHINE.turn),
  }
}

/** From orange to yellow, in radians. Their shade is olive, and their light lime: as cloth they are amber, as fire is. */
const AMBER = { hue: 1.13, to: 2.1 }

function warm(colour: string): string {
  const { hue, ...rest } = hexToOklch(colour)
  return hue > AMBER.hue && hue < AMBER.to ? fromOklch({ ...rest, hue: AMBER.hue }) : colour
}

/** A sun in the dark: its cloth is the red that embers have, and its light amber and coral. Brown and olive folds would be mud. */
const EMBER = {
  from: 0.3,
  most: 0.085,
  least: 0.12,
  cloth: { lightness: 0.38, chroma: 0.11, hue: 0.5 },
  lining: { lightness: 0.34, chroma: 0.11, hue: 0.38 },
  light: { lightness: 0.76, chroma: 0.16, hue: 0.74 },
  coral: { lightness: 0.7, chroma: 0.15, hue: 0.52 },
} as const

function isEmber({ grounds, accent }: Palette): boolean {
  const [cloth, light] = [hexToOklch(grounds[0]), hexToOklch(accent)]
  const isWarm = (hue: number) => hue > EMBER.from && hue < AMBER.to
  return isWarm(cloth.hue) && isWarm(light.hue) && cloth.chroma < EMBER.most && light.chroma > EMBER.least
}

function weaveEmber(palette: Palette): Palette {
  const { cloth, lining, light, coral } = EMBER
  return {
    ...palette,
    background: fromOklch({ ...cloth, chroma: 0.07, lightness: DEEP.lightness }),
    grounds: [fromOklch(cloth), fromOklch(lining)],
    accent: fromOklch(light),
    accent2: fromOklch(coral),
  }
}

function weaveCharcoal(palette: Palette, { hue, chroma: own }: { hue: number; chroma: number }): Palette {
  const chroma = Math.min(CHARCOAL.chroma, CHARCOAL.gain * own)
  const tone = (lightness: number) => fromOklch({ lightness, chroma, hue })
  const [cloth, lining] = CHARCOAL.lightness
  return { ...palette, background: tone(CHARCOAL.background), grounds: [tone(cloth), tone(lining)] }
}
