import { type Box, chance, chanceBetween, chanceOf, clamp01, mix, type Size, smoothstep } from '@songreel/kit'
import { LATEST } from './bursts.ts'

/** One piece of the cover: what it shows, where it is at home, and how it flies. */
export type Tile = {
  fromX: number
  fromY: number
  width: number
  height: number
  homeX: number
  homeY: number
  /** How far from the middle of the burst, in covers. */
  away: number
  /** 0 in the picture's middle, 1 at its rim. */
  rim: number
  dirX: number
  dirY: number
  /** How far it flies, in pixels; how much it turns on its way, and how much nearer it comes. */
  reach: number
  spin: number
  depth: number
  /** How much later than others it comes home, in pulls. */
  late: number
  edge: Edge | undefined
}

/** How a piece comes loose at the edge: the part of its round in which it is away, and where it goes then. */
export type Edge = { share: number; x: number; y: number; curl: number; phase: number; rounds: number }

/** What the cover is cut from. */
export type TilesPlan = {
  size: Size
  cover: Box
  seed: number
  grid: number
  isReduced: boolean
  /** 0 to 1: how far pieces may fly, and how many may do so all the time. */
  freedom: number
}

/** How far from the edge pieces come loose, as a part of the cover's side. */
const LOOSE = 0.2
/** Of all pieces so many fly towards the viewer. */
const NEAR_SHARE = 0.16
/** For every piece there is so much dust. */
const DUST_SHARE = 0.44

/** Cuts the cover into pieces; what chance says about each is asked once. */
export function cutTiles(plan: TilesPlan): Tile[] {
  const { size, cover, seed, grid, isReduced, freedom } = plan
  const side = cover.width
  const origin = {
    x: cover.x + side * chanceBetween(0.38, 0.62, seed, 'x'),
    y: cover.y + side * chanceBetween(0.36, 0.58, seed, 'y'),
  }
  const swirl = (chance(seed, 'swirl') < 0.5 ? -1 : 1) * chanceBetween(0.5, 0.9, seed, 'turn')
  const farthest = 0.62 * Math.max(size.width, size.height) * (isReduced ? 0.16 : freedom)
  return Array.from({ length: grid * grid }, (_, index): Tile => {
    const part = cutPart(plan, index % grid, Math.floor(index / grid))
    const { homeX, homeY } = part
    const aside = chanceBetween(-0.5, 0.5, seed, 'angle', index)
    const angle = Math.atan2(homeY - origin.y, homeX - origin.x) + aside
    const near = chance(seed, 'near', index)
    const depth = near < NEAR_SHARE ? 0.2 + 5 * (NEAR_SHARE - near) : -0.68 * chance(seed, 'far', index)
    return {
      ...part,
      away: Math.hypot(homeX - origin.x, homeY - origin.y) / side,
      rim: findRim(cover, homeX, homeY),
      dirX: Math.cos(angle),
      dirY: Math.sin(angle),
      // Most stay near their places, so that the cover is still seen; some fly out of the frame.
      reach: farthest * (0.07 + 0.93 * chance(seed, 'reach', index) ** 3),
      spin: swirl * chanceBetween(0.4, 1.3, seed, 'spin', index),
      depth: isReduced ? -0.2 : depth,
      late: LATEST * chance(seed, 'late', index),
      edge: loosen(plan, part, index),
    }
  })
}

