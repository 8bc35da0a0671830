import { type Box, chance, type Size } from '@songreel/kit'
import type { Tile } from './tiles.ts'

/** A wind that takes pieces off one side of the cover. */
export type Gust = {
  /** Where it blows to. */
  angle: number
  /** When each piece leaves, 0 to 1 from the edge inwards; most of them never do. */
  leaves: Float32Array
}

/** What a gust is planned for. */
export type GustsPlan = { size: Size; cover: Box; quiet: Box; seed: number }

/** Of the pieces that lie nearest to its side so many are within a gust's reach. */
const REACH = 0.32
/** All of them leave this far in, then fewer and fewer: the edge is eaten away, and what stays has few holes. */
const ALL_LEAVE = 0.5
/** The front is no straight line: so much of the cover it runs ahead or stays behind. */
const RAGGED = 0.11
/** What belongs to the subject counts as so much further from the edge. */
const SUBJECT_AWAY = 0.3
/** Pieces that fly out of the frame at once, or over the type, are hardly seen: a side with too little room is as bad as one with so much of the subject. */
const ROOM = 0.3
const NO_ROOM = 0.25
const WAYS = 8
/** Two gusts take turns, from sides so far from each other. */
const LEAST_TURN = Math.PI / 2 - 0.01

/** A piece that never leaves. */
export const NEVER = 9

/** The two gusts that take least of the subject: the cover can be recognised in every frame. */
export function planGusts(tiles: readonly Tile[], plan: GustsPlan): Gust[] {
  const ways = Array.from({ length: WAYS }, (_, i) => (2 * Math.PI * i) / WAYS)
  const found = ways.map((angle) => {
    const leaves = findLeaving(tiles, angle, plan)
    return { angle, leaves, cost: measureLoss(tiles, leaves) + measureTightness(angle, plan) }
  })
  const [first, ...others] = found.toSorted((a, b) => a.cost - b.cost)
  if (!first) return []
  const second = others.find(({ angle }) => Math.cos(angle - first.angle) < Math.cos(LEAST_TURN))
  return second ? [first, second] : [first]
}

function findLeaving(tiles: readonly Tile[], angle: number, { cover, seed }: GustsPlan): Float32Array {
  const [dirX, dirY] = [Math.cos(angle), Math.sin(angle)]
  const side = cover.width
  const inwards = tiles.map(({ homeX, homeY, still }) => {
    const across = (homeX - cover.x) / side - 0.5
    const down = (homeY - cover.y) / side - 0.5
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
    if (!tiles[index]!.isFace && chance(seed, 'gust', angle, index) < (1 - at) / (1 - ALL_LEAVE))
      leaves[index] = at
  }
  return leaves
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

function measureTightness(angle: number, { size, cover, quiet }: GustsPlan): number {
  const [dirX, dirY] = [Math.cos(angle), Math.sin(angle)]
  const [right, foot] = [size.width - cover.x - cover.width, size.height - cover.y - cover.height]
  const room = Math.max(
    Math.abs(dirX) * (dirX > 0 ? right : cover.x),
    Math.abs(dirY) * (dirY > 0 ? foot : cover.y),
  )
  const x = cover.x + cover.width * (0.5 + 0.75 * dirX)
  const y = cover.y + cover.height * (0.5 + 0.75 * dirY)
  const isType = x > quiet.x && x < quiet.x + quiet.width && y > quiet.y && y < quiet.y + quiet.height
  return NO_ROOM * (isType ? 1 : 1 - Math.min(1, room / (ROOM * cover.width)))
}
