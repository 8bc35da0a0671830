import { chance } from './chance.ts'
import { fromOklch, luminance, type Oklab, type Rgb, readRgb, toHex, toOklab, toOklch } from './colour.ts'
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
function averageGrid({ pixels, width, height }: Picture, grid: number): Rgb[] {
  const cells: Rgb[] = []
  for (let cell = 0; cell < grid * grid; cell++) {
    const [left, right] = spanCell(cell % grid, grid, width)
    const [top, bottom] = spanCell(Math.floor(cell / grid), grid, height)
    let red = 0
    let green = 0
    let blue = 0
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        const rgb = readRgb(pixels, (y * width + x) * 4)
        red += rgb[0]
        green += rgb[1]
        blue += rgb[2]
      }
    }
    const count = (right - left) * (bottom - top)
    cells.push([red / count, green / count, blue / count])
  }
  return cells
}

/** The pixels of one cell along a side: at least one, also where the picture is smaller than the grid. */
function spanCell(cell: number, grid: number, length: number): [start: number, end: number] {
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
  const countPoints = (index: number) => points.filter(({ owner }) => owner === index).length
  return centres
    .map((centre, index) => ({
      colour: fromOklch(toOklch(centre)),
      share: countPoints(index) / points.length,
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
  for (const [index, centre] of centres.entries()) {
    const gap = distance(lab, centre)
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

function moveCentres(points: Point[], centres: Oklab[]): Oklab[] {
  return centres.map((centre, index) => {
    let [lightness, a, b, total] = [0, 0, 0, 0]
    for (const { lab, weight, owner } of points) {
      if (owner !== index) continue
      lightness += lab[0] * weight
      a += lab[1] * weight
      b += lab[2] * weight
      total += weight
    }
    return total > 0 ? [lightness / total, a / total, b / total] : centre
  })
}