/** Small bits that leave the cover's edges without leaving a hole. */
export function scatterDust(plan: TilesPlan): Tile[] {
  const { size, cover, seed, grid, freedom } = plan
  const sides = listSides(size, cover)
  // Sides with more room get more of it.
  const tickets = sides.flatMap((side) => Array<Side>(Math.ceil((10 * side.room) / cover.width)).fill(side))
  if (tickets.length === 0) return []
  return Array.from({ length: Math.round(freedom * DUST_SHARE * grid * grid) }, (_, index): Tile => {
    const side = chanceOf(tickets, seed, 'side', index)
    const along = Math.floor(grid * chance(seed, 'along', index))
    const deep = Math.floor(0.12 * grid * chance(seed, 'deep', index))
    const [column, row] = [side.x, side.y].map((way) =>
      way === 0 ? along : way < 0 ? deep : grid - 1 - deep,
    )
    const part = cutPart(plan, column!, row!)
    const far = side.room * (0.15 + 1.1 * chance(seed, 'dust far', index) ** 1.3)
    const aside = 0.25 * far * chanceBetween(-1, 1, seed, 'dust aside', index)
    const size = chanceBetween(0.4, 1, seed, 'dust size', index)
    const still = { away: 0, rim: 0, dirX: 0, dirY: 0, reach: 0, spin: 0, depth: 0, late: 0 }
    return {
      ...part,
      ...still,
      width: Math.max(1, Math.round(part.width * size)),
      height: Math.max(1, Math.round(part.height * size)),
      edge: {
        share: 1,
        x: side.x * far + Math.abs(side.y) * aside,
        y: side.y * far + Math.abs(side.x) * aside,
        curl: 0.07 * cover.width * chanceBetween(-1, 1, seed, 'dust curl', index),
        phase: chance(seed, 'dust phase', index),
        rounds: chanceBetween(0.6, 1.2, seed, 'dust rounds', index),
      },
    }
  })
}

/** Whole pixels, so that all parts together are the cover. */
function cutPart({ cover, grid }: TilesPlan, column: number, row: number) {
  const cut = (at: number) => Math.round((at * cover.width) / grid)
  const [fromX, fromY] = [cut(column), cut(row)]
  const [width, height] = [cut(column + 1) - fromX, cut(row + 1) - fromY]
  return {
    fromX,
    fromY,
    width,
    height,
    homeX: cover.x + fromX + width / 2,
    homeY: cover.y + fromY + height / 2,
  }
}

/** Pieces within this part of the cover's side from its edge swell with the music. */
const RIM = 0.34

function findRim({ x, y, width, height }: Box, homeX: number, homeY: number): number {
  const off = Math.min(homeX - x, x + width - homeX, homeY - y, y + height - homeY)
  return smoothstep(RIM * width, 0, off)
}

/** Pieces come loose at the sides that have room beside them, the more the nearer they are to the edge. */
function loosen(
  { size, cover, seed, freedom }: TilesPlan,
  { homeX, homeY }: Pick<Tile, 'homeX' | 'homeY'>,
  index: number,
): Edge | undefined {
  const sides = listSides(size, cover).map((side) => ({ ...side, off: side.measure(homeX, homeY) }))
  const [nearest] = sides.toSorted((a, b) => a.off - b.off)
  if (!nearest) return undefined
  const closeness = clamp01(1 - nearest.off / (LOOSE * cover.width))
  if (chance(seed, 'loose', index) > freedom * closeness ** 1.4) return undefined
  const far = (nearest.room + nearest.off) * chanceBetween(0.35, 1.15, seed, 'far off', index)
  const aside = 0.4 * far * chanceBetween(-1, 1, seed, 'aside', index)
  return {
    share: mix(0.45, 0.85, closeness),
    x: nearest.x * far + Math.abs(nearest.y) * aside,
    y: nearest.y * far + Math.abs(nearest.x) * aside,
    curl: 0.08 * cover.width * chanceBetween(-1, 1, seed, 'curl', index),
    phase: chance(seed, 'phase', index),
    rounds: chanceBetween(0.7, 1.5, seed, 'rounds', index),
  }
}

type Side = { x: number; y: number; room: number; measure: (x: number, y: number) => number }

/** The sides of the cover with room beside them. */
function listSides(size: Size, cover: Box): Side[] {
  const [right, bottom] = [cover.x + cover.width, cover.y + cover.height]
  return [
    { x: -1, y: 0, room: cover.x, measure: (x: number, _: number) => x - cover.x },
    { x: 1, y: 0, room: size.width - right, measure: (x: number, _: number) => right - x },
    { x: 0, y: -1, room: cover.y, measure: (_: number, y: number) => y - cover.y },
    { x: 0, y: 1, room: size.height - bottom, measure: (_: number, y: number) => bottom - y },
  ].filter(({ room }) => room > 0.03 * cover.width)
}
