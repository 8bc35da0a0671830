import { type Box, chance, chanceBetween, clamp01, mix, type Size, smoothstep } from '@songreel/kit'
import { LATEST } from './bursts.ts'
import type { Stillness } from './keep-still.ts'

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
  /** Outwards from there. */
  dirX: number
  dirY: number
  /** How far it flies, in pixels; how far aside of the wind and how much it turns on its way, and how much nearer it comes. */
  reach: number
  aside: number
  spin: number
  depth: number
  /** How much later than others it comes home, in pulls. */
  late: number
  /** How much the rings of the beat leave it alone, 0 to 1: it belongs to the subject. */
  still: number
  /** Part of a head: it never leaves. */
  isFace: boolean
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
  /** What type covers: no stream goes there. */
  quiet: Box
  /** 0 to 1: how far a gust may take pieces; with little, the stream is thinner and slower, too. */
  freedom: number
  still: Stillness
}

/** How far from the edge pieces come loose, as a part of the cover's side. */
const LOOSE = 0.14
/** Of all pieces so many fly towards the viewer. */
const NEAR_SHARE = 0.16
/** What is left of a stream without freedom: as much as a saturated red can take without a flash (measured with music that pounds). */
const TAME = { dust: 0.5, loose: 0.1, pace: 0.35 }
/** For every piece there is so much dust. */
const DUST_SHARE = 0.44

/** Cuts the cover into pieces; what chance says about each is asked once. */
export function cutTiles(plan: TilesPlan): Tile[] {
  const { size, cover, seed, grid, isReduced, freedom, still } = plan
  const side = cover.width
  const origin = {
    x: cover.x + side * chanceBetween(0.38, 0.62, seed, 'x'),
    y: cover.y + side * chanceBetween(0.36, 0.58, seed, 'y'),
  }
  const swirl = (chance(seed, 'swirl') < 0.5 ? -1 : 1) * chanceBetween(0.5, 0.9, seed, 'turn')
  const stream = chooseSide(plan)
  const farthest = 0.62 * Math.max(size.width, size.height) * (isReduced ? 0.16 : freedom)
  return Array.from({ length: grid * grid }, (_, index): Tile => {
    const part = cutPart(plan, index % grid, Math.floor(index / grid))
    const { homeX, homeY } = part
    const angle =
      Math.atan2(homeY - origin.y, homeX - origin.x) + chanceBetween(-0.5, 0.5, seed, 'angle', index)
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
      aside: chanceBetween(-0.7, 0.7, seed, 'aside', index),
      spin: swirl * chanceBetween(0.4, 1.3, seed, 'spin', index),
      depth: isReduced ? -0.2 : depth,
      late: LATEST * chance(seed, 'late', index),
      still: still.at(homeX, homeY),
      isFace: still.isFace(homeX, homeY),
      edge: loosen(plan, stream, part, index),
    }
  })
}

