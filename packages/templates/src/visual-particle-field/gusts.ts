import { type Box, chance, chanceBetween, type Size } from '@songreel/kit'
import type { Stillness, Way } from './keep-still.ts'
import { keepOpen } from './open-ways.ts'
import { listSides, measureDepth } from './sides.ts'
import type { SoftEdges } from './soft-edge.ts'
import type { Tile } from './tiles.ts'

/** A wind that takes pieces off one side of the cover. */
export type Gust = {
  /** Where it blows to. */
  angle: number
  /** When each piece leaves, 0 to 1 from the edge inwards; most of them never do. */
  leaves: Float32Array
}

/** What a gust is planned for. */
export type GustsPlan = {
  size: Size
  cover: Box
  seed: number
  still: Stillness
  /** Where the cover goes over into the ground: a piece that came home to it would be a hard square. */
  soft?: SoftEdges
}

/** Of the pieces that lie nearest to its side so many are within a gust's reach. */
const REACH = 0.22
/** All of them leave this far in, then fewer and fewer: the edge is eaten away, and what stays has hardly a hole. */
const ALL_LEAVE = 0.75
/** The front is no straight line: so much of the cover it runs ahead or stays behind. */
const RAGGED = 0.07
/** What belongs to the subject counts as so much further from the edge, and what is more of it than this never leaves. */
const SUBJECT_AWAY = 0.3
const MOST_STILL = 0.4
/** Where people stand at its side, it takes no more than so much of the cover's depth, and beyond what is free there nothing; the end of that is ragged. */
const LEAST_DEPTH = 0.04
const FRAYED = { from: 0.6, to: 1.1 }
/** Pieces that fly out of the frame at once are hardly seen: a side with too little room is as bad as one with so much of the subject. */
const ROOM = 0.3
const NO_ROOM = 0.25
/** A side is open if it has so much room, in covers; a gust blows to it, tilted by so much: at a side that is flush with the frame a bite would be a hole. */
const OPEN_ROOM = 0.1
const TILT = 0.35
/** Type stands above or below a cover that has room beside it, too. */
const BEHIND_TYPE = 0.6
/** Two gusts take turns, from sides so far from each other, unless the second one costs so much more. */
const LEAST_TURN = Math.PI / 2 - 0.01
const MOST_MORE = 0.3

/** A piece that never leaves. */
export const NEVER = 9

/** The two gusts that take least of the subject, into the room beside the cover: it can be recognised in every frame. */
export function planGusts(tiles: readonly Tile[], plan: GustsPlan): Gust[] {
  const found = listWays(plan).map((angle) => {
    const leaves = findLeaving(tiles, angle, plan)
    return { angle, leaves, cost: measureLoss(tiles, leaves) + measureTightness(angle, plan) }
  })
  const [first, ...others] = found.toSorted((a, b) => a.cost - b.cost)
  if (!first) return []
  const isElsewhere = ({ angle, cost }: (typeof found)[number]) =>
    Math.cos(angle - first.angle) < Math.cos(LEAST_TURN) && cost - first.cost < MOST_MORE
  const second = others.find(isElsewhere) ?? others[0]
  return second ? [first, second] : [first]
}

/** Where a gust may blow to: into the room beside the cover. */
function listWays({ size, cover }: GustsPlan): number[] {
  const rooms = [size.width - cover.x - cover.width, size.height - cover.y - cover.height, cover.x, cover.y]
  const quarters = rooms.flatMap((room, quarter) => (room > OPEN_ROOM * cover.width ? [quarter] : []))
  return quarters.flatMap((quarter) => [-TILT, TILT].map((tilt) => (quarter * Math.PI) / 2 + tilt))
}

function findLeaving(
  tiles: readonly Tile[],
  angle: number,
  { size, cover, seed, still: stillness, soft }: GustsPlan,
): Float32Array {
  const way = findQuarter(angle)
  const [dirX, dirY] = [Math.cos(angle), Math.sin(angle)]
  const inwards = tiles.map(({ homeX, homeY, still }) => {
    const across = (homeX - cover.x) / cover.width - 0.5
    const down = (homeY - cover.y) / cover.height - 0.5
    const phase = 6 * chance(seed, 'front', angle)
    const ragged =
      Math.sin(7 * across + phase) * Math.sin(8 * down + phase) + 0.5 * Math.sin(19 * (across - down))
    return -across * dirX - down * dirY + RAGGED * ragged + SUBJECT_AWAY * still
  })
  const ranked = tiles.map((_, index) => index).sort((a, b) => inwards[a]! - inwards[b]!)
  const leaves = new Float32Array(tiles.length).fill(NEVER)
  for (const [rank, index] of ranked.entries()) {
    const at = rank / (REACH * tiles.length)
    if (at >= 1) break
    const { isFace, still, homeX, homeY } = tiles[index]!
    if (soft && soft.at(homeX, homeY) < 1) continue
    const free = Math.max(LEAST_DEPTH, stillness.freeFrom(way, homeX, homeY))
    const frayed = free * chanceBetween(FRAYED.from, FRAYED.to, seed, 'frayed', index)
    if (measureDepth(cover, way, homeX, homeY) > frayed) continue
    if (!isFace && still <= MOST_STILL && chance(seed, 'gust', angle, index) < (1 - at) / (1 - ALL_LEAVE))
      leaves[index] = at
  }
  const missing = tiles.map(({ isEaten }, index) => isEaten || leaves[index]! < NEVER)
  const isOpen = keepOpen(missing, listSides(size, cover))
  return leaves.map((at, index) => (isOpen[index] ? at : NEVER))
}

/** The side that it blows to. */
function findQuarter(angle: number): Way {
  const quarter = Math.round((2 * angle) / Math.PI)
  return {
    x: Math.round(Math.cos((quarter * Math.PI) / 2)),
    y: Math.round(Math.sin((quarter * Math.PI) / 2)),
  }
}

/** How much of the subject is lost, as a part of all of it. */
function measureLoss(tiles: readonly Tile[], leaves: Float32Array): number {
  let [lost, all] = [0, 1e-6]
  for (const [index, { still }] of tiles.entries()) {
    all += still
    if (leaves[index]! < NEVER) lost += still
  }
  return lost / all
}

function measureTightness(angle: number, { size, cover }: GustsPlan): number {
  const [dirX, dirY] = [Math.cos(angle), Math.sin(angle)]
  const [right, foot] = [size.width - cover.x - cover.width, size.height - cover.y - cover.height]
  const room = Math.max(
    Math.abs(dirX) * (dirX > 0 ? right : cover.x),
    Math.abs(dirY) * (dirY > 0 ? foot : cover.y),
  )
  const isBehind = Math.abs(dirY) > Math.abs(dirX)
  return NO_ROOM * (1 - Math.min(1, room / (ROOM * cover.width))) + (isBehind ? BEHIND_TYPE : 0)
}
