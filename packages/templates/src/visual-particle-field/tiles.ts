import { chance, chanceBetween, clamp01, mix, smoothstep } from '@songreel/kit'
import { LATEST } from './bursts.ts'
import type { Way } from './keep-still.ts'
import { keepOpen } from './open-ways.ts'
import { chooseSide, isPassing, listSides, measureDepth, type Side, type SidesPlan } from './sides.ts'
import type { SoftEdges } from './soft-edge.ts'

/** One piece of the cover: what it shows, where it is at home, and how it flies. */
export type Tile = {
  fromX: number
  fromY: number
  width: number
  height: number
  homeX: number
  homeY: number
  /** How far it flies, in pixels; how far aside of the wind and how much it turns on its way, and how much nearer it comes. */
  reach: number
  aside: number
  spin: number
  depth: number
  /** How much later than others it comes home, in pulls. */
  late: number
  /** How much it belongs to the subject, 0 to 1. */
  still: number
  /** Part of a head: it never leaves. */
  isFace: boolean
  /** Gone for good: here the cover comes apart, and is seen only in flight. */
  isEaten: boolean
  edge: Edge | undefined
  /** Only seen in flight: what it shows stays at home, too. Where a burst throws it, and when, as a part of a gust's time. */
  copy?: { angle: number; leaves: number }
}

/** How a piece comes loose at the edge: the part of its round in which it is away, where it goes then, and how freely a bar throws it. */
export type Edge = {
  kick: number
  share: number
  x: number
  y: number
  curl: number
  phase: number
  rounds: number
}

/** What the cover is cut from. */
export type TilesPlan = SidesPlan & {
  seed: number
  grid: number
  isReduced: boolean
  /** 0 to 1: how far a gust may take pieces; with little, the stream is thinner and slower, too. */
  freedomAt(x: number, y: number): number
  /** Whether what is at home there stands out from the ground. */
  isSeen(x: number, y: number): boolean
  /** Where the cover goes over into the ground. */
  soft?: SoftEdges
}

/** How far from the edge pieces come loose, as a part of the cover's side. */
const LOOSE = 0.18
/** Of all pieces so many fly towards the viewer. */
const NEAR_SHARE = 0.16
/** What is left of a stream without freedom: as much as a saturated red can take without a flash (measured with music that pounds). */
export const TAME = { dust: 0.07, loose: 0.05, pace: 0.18 }

/** Cuts the cover into pieces; what chance says about each is asked once. */
export function cutTiles(plan: TilesPlan): Tile[] {
  const { size, cover, seed, grid, isReduced, freedomAt, still } = plan
  const swirl = (chance(seed, 'swirl') < 0.5 ? -1 : 1) * chanceBetween(0.5, 0.9, seed, 'turn')
  const stream = chooseSide(plan)
  const open = listSides(size, cover)
  const farthest = 0.62 * Math.max(size.width, size.height) * (isReduced ? 0.16 : 1)
  const tiles = Array.from({ length: grid * grid }, (_, index): Tile => {
    const part = cutPart(plan, index % grid, Math.floor(index / grid))
    const { homeX, homeY } = part
    const near = chance(seed, 'near', index)
    const depth = near < NEAR_SHARE ? 0.2 + 5 * (NEAR_SHARE - near) : -0.68 * chance(seed, 'far', index)
    return {
      ...part,
      // Most stay near their places, so that the cover is still seen; some fly out of the frame.
      reach:
        farthest *
        (isReduced ? 1 : freedomAt(homeX, homeY)) *
        (0.1 + 0.9 * chance(seed, 'reach', index) ** 2),
      aside: chanceBetween(-0.7, 0.7, seed, 'aside', index),
      spin: swirl * chanceBetween(0.4, 1.3, seed, 'spin', index),
      depth: isReduced ? -0.2 : depth,
      late: LATEST * chance(seed, 'late', index),
      still: still.at(homeX, homeY),
      isFace: still.isFace(homeX, homeY),
      isEaten: stream !== undefined && isEaten(plan, stream, part, index),
      edge: loosen(plan, stream, part, index),
    }
  })
  const isOpen = keepOpen(
    tiles.map(({ isEaten }) => isEaten),
    open,
  )
  return tiles.map((tile, index) => ({ ...tile, isEaten: isOpen[index]! }))
}

