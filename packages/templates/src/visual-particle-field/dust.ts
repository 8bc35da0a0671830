import { chance, chanceBetween, mix } from '@songreel/kit'
import type { Way } from './keep-still.ts'
import { chooseSide, isPassing, keepsHeads, listSides, measureDepth, type Side } from './sides.ts'
import { cutPart, TAME, type Tile, type TilesPlan, wouldHide } from './tiles.ts'

/** For every piece there is so much dust. */
const DUST_SHARE = 1.4
/** So much of it leaves at another open side with at least so much room, and goes no further than this, in covers; it is so much finer there. */
const OTHER = { share: 0.16, least: 0.15, most: 0.22, size: 0.5 }
const WORN = 1.5

/** For every piece along the side of the stream so many more go no further than this, in covers: the cover ends in crumbs there, also where somebody's hair lets nothing be taken away. */
const CRUMBS = { each: 14, most: 0.085 }

/** Small bits that leave the cover's edges without leaving a hole; crumbs come off what is left of it, and lie over what is missing before that. */
export function scatterDust(plan: TilesPlan, parts: readonly Tile[]): Tile[] {
  const { cover, seed, grid } = plan
  const stream = chooseSide(plan)
  if (!stream) return []
  const rims = measureRims(plan, stream)
  const others = listSides(plan.size, cover).filter(
    ({ x, y, room }) => (x !== stream.x || y !== stream.y) && room > OTHER.least * cover.width,
  )
  const far = Array.from({ length: Math.round(DUST_SHARE * grid * grid) }).flatMap((_, index): Tile[] => {
    const isOther = chance(seed, 'dust side', index) < OTHER.share
    const other = isOther ? others[0] : undefined
    const side = other ? { ...other, room: Math.min(other.room, OTHER.most * cover.width) } : stream
    const along = Math.floor(grid * chance(seed, 'along', index))
    const rim = side === stream ? rims[along]! : 0
    const deep = rim + Math.floor(0.12 * grid * chance(seed, 'deep', index))
    const found = cutAt(plan, side, along, deep)
    const part = side.y < 0 && isKept(plan, found) ? cutAt(plan, side, along, 0) : found
    return makeDust(plan, part, { side, index, isOther: side !== stream })
  })
  const crumbs = Array.from({ length: CRUMBS.each * grid }).flatMap((_, index): Tile[] => {
    const along = index % grid
    const side = { ...stream, room: Math.min(stream.room, CRUMBS.most * cover.width) }
    const part = cutAt(plan, side, along, Math.max(rims[along]!, countEaten(plan, parts, side, along)))
    // So many red ones, all at one edge, would flash.
    if (plan.freedomAt(part.homeX, part.homeY) < 1) return []
    return makeDust(plan, part, { side, index: far.length + index })
  })
  return [...far, ...crumbs]
}

function makeDust(
  plan: TilesPlan,
  part: ReturnType<typeof cutPart>,
  { side, index, isOther = false }: { side: Side; index: number; isOther?: boolean },
): Tile[] {
  const { cover, seed, freedomAt, still: kept, soft } = plan
  if (wouldHide(plan, side, part)) return []
  // Where the cover goes over into the ground, what leaves for the stream would be its only squares.
  const isWorn = soft && chance(seed, 'worn', index) > soft.at(part.homeX, part.homeY) ** WORN
  if (isWorn && !isOther) return []
  if (keepsHeads(cover) && kept.isFace(part.homeX, part.homeY)) return []
  const freedom = freedomAt(part.homeX, part.homeY)
  if (chance(seed, 'dust', index) > mix(TAME.dust, 1, freedom)) return []
  const far = side.room * (0.15 + 1.1 * chance(seed, 'dust far', index) ** 1.3)
  const aside = 0.25 * far * chanceBetween(-1, 1, seed, 'dust aside', index)
  // Most are fine, a few are near and large.
  const size = (isOther ? OTHER.size : 1) * (0.3 + 1.5 * chance(seed, 'dust size', index) ** 3)
  const edge = {
    kick: freedom,
    share: 1,
    x: side.x * far + Math.abs(side.y) * aside,
    y: side.y * far + Math.abs(side.x) * aside,
    curl: 0.07 * cover.width * chanceBetween(-1, 1, seed, 'dust curl', index),
    phase: chance(seed, 'dust phase', index),
    rounds: mix(TAME.pace, 1, freedom) * chanceBetween(0.6, 1.2, seed, 'dust rounds', index),
  }
  const still = { reach: 0, aside: 0, spin: 0, depth: 0, late: 0, still: 0, isFace: false, isEaten: false }
  const width = Math.max(1, Math.round(part.width * size))
  const height = Math.max(1, Math.round(part.height * size))
  return [{ ...part, ...still, width, height, edge }]
}

function cutAt(plan: TilesPlan, side: Way, along: number, deep: number) {
  return cutPart(plan, ...findPlace(plan, side, along, deep))
}

