import { calmPastel } from './calm-pastel.ts'
import { cleanSurface } from './clean-ground.ts'
import { hexToOklch, type Oklch, toDegrees, toRadians, turnTo } from './colour.ts'
import { hold, mix, smoothstep } from './easing.ts'
import type { Swatch } from './swatches.ts'
import type { Theme } from './theme.ts'

/** A colour and how much of the cover it fills; weak colours count for less. */
type Ground = Oklch & { share: number }

/** Colours of one kind whose hues are no further apart, in radians, are one family. */
const FAMILY_TURN = 0.64
/** Red and orange are one where they meet, or else an orange sky would be two halves that are too small. */
const MEETING_TURN = 0.15
/** From here on a colour counts in full; dark ones look black for longer. */
const FULL_CHROMA = 0.1
const SEEN = { from: 0.12, to: 0.32 }
/** So much of a cover is filled by a colour that may fill a frame: neither lips nor a skirt make a red room. */
const LEAST_SHARE = { clean: 0.1, red: 0.24, warm: 0.3 }
/** A second ground may be smaller by this factor. */
const SECOND = 0.5
/** So much of its size counts when the largest is looked for: indigo before a red sunset, which is an accent already. */
const LIKING = { clean: 1, red: 0.7, warm: 0.7 }
/** In degrees: reds and pinks begin where plum ends and end where orange begins, and yellow where green does. */
const RED = { from: 338, to: 40 }
const WARM_END = 102
/** Yellow in light stays yellow so far towards green, and is no ground in the dark: only black beside it shows it. */
const SUNNY = { from: 72, to: 118, lightness: 0.62 }
/** Warm colours weaker than this are skin, wood, straw and sand, and no ground in the dark. Below this lightness none can be as strong: an orange sky at night is one with less. */
const STRONG = { from: 0.09, to: 0.15, lightness: 0.5 }
/** Reds and pinks weaker than this are faces, and what leans to orange is brick and salmon for longer: from and to these degrees. */
const ROSY = { from: 0.04, to: 0.09 }
const BRICK = { from: 8, to: 24, weak: 0.07, strong: 0.115 }
/** How light and how rich a surface is that carries type. */
const TONES = {
  DARK: { from: 0.27, to: 0.52, gain: 1.15, least: 0.035, most: 0.15 },
  LIGHT: { from: 0.84, to: 0.9, gain: 0.8, least: 0.02, most: 0.1 },
} as const
/** Where nothing of a cover is colour enough, it is a charcoal and a stone, or two papers, in the tint that it has. */
const GREYS = {
  DARK: { from: 0.235, to: 0.36, middle: 0.26, step: 0.13, tint: 0.022 },
  LIGHT: { from: 0.86, to: 0.92, middle: 0.9, step: -0.07, tint: 0.024 },
} as const
/** In degrees: of the greys with a breath of yellow. */
const SEPIA = 76
/** From so many degrees on, weak warm colours are cream on paper: of their own hue they would be flesh. */
const CREAM = { from: 14, full: 30, hue: 70, most: 0.05, weak: 0.08, strong: 0.115 }
/** How far a second ground turns, in radians, and steps from the first where the cover holds no other. */
const ASIDE = { hue: 0.22, lightness: 0.09 }

/** The two surfaces of a cover, the larger one first: what really fills it, as one would paint a room for it. */
export function findCoverGrounds(swatches: readonly Swatch[], theme: Theme): [Oklch, Oklch] {
  const families = listFamilies(swatches, theme)
  const large = families.filter((each) => each.share >= leastShare(each))
  // An ember lies below type only where the cover holds nothing that stays itself in the dark.
  const stays = (each: Ground) => theme === 'LIGHT' || kindOf(each) !== 'warm'
  const first = large.find(stays) ?? large[0]
  const second = families.find(
    (each) => each !== first && stays(each) && each.share >= SECOND * leastShare(each),
  )
  if (!first) {
    const [grey, other] = mixGreys(swatches, theme)
    return [grey, second ? toTone(second, theme) : other]
  }
  const ground = toTone(first, theme)
  return [ground, second ? toTone(second, theme) : stepAside(ground, theme)]
}

/** What a palette's grounds are on paper: in the light, orange needs no ember and yellow no charcoal. What somebody wished or a brand has stays. */
export function findPapers({ accent, grounds, hasBrandGround, swatches }: Worn): [Oklch, Oklch] {
  const isOwn = !hasBrandGround && grounds[0] !== accent
  return isOwn ? findCoverGrounds(swatches, 'LIGHT') : [hexToOklch(grounds[0]), hexToOklch(grounds[1])]
}

type Worn = {
  accent: string
  grounds: readonly [string, string]
  hasBrandGround?: boolean
  swatches: readonly Swatch[]
}

/** Hues of the cover, largest first, each with all that belongs to it. */
function listFamilies(swatches: readonly Swatch[], theme: Theme): Ground[] {
  const colours = swatches
    .map(({ colour, share }) => weigh(hexToOklch(colour), share, theme))
    .filter(({ share }) => share > 0)
    .toSorted((a, b) => b.share - a.share)
  const families: Ground[][] = []
  for (const each of colours) {
    const own = families.find(([leader]) => isFamily(leader!, each))
    if (own) own.push(each)
    else families.push([each])
  }
  const liking = (ground: Ground) => ground.share * LIKING[kindOf(ground)]
  return families.map(blend).toSorted((a, b) => liking(b) - liking(a))
}

