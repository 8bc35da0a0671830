import {
  type Cover,
  chanceOf,
  clamp01,
  cleanGround,
  fromOklch,
  hexToOklch,
  isMud,
  mix,
  mixColours,
  type Palette,
  type Ridge,
  smoothstep,
  tameRed,
  toDegrees,
  toGroundTone,
  turnTo,
} from '@songreel/kit'

/** What a ridge is painted in. */
export type Tone = Pick<Ridge, 'base' | 'crest' | 'line'>

/** Where the land is calm for type, and from where on its peaks stay below it, both as nearness; and which ridge it is. */
export type RidgeKind = { calm: number; feet: number; isBar: boolean; isEven: boolean }

/** What the land's colours are taken from. */
export type Lit = Pick<Cover, 'palette' | 'picture'>

/** Lightness of crests: behind type, and at the viewer's feet; how much lighter the mist at a ridge's foot is, and its rim. */
const LIGHTNESS = {
  DARK: { type: 0.235, near: 0.11, mist: 0.165, rim: 0.2, front: 0.55 },
  LIGHT: { type: 0.83, near: 0.88, mist: 0.1, rim: 0.1, front: 0.12 },
}
/** Far away in the haze crests are so much lighter than the foot of the cover, within these: its light lies on them. */
const FAR = {
  DARK: { paler: 0.14, least: 0.52, most: 0.76 },
  LIGHT: { paler: 0, least: 0.56, most: 0.66 },
}
/** The haze itself is so much lighter than the farthest ridge. */
const HAZE_PALER = 0.08
/** So much of the cover's height is its foot. */
const FOOT = 0.25
/** Land behind type is somewhat weaker in colour, and at the feet nearly black. */
const FEET_CHROMA = 0.75
/** In degrees: pale reds are sweets, so that they have no more of a colour than this. */
const SWEET = { from: 330, to: 30, lightness: 0.5, chroma: 0.05 }
/** A land with less colour than the first has rims in the cover's accent on its bars, one with more than the second in its own light. */
const RIM_CHROMA = { from: 0.04, to: 0.1 }
/** Other rims than those of bars have so much of it. */
const OTHER_RIMS = 0.45
/** The accent as light on a rim. */
const ACCENT_RIM = { DARK: 0.72, LIGHT: 0.55 }
const TYPE_CONTRAST = 7.5
const STEPS = 96

/**
 * Air between the ridges: far ones are pale in the haze, near ones deep and dark, in one run between the two colours that fill the
 * cover, and each has a lit rim. On a light ground it runs from far slopes to a near white.
 */
export function createTones(lit: Lit, seed: number): (near: number, kind: RidgeKind) => Tone {
  const { palette } = lit
  const tone = palette.hasBrandGround ? wearBrand(palette, choosePairing(seed)) : paintAir(lit, seed)
  const known = new Map<string, Tone>()
  return (near, kind) => {
    const step = Math.round(near * STEPS)
    const key = `${step} ${kind.isBar} ${kind.isEven}`
    const found = known.get(key) ?? tone(step / STEPS, kind)
    known.set(key, found)
    return found
  }
}

/** The haze before the horizon, and the colour of a sky far away at any lightness. */
export function chooseAir(lit: Lit, seed: number): { haze: string; distance: (lightness: number) => string } {
  const { palette } = lit
  if (palette.hasBrandGround) {
    const haze = tameRed(palette.grounds[choosePairing(seed)]!)
    return { haze, distance: () => haze }
  }
  const colour = createRun(palette, seed)
  return { haze: colour(0, findFar(lit) + HAZE_PALER), distance: (lightness) => colour(0, lightness) }
}

/** Which of the cover's two grounds is the far one. */
function choosePairing(seed: number): number {
  return chanceOf([0, 1], seed, 'pairing')
}

function paintAir(lit: Lit, seed: number) {
  const { palette } = lit
  const { type, near: close, mist, rim, front } = LIGHTNESS[palette.theme]
  const far = findFar(lit)
  const colour = createRun(palette, seed)
  const light = createRim(palette)
  return (near: number, { calm, feet, isBar }: RidgeKind): Tone => {
    const end = Math.max(0.02, calm)
    const lightness = mix(mix(far, type, clamp01(near / end)), close, smoothstep(end, 1, near))
    const at = clamp01(near / (0.35 + 0.65 * end))
    const below = smoothstep(feet, feet + 0.3, near)
    // In the haze a rim is bright anyway, behind type it must not be, and at the feet it catches the light again.
    const lit = rim + (front - rim) * below * (isBar ? 1 : 0.6)
    const isBehindType = near >= end && below === 0
    const quiet = smoothstep(0.5 * end, end, near) * (1 - below)
    const keep = (ground: string) =>
      isBehindType ? toGroundTone(ground, palette.text, TYPE_CONTRAST) : ground
    const line = colour(mix(0.6, 1, quiet) * at, Math.min(0.97, lightness + lit))
    return {
      base: keep(colour(at, lightness + mist)),
      crest: keep(colour(at, lightness)),
      line: keep(light(line, (isBar ? 1 : OTHER_RIMS) * (1 - QUIET * quiet))),
    }
  }
}

