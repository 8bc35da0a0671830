import { chance, contrast, fromOklch, hexToOklch, isMud, mix, type Palette, turnTo } from '@songreel/kit'

/** The ground, and the type on it, with 7:1 between them; they trade places. */
export type Inks = { ground: string; type: string }

type Colour = ReturnType<typeof hexToOklch>
/** Inks, how far their ground is from the cover's own colour, and how much of it the cover shows. */
type Offer = Inks & { cost: number; presence: number }

const LIGHT = '#ffffff'
const DARK = '#0b0b0d'
/** So much more contrast than it needs has the type: a beat lights the dark ground. */
const SPARE = 1.22
/** Less colour than this is grey. */
const LEAST_CHROMA = 0.03
/** A darker ground would be black. */
const LEAST_LIGHTNESS = 0.3
/** In radians: an accent is that much cleaner than the colours of the cover that it stands for. */
const SAME_HUE = 0.35
/** Up to here a ground is still the cover's colour. Lightened, red turns to salmon: that is farther away than darker red. */
const TRUE_COST = 0.12
const LIGHTEN_COST = 2

/** A colour that the cover really has, as large and strong in it as can be, and what can be read on it; a wished accent goes before. */
export function chooseInks(palette: Palette, seed: number): Inks {
  const { accent, accent2, background, text, hasBrandGround } = palette
  const own = { ground: background, type: text }
  if (hasBrandGround || hexToOklch(accent).chroma < LEAST_CHROMA) return own
  const found = offerFor(palette, accent)
  if (found.length === 0) return carryType(hexToOklch(accent), hexToOklch(accent).lightness > 0.6) ?? own
  const fits = ({ ground, type }: Offer) => !isMud(ground) && (type === DARK || isHeld(palette, ground))
  const offers = found.filter(fits)
  const other = chooseTruest(offerFor(palette, accent2).filter(fits))
  if (other && other.cost <= TRUE_COST && chance(seed, 'colour') > 0.7) return other
  const truest = chooseTruest(offers)
  if (truest && truest.cost <= TRUE_COST) return truest
  // Another colour as it is goes before this one faded or dimmed, and what fills the cover before either.
  const others = palette.swatches.flatMap((swatch) => offerOf(swatch)).filter(fits)
  const best = chooseTruest([...offers, ...others])
  return (best && best.cost <= TRUE_COST ? best : carryGround(palette)) ?? own
}

/** A dark ground needs a colour that fills the cover: a skirt or lips make no dark red wall. */
function isHeld({ grounds }: Palette, ground: string): boolean {
  const { hue } = hexToOklch(ground)
  return grounds.some((each) => {
    const held = hexToOklch(each)
    const apart = turnTo(hue, held.hue)
    return held.chroma >= LEAST_CHROMA && Math.abs(apart) <= SAME_HUE
  })
}

function carryGround({ grounds: [ground] }: Palette): Inks | undefined {
  const colour = hexToOklch(ground)
  return carryType(colour, colour.lightness > 0.6)
}

function chooseTruest(offers: readonly Offer[]): Offer | undefined {
  const faithful = offers.filter(({ cost }) => cost <= TRUE_COST)
  return faithful.length > 0
    ? faithful.toSorted((a, b) => b.presence - a.presence)[0]
    : offers.toSorted((a, b) => a.cost - b.cost)[0]
}

/** Grounds from what the cover has of an accent's hue; none for a colour that it lacks, which somebody wished. */
function offerFor({ swatches }: Palette, accent: string): Offer[] {
  const { hue } = hexToOklch(accent)
  return swatches.flatMap((swatch) => {
    const apart = turnTo(hue, hexToOklch(swatch.colour).hue)
    return Math.abs(apart) > SAME_HUE ? [] : offerOf(swatch, hue)
  })
}

/** Grounds from one colour of the cover, below dark and below light type; none from a grey. */
function offerOf({ colour, share }: Palette['swatches'][number], hue = hexToOklch(colour).hue): Offer[] {
  const { chroma, lightness } = hexToOklch(colour)
  if (chroma < LEAST_CHROMA) return []
  const from = { chroma, hue, lightness: Math.max(LEAST_LIGHTNESS, lightness) }
  return [true, false].flatMap((isLight): Offer[] => {
    const inks = carryType(from, isLight)
    if (!inks) return []
    const shift = Math.abs(hexToOklch(inks.ground).lightness - lightness)
    return [{ ...inks, cost: shift * (isLight ? LIGHTEN_COST : 1), presence: share * chroma }]
  })
}

/** The colour, lightened below dark type or darkened below light type no more than it must be. */
function carryType(colour: Colour, isLight: boolean): Inks | undefined {
  const type = isLight ? DARK : LIGHT
  const ground = Array.from({ length: 21 }, (_, i) =>
    fromOklch({ ...colour, lightness: mix(colour.lightness, isLight ? 1 : 0, i / 20) }),
  ).find((each) => contrast(each, type) >= 7.1 * SPARE)
  return ground === undefined ? undefined : { ground, type }
}