/** Small bits that leave the cover's edges without leaving a hole. */
export function scatterDust(plan: TilesPlan): Tile[] {
  const { cover, seed, grid, freedom } = plan
  const side = chooseSide(plan)
  if (!side) return []
  return Array.from(
    { length: Math.round(mix(TAME.dust, 1, freedom) * DUST_SHARE * grid * grid) },
    (_, index): Tile => {
      const along = Math.floor(grid * chance(seed, 'along', index))
      const deep = Math.floor(0.12 * grid * chance(seed, 'deep', index))
      const [column, row] = [side.x, side.y].map((way) =>
        way === 0 ? along : way < 0 ? deep : grid - 1 - deep,
      )
      const part = cutPart(plan, column!, row!)
      const far = side.room * (0.15 + 1.1 * chance(seed, 'dust far', index) ** 1.3)
      const aside = 0.25 * far * chanceBetween(-1, 1, seed, 'dust aside', index)
      const size = chanceBetween(0.4, 1, seed, 'dust size', index)
      const still = {
        away: 0,
        rim: 0,
        dirX: 0,
        dirY: 0,
        reach: 0,
        aside: 0,
        spin: 0,
        depth: 0,
        late: 0,
        still: 0,
      }
      return {
        ...part,
        ...still,
        isFace: false,
        width: Math.max(1, Math.round(part.width * size)),
        height: Math.max(1, Math.round(part.height * size)),
        edge: {
          share: 1,
          x: side.x * far + Math.abs(side.y) * aside,
          y: side.y * far + Math.abs(side.x) * aside,
          curl: 0.07 * cover.width * chanceBetween(-1, 1, seed, 'dust curl', index),
          phase: chance(seed, 'dust phase', index),
          rounds: mix(TAME.pace, 1, freedom) * chanceBetween(0.6, 1.2, seed, 'dust rounds', index),
        },
      }
    },
  )
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

/** Pieces come loose at the side of the stream, the more the nearer they are to the edge. */
function loosen(
  { cover, seed, freedom, still }: TilesPlan,
  side: Side | undefined,
  { homeX, homeY }: Pick<Tile, 'homeX' | 'homeY'>,
  index: number,
): Edge | undefined {
  if (!side) return undefined
  const nearest = { ...side, off: side.measure(homeX, homeY) }
  const closeness = clamp01(1 - nearest.off / (LOOSE * cover.width))
  const free = mix(TAME.loose, 1, freedom) * (1 - still.at(homeX, homeY))
  if (chance(seed, 'loose', index) > free * closeness ** 1.4) return undefined
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

/** Pieces go no further than this part of the cover's side, however much room there is: a halo, and no starry sky. */
const FARTHEST = 0.45

/** A stream needs so much room, in covers; the subject at its side counts as much as none of it; type above or below forbids it there, and beside the cover pieces shrink before it. */
const WISHED_ROOM = 0.2
const AT_TYPE = 3
const LOOKED_AT = 24

/** The side off which pieces stream: with room, without type, and where least of the subject is. */
function chooseSide({ size, cover, quiet, still }: TilesPlan): Side | undefined {
  const cost = (side: Side) => {
    let subject = 0
    for (let i = 0; i < LOOKED_AT; i++) {
      const along = (i + 0.5) / LOOKED_AT
      const deep = 0.06
      const across = side.x === 0 ? along : side.x < 0 ? deep : 1 - deep
      const down = side.y === 0 ? along : side.y < 0 ? deep : 1 - deep
      subject += still.at(cover.x + across * cover.width, cover.y + down * cover.height) / LOOKED_AT
    }
    const x = cover.x + cover.width * (0.5 + 0.5 * side.x) + side.x * side.room
    const y = cover.y + cover.height * (0.5 + 0.5 * side.y) + side.y * side.room
    const isType =
      side.y !== 0 && x > quiet.x && x < quiet.x + quiet.width && isBetween(y, quiet, side, cover)
    const tightness = 1 - Math.min(1, side.room / (WISHED_ROOM * cover.width))
    return subject + tightness + (isType ? AT_TYPE : 0)
  }
  return listSides(size, cover).toSorted((a, b) => cost(a) - cost(b))[0]
}

/** Whether type stands between the cover and where a stream ends. */
function isBetween(y: number, quiet: Box, side: Side, cover: Box): boolean {
  if (quiet.height <= 0) return false
  return side.y < 0 ? y < quiet.y + quiet.height && quiet.y < cover.y : y > quiet.y && quiet.y > cover.y
}

/** The sides of the cover with room beside them. */
function listSides(size: Size, cover: Box): Side[] {
  const most = FARTHEST * cover.width
  const [right, bottom] = [cover.x + cover.width, cover.y + cover.height]
  return [
    { x: -1, y: 0, room: cover.x, measure: (x: number, _: number) => x - cover.x },
    { x: 1, y: 0, room: size.width - right, measure: (x: number, _: number) => right - x },
    { x: 0, y: -1, room: cover.y, measure: (_: number, y: number) => y - cover.y },
    { x: 0, y: 1, room: size.height - bottom, measure: (_: number, y: number) => bottom - y },
  ]
    .map((side) => ({ ...side, room: Math.min(most, side.room) }))
    .filter(({ room }) => room > 0.03 * cover.width)
}