/** The column and the row of the piece that lies so deep in a line from that side. */
function findPlace({ grid }: Pick<TilesPlan, 'grid'>, { x, y }: Way, along: number, deep: number) {
  const [column, row] = [x, y].map((way) => (way === 0 ? along : way < 0 ? deep : grid - 1 - deep))
  return [column!, row!] as const
}

/** How many pieces are missing in a line from that side, before the first that is there. */
function countEaten({ grid }: TilesPlan, parts: readonly Tile[], side: Way, along: number): number {
  let deep = 0
  for (; deep < grid - 1; deep++) {
    const [column, row] = findPlace({ grid }, side, along, deep)
    if (!parts[row * grid + column]!.isEaten) break
  }
  return deep
}

/** More of the subject than this is kept: what flew up off it would pass over somebody's hair. */
const MOST_STILL = 0.4

function isKept({ still }: TilesPlan, { homeX, homeY }: Pick<Tile, 'homeX' | 'homeY'>): boolean {
  return still.at(homeX, homeY) > MOST_STILL
}

/** A burst throws copies of what lies so deep, in covers, of a head only what is at its rim, and of the nearest so many. */
const THROWN = { deep: 0.3, head: 0.06, share: 0.95 }
/** They spread by so much to either side, in radians, and fly so far, in rooms. */
const SPREAD = 0.75
const THROW = { least: 0.22, most: 1.25 }
/** They come nearer on their way by up to so much, a few of them more. */
const NEARER = 1.4
/** Pieces of the middle leave so much later than those of the edge. */
const RIPPLE = 0.7

/** What a burst throws off the cover: copies, so that nothing is torn out of it, and none of them flies over what lies further in. */
export function peelOff(plan: TilesPlan, parts: readonly Tile[]): Tile[] {
  const { cover, seed, grid, freedomAt, isReduced } = plan
  const side = chooseSide(plan)
  if (!side) return []
  const room = isReduced ? 0.16 * side.room : side.room
  const rims = measureRims(plan, side)
  return parts.flatMap((part, index): Tile[] => {
    const rim = rims[side.x === 0 ? index % grid : Math.floor(index / grid)]! / grid
    const deep = Math.max(0, measureDepth(cover, side, part.homeX, part.homeY) - rim) / THROWN.deep
    if (!plan.isSeen(part.homeX, part.homeY) || isBehindHead(plan, side, part)) return []
    const isFree = freedomAt(part.homeX, part.homeY) === 1
    const isHeld = part.isFace || (side.y < 0 && isKept(plan, part))
    if (part.isFace && keepsHeads(cover)) return []
    if (part.isEaten || !isFree || deep > (isHeld ? THROWN.head / THROWN.deep : 1)) return []
    if (chance(seed, 'thrown', index) > THROWN.share * (1 - deep ** 2)) return []
    const far = mix(THROW.least, THROW.most, chance(seed, 'throw', index) ** 1.4)
    const angle = Math.atan2(side.y, side.x) + chanceBetween(-SPREAD, SPREAD, seed, 'spread', index)
    const depth = isReduced ? 0 : NEARER * chance(seed, 'nearer', index) ** 2.5 - 0.3
    const copy = { angle, leaves: RIPPLE * deep }
    return [{ ...part, edge: undefined, aside: 0, spin: 0.4 * part.spin, depth, reach: far * room, copy }]
  })
}

/** Whether a head lies on the way from there to the side. */
function isBehindHead({ cover, grid, still }: TilesPlan, way: Way, { homeX, homeY }: Tile): boolean {
  return !still.isFace(homeX, homeY) && isPassing({ cover, grid }, { way, homeX, homeY }, still.isFace)
}

/** Of the cover so much may be a rim in the colour of the ground; a picture that is nearer only in fewer lines than this has none: it would smoke. */
const MOST_RIM = 0.3
const LEAST_LINES = 0.4

/** How many pieces deep the cover is like the ground, in each of its lines from that side: what comes off there would not be seen. */
function measureRims({ grid, isSeen, still, ...plan }: TilesPlan, { x, y }: Way): number[] {
  const most = MOST_RIM * grid
  const rims = Array.from({ length: grid }, (_, line) => {
    const isPlain = (deep: number) => {
      const at = x > 0 || y > 0 ? grid - 1 - deep : deep
      const { homeX, homeY } =
        y === 0 ? cutPart({ ...plan, grid }, at, line) : cutPart({ ...plan, grid }, line, at)
      return !isSeen(homeX, homeY) && !still.isFace(homeX, homeY)
    }
    let deep = 0
    while (deep < most && isPlain(deep)) deep++
    return deep
  })
  const isRimmed = rims.filter((deep) => deep < most).length >= LEAST_LINES * grid
  return rims.map((deep) => (isRimmed && deep < most ? deep : 0))
}