/** Whole pixels, so that all parts together are the cover. */
export function cutPart({ cover, grid }: Pick<TilesPlan, 'cover' | 'grid'>, column: number, row: number) {
  const cut = (at: number, length: number) => Math.round((at * length) / grid)
  const [fromX, fromY] = [cut(column, cover.width), cut(row, cover.height)]
  const width = cut(column + 1, cover.width) - fromX
  const height = cut(row + 1, cover.height) - fromY
  return {
    fromX,
    fromY,
    width,
    height,
    homeX: cover.x + fromX + width / 2,
    homeY: cover.y + fromY + height / 2,
  }
}

/** Pieces come loose at the side of the stream, the more the nearer they are to the edge. */
function loosen(
  plan: TilesPlan,
  side: Side | undefined,
  { homeX, homeY }: Pick<Tile, 'homeX' | 'homeY'>,
  index: number,
): Edge | undefined {
  const { cover, seed, freedomAt, still } = plan
  if (!side) return undefined
  const length = side.x === 0 ? cover.height : cover.width
  const nearest = { ...side, off: length * measureDepth(cover, side, homeX, homeY) }
  const depth = Math.min(LOOSE, Math.max(LEAST_DEEP, still.freeFrom(side, homeX, homeY)))
  const closeness = clamp01(1 - nearest.off / (depth * length))
  const free = mix(TAME.loose, 1, freedomAt(homeX, homeY)) * (1 - still.at(homeX, homeY))
  if (chance(seed, 'loose', index) > free * closeness ** 1.4) return undefined
  if (wouldHide(plan, side, { homeX, homeY })) return undefined
  const far = (nearest.room + nearest.off) * chanceBetween(0.35, 1.15, seed, 'far off', index)
  const aside = 0.4 * far * chanceBetween(-1, 1, seed, 'aside', index)
  return {
    kick: freedomAt(homeX, homeY),
    share: mix(0.45, 0.85, closeness),
    x: nearest.x * far + Math.abs(nearest.y) * aside,
    y: nearest.y * far + Math.abs(nearest.x) * aside,
    curl: 0.08 * cover.width * chanceBetween(-1, 1, seed, 'curl', index),
    phase: chance(seed, 'phase', index),
    rounds: chanceBetween(0.7, 1.5, seed, 'rounds', index),
  }
}

/** Whether a piece that looks like the ground would pass over what doesn't, on its way to a side: a hole that wanders over the picture. */
export function wouldHide(
  { cover, grid, isSeen }: Pick<TilesPlan, 'cover' | 'grid' | 'isSeen'>,
  way: Way,
  { homeX, homeY }: Pick<Tile, 'homeX' | 'homeY'>,
): boolean {
  return !isSeen(homeX, homeY) && isPassing({ cover, grid }, { way, homeX, homeY }, isSeen)
}

/** How deep the cover is eaten away at the side of its stream, how thoroughly, and how quickly that ends inwards. */
const EATEN = { deep: 0.24, most: 1.5, steep: 1.7 }
/** Where it is this near to its end no piece is missing alone. */
const EATEN_END = 0.3
/** It goes only as deep as nothing is seen there but ground; where people stand at the edge it is no more than a fringe, two pieces deep, or from hardly one to four: an edge that is as deep all along is a straight cut. */
const LEAST_DEEP = 0.075
const FRINGE = { least: 0.4, most: 2.2, waves: 9 }

/** Whether a piece is missing: nearly all at the side of the stream, fewer and fewer inwards, and none of what matters. */
function isEaten(
  { cover, seed, still }: TilesPlan,
  side: Side,
  { homeX, homeY }: Pick<Tile, 'homeX' | 'homeY'>,
  index: number,
): boolean {
  if (still.at(homeX, homeY) > 0.4 || still.isFace(homeX, homeY)) return false
  const along = side.x === 0 ? (homeX - cover.x) / cover.width : (homeY - cover.y) / cover.height
  // No straight front: it runs in and out along the side.
  const ragged = 0.72 + 0.28 * Math.sin(9 * along + 6 * chance(seed, 'ragged', side.x))
  const fringe = LEAST_DEEP * mix(FRINGE.least, FRINGE.most, wave(FRINGE.waves * along, seed))
  const deep = Math.min(EATEN.deep * ragged, Math.max(fringe, still.freeFrom(side, homeX, homeY)))
  const closeness = clamp01(1 - measureDepth(cover, side, homeX, homeY) / deep)
  return closeness > EATEN_END && chance(seed, 'eaten', index) < EATEN.most * closeness ** EATEN.steep
}

/** Runs from chance to chance, 0 to 1. */
function wave(at: number, seed: number): number {
  const from = Math.floor(at)
  return mix(chance(seed, 'fringe', from), chance(seed, 'fringe', from + 1), smoothstep(0, 1, at - from))
}
