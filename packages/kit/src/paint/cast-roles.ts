import { measureMud } from './clean-hue.ts'
import { hexToOklch, type Oklch } from './colour.ts'
import { mix } from './easing.ts'
import type { Swatch } from './swatches.ts'

/** Which of a cover's colours tints the ground, and which two strike the eye. */
export type Cast = { ground: Oklch; accent: Oklch; accent2: Oklch; isMonochrome: boolean }

/** With less chroma a colour is taken for grey. */
export const MONOCHROME_CHROMA = 0.035

/** Hues so far apart, in radians, are neighbours: nobody takes one of them for a colour that does not belong. */
export const NEIGHBOUR_TURN = 0.35

/** What a cover without any colour to tell is taken for. */
const GREY: Oklch = { lightness: 0.5, chroma: 0, hue: 0 }

/** So much less a muddy colour is wanted as a ground or an accent than a clean one. */
const MUD_DISLIKE = 0.6

type Actor = Oklch & { share: number }

/** Who plays which part: the largest swatch tints the ground, the most striking one is the accent; olive and mustard only where nothing else is there. */
export function castRoles(swatches: Swatch[]): Cast {
  const actors = swatches.map(({ colour, share }): Actor => ({ ...hexToOklch(colour), share }))
  const liking = (actor: Oklch) => 1 - MUD_DISLIKE * measureMud(actor)
  const strength = (actor: Actor) =>
    liking(actor) *
    actor.chroma *
    (0.35 + Math.sqrt(actor.share)) *
    (1 - Math.abs(actor.lightness - 0.68) * 0.7)
  const [accent = GREY, ...others] = [...actors].sort((a, b) => strength(b) - strength(a))
  const [largest = GREY] = actors.toSorted((a, b) => liking(b) * b.share - liking(a) * a.share)
  return {
    ground: largest.chroma > 0.03 ? largest : { ...largest, hue: accent.hue },
    accent,
    accent2: findPartner(accent, others) ?? findNeighbour(accent),
    isMonochrome: actors.every((actor) => actor.chroma < MONOCHROME_CHROMA),
  }
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

/** As light changes a colour: paler, and a little towards yellow or cyan, the brightest hues; greens towards cyan, since olive is on their other side. */
function findNeighbour(accent: Oklch): Oklch {
  const { chroma, hue } = accent
  const { yellow, cyan } = BRIGHT_HUES
  const toYellow = turnTo(hue, yellow)
  const toCyan = turnTo(hue, cyan)
  const isWarm = toYellow > 0 && toYellow < Math.abs(toCyan)
  const turn = Math.sign(isWarm ? toYellow : toCyan) * 0.9 * NEIGHBOUR_TURN
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

/** From one hue to another, the shorter way, in radians. */
export function turnTo(hue: number, other: number): number {
  return Math.atan2(Math.sin(other - hue), Math.cos(other - hue))
}