/** How light the farthest ridge is. */
function findFar({ palette: { theme }, picture: { pixels, width, height } }: Lit): number {
  const { paler, least, most } = FAR[theme]
  let sum = 0
  let count = 0
  for (let at = 4 * width * Math.floor((1 - FOOT) * height); at < pixels.length; at += 4) {
    sum += 0.2126 * pixels[at]! + 0.7152 * pixels[at + 1]! + 0.0722 * pixels[at + 2]!
    count++
  }
  const grey = Math.round(sum / Math.max(1, count))
  const { lightness } = hexToOklch(`#${grey.toString(16).padStart(2, '0').repeat(3)}`)
  return Math.max(least, Math.min(most, lightness + paler))
}

/**
 * A land of hardly any colour, up to the first chroma, has the hue of the cover's accent, and more of it far away, as evening light is:
 * so far along the run, and less of it below a lightness. Where the accent would be mud on a surface the hue stays as it is.
 */
const GLOW = {
  from: 0.024,
  to: 0.045,
  chroma: 0.085,
  reach: 0.55,
  dim: 0.5,
  surface: { lightness: 0.5, chroma: 0.07 },
}

/** The run of colour from the haze, 0, to the feet, 1, at any lightness. */
function createRun(
  { grounds, accent, isMonochrome }: Palette,
  seed: number,
): (at: number, lightness: number) => string {
  const pairing = choosePairing(seed)
  const [far, near] = [grounds[1 - pairing]!, grounds[pairing]!].map(hexToOklch) as [Oklch, Oklch]
  const turn = turnTo(far.hue, near.hue)
  const light = hexToOklch(accent)
  const own = Math.max(far.chroma, near.chroma)
  const weak = isMonochrome ? 0 : 1 - smoothstep(GLOW.from, GLOW.to, own)
  const isSurface = !isMud(fromOklch({ ...GLOW.surface, hue: light.hue }))
  return (at, lightness) => {
    const along = far.hue + turn * at
    const hue = isSurface ? along + weak * turnTo(along, light.hue) : along
    const run = mix(far.chroma, FEET_CHROMA * near.chroma, at)
    const most = Math.min(GLOW.chroma, light.chroma) * clamp01(lightness / GLOW.dim)
    const chroma = mix(run, Math.max(run, most), weak * (1 - smoothstep(0, GLOW.reach, at)))
    return tameRed(cleanGround(fromOklch({ lightness, hue, chroma: calmSweet({ lightness, chroma, hue }) })))
  }
}

type Oklch = ReturnType<typeof hexToOklch>

function calmSweet({ lightness, chroma, hue }: Oklch): number {
  const degrees = toDegrees(hue)
  const isSweet = degrees > SWEET.from || degrees < SWEET.to
  const most = isSweet
    ? mix(chroma, SWEET.chroma, smoothstep(SWEET.lightness - 0.15, SWEET.lightness + 0.1, lightness))
    : chroma
  return Math.min(chroma, most)
}

/** Behind type, rims in the accent would be underlines: they lose so much of it there. */
const QUIET = 0.85

/** Rims of bars: in a land without colour they have the cover's accent. */
function createRim({
  grounds,
  accent,
  theme,
  isMonochrome,
}: Palette): (line: string, amount: number) => string {
  const own = Math.max(...grounds.map((each) => hexToOklch(each).chroma))
  const share = isMonochrome ? 0 : 1 - smoothstep(RIM_CHROMA.from, RIM_CHROMA.to, own)
  const light = fromOklch({ ...hexToOklch(accent), lightness: ACCENT_RIM[theme] })
  return (line, amount) => tameRed(mixColours(line, light, share * amount))
}

/** A brand's land is of its own grounds, one ridge in the one and the next in the other; only the crests are lit. */
function wearBrand({ grounds, background, text, theme }: Palette, pairing: number) {
  const towards = theme === 'DARK' ? text : background
  return (near: number, { calm, feet, isBar, isEven }: RidgeKind): Tone => {
    const base = tameRed(grounds[(isEven ? 0 : 1) ^ pairing]!)
    const open = 1 - smoothstep(0, Math.max(0.05, calm), near)
    const front = smoothstep(feet, feet + 0.3, near)
    const crest = mixColours(base, towards, 0.06 * (open + front))
    return { base, crest, line: mixColours(crest, text, (isBar ? 0.45 : 0.2) * Math.max(open, front, 0.3)) }
  }
}