function isFamily(one: Ground, other: Ground): boolean {
  const kinds = new Set([kindOf(one), kindOf(other)])
  const most = kinds.size === 1 ? FAMILY_TURN : kinds.has('clean') ? 0 : MEETING_TURN
  return Math.abs(turnTo(one.hue, other.hue)) <= most
}

function weigh(colour: Oklch, share: number, theme: Theme): Ground {
  const { chroma, lightness } = colour
  // As it would be as a surface: olive is a green there, and what stays warm has to be strong.
  const surface = theme === 'DARK' ? cleanSurface({ ...colour, lightness: Math.min(0.5, lightness) }) : colour
  const strength = theme === 'DARK' ? measureStay(colour) : 1
  const seen = Math.min(1, surface.chroma / FULL_CHROMA) * smoothstep(SEEN.from, SEEN.to, lightness)
  const hue = kindOf(colour) === 'clean' ? surface.hue : colour.hue
  return { lightness, chroma, hue, share: share * seen * strength }
}

/** How much of a colour is left as a dark surface, 0..1. */
function measureStay(colour: Oklch): number {
  const degrees = toDegrees(colour.hue)
  const isSunny = degrees > SUNNY.from && degrees < (colour.lightness > SUNNY.lightness ? SUNNY.to : WARM_END)
  if (isSunny) return 0
  const kind = kindOf(colour)
  if (kind === 'clean') return 1
  if (kind === 'warm') {
    const dim = hold(colour.lightness / STRONG.lightness, 0.4, 1)
    return smoothstep(dim * STRONG.from, dim * STRONG.to, colour.chroma)
  }
  const brick = degrees < RED.to ? smoothstep(BRICK.from, BRICK.to, degrees) : 0
  return smoothstep(mix(ROSY.from, BRICK.weak, brick), mix(ROSY.to, BRICK.strong, brick), colour.chroma)
}

function blend(family: readonly Ground[]): Ground {
  const share = family.reduce((sum, each) => sum + each.share, 0)
  const mean = (read: (each: Ground) => number) =>
    family.reduce((sum, each) => sum + each.share * read(each), 0) / share
  const { hue } = family[0]!
  return {
    share,
    lightness: mean((each) => each.lightness),
    chroma: mean((each) => each.chroma),
    hue: hue + mean((each) => turnTo(hue, each.hue)),
  }
}

function leastShare(colour: Oklch): number {
  return LEAST_SHARE[kindOf(colour)]
}

function kindOf({ hue }: Oklch): keyof typeof LEAST_SHARE {
  const degrees = toDegrees(hue)
  if (degrees >= RED.from || degrees < RED.to) return 'red'
  return degrees < WARM_END ? 'warm' : 'clean'
}

function toTone({ lightness, chroma, hue }: Oklch, theme: Theme): Oklch {
  const { from, to, gain, least, most } = TONES[theme]
  const tone = { hue, lightness: hold(lightness, from, to), chroma: hold(gain * chroma, least, most) }
  const calm = lightness < tone.lightness ? calmPastel(tone) : tone
  return cleanSurface(theme === 'LIGHT' ? toCream(calm, chroma) : calm)
}

/** Skin, wood and straw as the paper on which they are printed. */
function toCream(tone: Oklch, ownChroma: number): Oklch {
  const degrees = toDegrees(tone.hue)
  if (degrees < CREAM.from || degrees > CREAM.hue) return tone
  const share = smoothstep(CREAM.from, CREAM.full, degrees) * smoothstep(CREAM.strong, CREAM.weak, ownChroma)
  const chroma = mix(tone.chroma, Math.min(CREAM.most, tone.chroma), share)
  return { ...tone, chroma, hue: mix(toRadians(degrees), toRadians(CREAM.hue), share) }
}

/** A neighbour of a colour, for a cover that holds no other: two grounds are two. */
function stepAside({ hue, chroma, lightness }: Oklch, theme: Theme): Oklch {
  const { from, to } = TONES[theme]
  const isHigh = lightness > (from + to) / 2
  const moved = lightness + (isHigh ? -ASIDE.lightness : ASIDE.lightness)
  return cleanSurface({ chroma, hue: hue + ASIDE.hue, lightness: theme === 'DARK' ? moved : lightness })
}

function mixGreys(swatches: readonly Swatch[], theme: Theme): [Oklch, Oklch] {
  const { from, to, middle, step, tint } = GREYS[theme]
  const colours = swatches.map(({ colour, share }) => ({ ...hexToOklch(colour), share }))
  const [largest] = colours.toSorted((a, b) => b.share * tintOf(b) - a.share * tintOf(a))
  const isNear = largest && largest.lightness < 0.6 === (theme === 'DARK')
  const lightness = isNear ? hold(largest.lightness, from, to) : middle
  const chroma = largest ? Math.min(tint, largest.chroma) : 0
  const hue = largest ? warmUp(largest.hue, theme) : 0
  return [
    { lightness, chroma, hue },
    { lightness: lightness + step, chroma, hue },
  ]
}

/** A breath of yellow is khaki, one of amber is paper and sepia; on paper a breath of orange is flesh. */
function warmUp(hue: number, theme: Theme): number {
  const degrees = toDegrees(hue)
  if (degrees > SEPIA && degrees < SUNNY.to) return toRadians(SEPIA)
  return theme === 'LIGHT' && degrees > CREAM.full && degrees < CREAM.hue ? toRadians(CREAM.hue) : hue
}

/** Deep blacks and pure whites have hardly a tint to give. */
function tintOf({ lightness, chroma }: Oklch): number {
  return (
    0.2 +
    Math.min(1, chroma / 0.03) * smoothstep(SEEN.from, SEEN.to, lightness) * smoothstep(1, 0.9, lightness)
  )
}
