import type { Box } from '../geometry.ts'
import { chance } from './chance.ts'
import { fromOklch, luminance, type Oklab, type Rgb, toHex, toOklab, toOklch } from './colour.ts'
import type { Picture } from './picture.ts'
import { findSkinCells } from './skin-cells.ts'

/** A colour of the cover and how much of what is no person it fills, 0 to 1. */
export type Swatch = { colour: string; share: number }

/** What a picture is made of, and how far its blurred areas reach into light and dark. */
export type PictureColours = { swatches: Swatch[]; lightestArea: string; darkestArea: string }

/**
 * Finds the main colours of a picture: k-means in OKLab over a small grid, the same result every time. People are looked at, but no
 * room is painted in the colour of a face: where enough is left beside them, they don't count.
 */
export function findColours(picture: Picture, faces: readonly Box[] = []): PictureColours {
  const cells = averageGrid(picture, GRID)
  const areas = averageGrid(picture, AREAS).sort((a, b) => luminance(a) - luminance(b))
  return {
    swatches: cluster(leavePeople(cells.map(toOklab), faces)),
    lightestArea: toHex(areas[areas.length - 1]!),
    darkestArea: toHex(areas[0]!),
  }
}

/** Less than so much of a picture beside its people is too little to tell its colours. */
const LEAST_REST = 0.07

function leavePeople(labs: Oklab[], faces: readonly Box[]): Oklab[] {
  const isPerson = findSkinCells(labs, faces)
  const rest = labs.filter((_, cell) => !isPerson[cell])
  const people = labs.filter((_, cell) => isPerson[cell]).map(tone)
  if (rest.length < LEAST_REST * labs.length) return people
  return isColourless(rest) ? [...rest, ...thinOut(people, TONED.share * rest.length)] : rest
}

/** People on black or grey lend it their warmth, as in a toned photograph: of such a hue, so weak, and so many cells to one of the rest. */
const TONED = { hue: 1.25, gain: 0.35, most: 0.017, share: 0.6 }

function tone([lightness, a, b]: Oklab): Oklab {
  const chroma = Math.min(TONED.most, TONED.gain * Math.hypot(a, b))
  return [lightness, chroma * Math.cos(TONED.hue), chroma * Math.sin(TONED.hue)]
}

/** Less chroma is grey, in less light it is black, and in so little of a picture it doesn't count. */
const COLOURLESS = { chroma: 0.02, lightness: 0.28, share: 0.05 }

function isColourless(labs: readonly Oklab[]): boolean {
  const { chroma, lightness, share } = COLOURLESS
  return (
    labs.filter(([light, a, b]) => light > lightness && Math.hypot(a, b) > chroma).length <
    share * labs.length
  )
}

function thinOut(labs: readonly Oklab[], most: number): Oklab[] {
  const step = Math.max(1, labs.length / most)
  return labs.filter((_, i) => Math.floor((i + 1) / step) > Math.floor(i / step))
}

const GRID = 32
const AREAS = 10
const CLUSTERS = 8
const ROUNDS = 8
// Two cells of the grid: a red dot on white is its accent, a stray pixel is not.
const MIN_SHARE = 0.0015

/** Mean colours of a square grid over the picture: every pixel counts, so nothing fine is hit or missed by chance. */
function averageGrid(picture: Picture, grid: number): Rgb[] {
  return Array.from({ length: grid * grid }, (_, cell) =>
    averageCell(
      picture,
      spanCell(cell % grid, grid, picture.width),
      spanCell(Math.floor(cell / grid), grid, picture.height),
    ),
  )
}

function averageCell({ pixels, width }: Picture, [left, right]: Span, [top, bottom]: Span): Rgb {
  let red = 0
  let green = 0
  let blue = 0
  for (let y = top; y < bottom; y++) {
    // Number by number: an object for each of a hundred thousand pixels costs more than all the rest.
    for (let at = (y * width + left) * 4, end = (y * width + right) * 4; at < end; at += 4) {
      red += pixels[at]!
      green += pixels[at + 1]!
      blue += pixels[at + 2]!
    }
  }
  const count = (right - left) * (bottom - top)
  return [red / count, green / count, blue / count]
}

