import { measureOlive } from './clean-hue.ts'
import { hexToOklch, type Oklch, toDegrees, turnTo } from './colour.ts'
import { mix, smoothstep } from './easing.ts'
import type { Swatch } from './swatches.ts'

/** Which of a cover's colours tints the ground, and which two strike the eye. */
export type Cast = { ground: Oklch; accent: Oklch; accent2: Oklch; isMonochrome: boolean }

/** With less chroma a colour is taken for grey. */
export const MONOCHROME_CHROMA = 0.035

/** Greys that all lean one way by so much are no greys but a tint: sepia, platinum, the green of old film. */
const LEAST_TINT = 0.006

/** Hues so far apart, in radians, are neighbours: nobody takes one of them for a colour that does not belong. */
export const NEIGHBOUR_TURN = 0.35

/** What a cover without any colour to tell is taken for. */
const GREY: Oklch = { lightness: 0.5, chroma: 0, hue: 0 }

/** So much less a muddy colour is wanted as a ground or an accent than a clean one. */
const MUD_DISLIKE = 0.6

/** Skin, wood, straw and sand, in degrees and chroma: they fill many pictures, and strike the eye in none. */
const PLAIN = { from: 22, to: 98, edge: 10, strong: 0.14, weak: 0.1, light: 0.88, dislike: 0.55 }
/** A colour across from that of the ground is worth so much more than one that is lost on it. */
const ACROSS = 0.5

type Actor = Oklch & { share: number }

/** Who plays which part: the largest swatch tints the ground, the most striking one is the accent; olive and mustard only where nothing else is there. */
export function castRoles(swatches: Swatch[]): Cast {
  const actors = swatches.map(({ colour, share }): Actor => ({ ...hexToOklch(colour), share }))
  const liking = (actor: Oklch) => 1 - MUD_DISLIKE * measureOlive(actor)
  const [largest = GREY] = actors.toSorted((a, b) => liking(b) * b.share - liking(a) * a.share)
  const strength = (actor: Actor) =>
    liking(actor) *
    (1 - PLAIN.dislike * measurePlainness(actor)) *
    (1 + ACROSS * findDistance(actor, largest)) *
    actor.chroma *
    (0.35 + Math.sqrt(actor.share)) *
    (1 - Math.abs(actor.lightness - 0.68) * 0.7)
  const [accent = GREY, ...others] = [...actors].sort((a, b) => strength(b) - strength(a))
  return {
    ground: largest.chroma > 0.03 ? largest : { ...largest, hue: accent.hue },
    accent,
    accent2: findPartner(accent, others) ?? findNeighbour(accent),
    isMonochrome:
      actors.every((actor) => actor.chroma < MONOCHROME_CHROMA) && measureTint(actors) < LEAST_TINT,
  }
}

/** The chroma of all of it together: what leans to all sides comes to nothing. */
function measureTint(actors: readonly Actor[]): number {
  const lean = (along: (angle: number) => number) =>
    actors.reduce((sum, { chroma, hue, share }) => sum + share * chroma * along(hue), 0)
  return Math.hypot(lean(Math.cos), lean(Math.sin))
}

/** How far apart two hues are, 0..1; grey is near to all. */
function findDistance(one: Oklch, other: Oklch): number {
  const seen = smoothstep(0.01, MONOCHROME_CHROMA, Math.min(one.chroma, other.chroma))
  return (seen * Math.abs(turnTo(one.hue, other.hue))) / Math.PI
}

function measurePlainness({ chroma, hue, lightness }: Oklch): number {
  const { from, to, edge, strong, weak, light } = PLAIN
  const degrees = toDegrees(hue)
  const warmth = smoothstep(from - edge, from + edge, degrees) * smoothstep(to + edge, to - edge, degrees)
  return warmth * smoothstep(strong, weak, chroma) * smoothstep(light, light - 0.08, lightness)
}

/** So far apart, in radians, two hues are two colours. */
const OTHER_TURN = 0.6
/** A partner has so much chroma at least: with less it would be a colour only after it has been made one. */
const PARTNER_CHROMA = 0.05
/** A shade of the accent's own hue is told from it by this much lightness, from where accents begin. */
const SHADE = { apart: 0.15, from: 0.64 }

/** Another colour of the cover: of another hue, else a pale one beside a deep accent. Dark ones would be as light as it is once they are accents. */
function findPartner(accent: Oklch, others: readonly Actor[]): Oklch | undefined {
  const coloured = others.filter(({ chroma }) => chroma >= PARTNER_CHROMA)
  const findApart = (turn: number) => coloured.find(({ hue }) => Math.abs(turnTo(accent.hue, hue)) >= turn)
  return (
    findApart(OTHER_TURN) ??
    findApart(NEIGHBOUR_TURN) ??
    coloured.find((other) => Math.abs(raise(other) - raise(accent)) >= SHADE.apart)
  )
}

function raise({ lightness }: Oklch): number {
  return Math.max(lightness, SHADE.from)
}

/** Yellow and cyan, in radians. */
const BRIGHT_HUES = { yellow: 1.85, cyan: 3.4 }

/** From and to so much chroma a colour has a neighbour of another hue; a tint has only a paler one. */
const TURNING = { from: MONOCHROME_CHROMA, to: 0.06 }

/** As light changes a colour: paler, and a little towards yellow or cyan, the brightest hues; greens towards cyan, since olive is on their other side. */
function findNeighbour(accent: Oklch): Oklch {
  const { chroma, hue } = accent
  const { yellow, cyan } = BRIGHT_HUES
  const toYellow = turnTo(hue, yellow)
  const toCyan = turnTo(hue, cyan)
  const isWarm = toYellow > 0 && toYellow < Math.abs(toCyan)
  const reach = 0.9 * NEIGHBOUR_TURN * smoothstep(TURNING.from, TURNING.to, chroma)
  const turn = Math.sign(isWarm ? toYellow : toCyan) * reach
  return { lightness: raise(accent) + SHADE.apart, chroma: 0.8 * chroma, hue: hue + turn }
}

/** Other pairs of the same colours: the accents change places, or both accent and ground lie between them. */
export function recast(cast: Cast, pairing: number): Cast {
  const { ground, accent, accent2 } = cast
  if (pairing % 3 === 0 || cast.isMonochrome) return cast
  const tint = (colour: Oklch) => ({
    ...ground,
    hue: colour.hue,
    chroma: Math.max(ground.chroma, colour.chroma),
  })
  if (pairing % 3 === 1) return { ...cast, ground: tint(accent2), accent: accent2, accent2: accent }
  const way = turnTo(accent.hue, accent2.hue) / 2
  const turn = Math.max(-NEIGHBOUR_TURN, Math.min(NEIGHBOUR_TURN, way))
  const between = {
    lightness: mix(accent.lightness, accent2.lightness, 0.5),
    chroma: mix(accent.chroma, accent2.chroma, 0.5),
    hue: accent.hue + turn,
  }
  return { ...cast, ground: tint(between), accent: between }
}
