import { chance } from './chance.ts'
import { fromOklch, luminance, type Oklab, type Rgb, toHex, toOklab, toOklch } from './colour.ts'
import type { Picture } from './picture.ts'

/** A colour of the cover and how much of the cover it fills, 0 to 1. */
export type Swatch = { colour: string; share: number }

/** What a picture is made of, and how far its blurred areas reach into light and dark. */
export type PictureColours = { swatches: Swatch[]; lightestArea: string; darkestArea: string }

/** Finds the main colours of a picture: k-means in OKLab over a small grid, the same result every time. */
export function findColours(picture: Picture): PictureColours {
  const cells = averageGrid(picture, GRID)
  const areas = averageGrid(picture, AREAS).sort((a, b) => luminance(a) - luminance(b))
  return {
    swatches: cluster(cells.map(toOklab)),
    lightestArea: toHex(areas[areas.length - 1]!),
    darkestArea: toHex(areas[0]!),
  }
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