type Span = readonly [start: number, end: number]

/** The pixels of one cell along a side: at least one, also where the picture is smaller than the grid. */
function spanCell(cell: number, grid: number, length: number): Span {
  const start = Math.floor((cell * length) / grid)
  return [start, Math.max(start + 1, Math.floor(((cell + 1) * length) / grid))]
}

/** A point of the cover: its colour and how much it counts. */
type Point = { lab: Oklab; weight: number; owner: number }

/** Colourful cells weigh more: a small red sign on a grey street is what one remembers. */
function cluster(labs: Oklab[]): Swatch[] {
  const points = labs.map(
    (lab): Point => ({ lab, weight: 0.25 + Math.min(1, Math.hypot(lab[1], lab[2]) / 0.15), owner: 0 }),
  )
  let centres = chooseCentres(points)
  for (let round = 0; round < ROUNDS; round++) {
    for (const point of points) point.owner = findNearestCentre(point.lab, centres)
    centres = moveCentres(points, centres)
  }
  const counts = new Uint32Array(centres.length)
  for (const { owner } of points) counts[owner]!++
  return centres
    .map((centre, index) => ({
      colour: fromOklch(toOklch(centre)),
      share: counts[index]! / points.length,
    }))
    .filter((swatch) => swatch.share > MIN_SHARE)
    .sort((a, b) => b.share - a.share)
}

/** k-means++ with seeded chance: each next centre is likely far from those before it. */
function chooseCentres(points: Point[]): Oklab[] {
  const heaviest = points.reduce((best, point) => (point.weight > best.weight ? point : best))
  const centres = [heaviest.lab]
  const candidates = points.map(({ lab, weight }) => ({ lab, weight, gap: distance(lab, heaviest.lab) }))
  while (centres.length < CLUSTERS) {
    const total = candidates.reduce((sum, { gap, weight }) => sum + gap * weight, 0)
    let left = chance(CLUSTERS, 'centre', centres.length) * total
    const next = candidates.find(({ gap, weight }) => {
      left -= gap * weight
      return left <= 0 && gap > 0
    })
    // Fewer colours than centres: nothing is left to choose.
    if (!next) break
    centres.push(next.lab)
    for (const candidate of candidates)
      candidate.gap = Math.min(candidate.gap, distance(candidate.lab, next.lab))
  }
  return centres
}

function findNearestCentre(lab: Oklab, centres: Oklab[]): number {
  let nearest = 0
  let shortest = Number.POSITIVE_INFINITY
  for (let index = 0; index < centres.length; index++) {
    const gap = distance(lab, centres[index]!)
    if (gap < shortest) {
      shortest = gap
      nearest = index
    }
  }
  return nearest
}

/** Hue and chroma count double: two reds of different brightness are one colour of the cover. */
function distance(a: Oklab, b: Oklab): number {
  const lightness = a[0] - b[0]
  const greenRed = a[1] - b[1]
  const blueYellow = a[2] - b[2]
  return lightness * lightness + 2.2 * (greenRed * greenRed + blueYellow * blueYellow)
}

/** Each centre goes to the mean of its points; one without points stays. */
function moveCentres(points: Point[], centres: Oklab[]): Oklab[] {
  const sums = centres.map(() => ({ lightness: 0, a: 0, b: 0, weight: 0 }))
  for (const { lab, weight, owner } of points) {
    const sum = sums[owner]!
    sum.lightness += lab[0] * weight
    sum.a += lab[1] * weight
    sum.b += lab[2] * weight
    sum.weight += weight
  }
  return sums.map(({ lightness, a, b, weight }, index) =>
    weight > 0 ? [lightness / weight, a / weight, b / weight] : centres[index]!,
  )
}
