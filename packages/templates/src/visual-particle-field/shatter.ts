import {
  type AudioTrack,
  type Cover,
  chance,
  clamp01,
  cubicOut,
  type Frame,
  type PiecesProps,
  type Size,
  smoothstep,
} from '@songreel/kit'
import { type Burst, findBurst, findWhole, listBursts } from './bursts.ts'
import { peelOff, scatterDust } from './dust.ts'
import { findFreedom, isRed } from './freedom.ts'
import { type Gust, NEVER, planGusts } from './gusts.ts'
import { keepIslands } from './islands.ts'
import { keepStill } from './keep-still.ts'
import type { Layout } from './layout.ts'
import { makeWay } from './make-way.ts'
import { cutOpen, type Part } from './open-ways.ts'
import { keepLast, type Pulse, planPulse } from './pulse.ts'
import { readColours, standsOut } from './read-colours.ts'
import { planSoftEdges, type SoftEdges } from './soft-edge.ts'
import { cutTiles, type Tile } from './tiles.ts'

/** What the flight of the pieces follows. */
export type ShatterPlan = {
  size: Size
  layout: Layout
  cover: Cover
  /** The colour around it. */
  ground: string
  audio: AudioTrack
  seed: number
  /** Pieces along the cover's side. */
  grid: number
  isReduced: boolean
}

/** A piece is away so soon after the front of the burst has reached it. */
const RISE_SECS = 0.13
/** Slowly it flies on until it is called home: by so much of its way a second. */
const FLOAT = 0.05
/** The front of a gust takes so long from the edge to the last piece that leaves. */
const GUST_SECS = 0.26
/** A piece that rests while others are away is so much larger, in pixels: none of the ground is seen between it and the cover. */
const LAP_PX = 1
/** The cover swells around its middle: into the frame's edges, too, so that little of it comes nearer to the type. */
export const ANCHOR = { x: 0.5, y: 0.5 }
/** A piece that came loose grows again at home in this part of its round. */
const REGROWTH = 0.1

/** How the pieces fly, and what of the cover rests under them. */
export type Shatter = {
  pieces: PiecesProps
  /** How large the cover is, as a factor. */
  swell: (frame: Frame) => number
  /** How much is seen of the pieces that gusts take: all of them whenever they rest. */
  whole: (frame: Frame) => number
  /** What is missing for good, and with it what gusts take. */
  eaten: readonly Part[]
  taken: readonly Part[]
  /** Where the cover goes over into the ground. */
  soft: SoftEdges
}

/** What the cover is cut from: what of it matters, and where it ends. */
function planCut({ size, layout, cover, ground, seed, grid, isReduced }: ShatterPlan) {
  const box = layout.cover
  const colourAt = readColours(cover, box)
  const isSeen = (x: number, y: number) => standsOut(colourAt(x, y), ground)
  const still = keepIslands(keepStill(cover, box), { cover: box, grid, isSeen })
  const place = { size, cover: box, still, seed, grid }
  const freedomAt = findFreedom(cover.palette, colourAt)
  return { ...place, isReduced, freedomAt, isSeen, soft: planSoftEdges(place) }
}

/** The cover's pieces fly apart on every burst and together again, a few of them off its edges all the time. */
export function planShatter(scene: ShatterPlan): Shatter {
  const { layout, audio, cover, isReduced, seed } = scene
  const isTame = isRed(cover.palette)
  const plan = planCut(scene)
  const parts = cutTiles(plan)
  const gusts = planGusts(parts, plan)
  const tiles = [...parts, ...scatterDust(plan, parts), ...peelOff(plan, parts)]
  const wayBeside = makeWay(layout)
  // What stays near the cover may come near the type, too: there it is only crumbs.
  const shyness = Float32Array.from(tiles, ({ edge, reach }, index) => {
    const far = edge ? Math.hypot(edge.x, edge.y) : reach
    return chance(seed, 'shy', index) * smoothstep(0.1, 0.3, far / layout.cover.width)
  })
  const pulse = planPulse(audio, { isReduced, isRed: isTame })
  const momentAt = createMoment(listBursts(audio), pulse, gusts)
  const fixedX = layout.cover.x + ANCHOR.x * layout.cover.width
  const fixedY = layout.cover.y + ANCHOR.y * layout.cover.height
  const cutOut = (isMissing: (tile: Tile, index: number) => boolean) =>
    cutOpen(parts, parts.map(isMissing), seed)
  const flight: PiecesProps = {
    count: tiles.length,
    place: (piece, index, frame) => {
      const tile = tiles[index]!
      const { burst, gust, whole, swell, way: drifted, wind, kick } = momentAt(frame)
      const leaves = tile.copy?.leaves ?? gust?.leaves[index] ?? NEVER
      const flown = leaves < NEVER ? fly(tile, burst, { leaves, secs: frame.secs }) : 0
      const loose = drift(tile, { way: drifted, wind, kick })
      const isHome = flown === 0 && !loose.isAway
      // They turn on their way, so that they don't come back on the one they went.
      const heading = flown > 0 ? (tile.copy ?? gust!).angle + tile.aside + tile.spin * flown : 0
      const way = tile.reach * flown
      piece.fromX = tile.fromX
      piece.fromY = tile.fromY
      piece.width = tile.width
      piece.height = tile.height
      piece.x = fixedX + swell * (tile.homeX - fixedX) + way * Math.cos(heading) + loose.x
      piece.y = fixedY + swell * (tile.homeY - fixedY) + way * Math.sin(heading) + loose.y
      piece.scale = (isHome ? swell + LAP_PX / tile.width : 1 + tile.depth * flown) * loose.scale
      piece.isFront = !isHome
      if (!isHome) piece.scale *= wayBeside(piece, shyness[index])
      // What rests on the cover need not be drawn.
      const isPart = !tile.copy && !tile.isEaten && whole < 1 && isTaken(gusts, index)
      if (isHome && !isPart) piece.scale = 0
    },
  }
  return {
    pieces: flight,
    soft: plan.soft,
    whole: (frame) => momentAt(frame).whole,
    swell: (frame) => momentAt(frame).swell,
    eaten: cutOut(({ isEaten }) => isEaten),
    taken: cutOut(({ isEaten }, index) => isEaten || isTaken(gusts, index)),
  }
}

/** Whether any gust takes this piece. */
function isTaken(gusts: readonly Gust[], index: number): boolean {
  return gusts.some(({ leaves }) => (leaves[index] ?? NEVER) < NEVER)
}

type Moment = {
  whole: number
  burst: Burst | undefined
  gust: Gust | undefined
  swell: number
  way: number
  wind: number
  kick: number
}

/** What all pieces of a frame follow. */
function createMoment(
  bursts: readonly Burst[],
  pulse: Pulse,
  gusts: readonly Gust[],
): (frame: Frame) => Moment {
  return keepLast((frame) => {
    const burst = findBurst(bursts, frame)
    const whole = findWhole(burst, frame.secs)
    const gust = gusts[burst ? Math.max(0, bursts.indexOf(burst)) % gusts.length : 0]
    return {
      burst,
      gust,
      whole,
      swell: pulse.swellAt(frame),
      way: pulse.wayAt(frame),
      wind: pulse.windAt(frame),
      kick: pulse.kickAt(frame),
    }
  })
}

/** How far a piece has flown: out when the front reaches it, then on, slowly, until it is called home. */
function fly(
  { late }: Tile,
  burst: Burst | undefined,
  { leaves, secs }: { leaves: number; secs: number },
): number {
  const age = burst ? secs - burst.startSecs - GUST_SECS * leaves : 0
  if (!burst || age <= 0) return 0
  const pulled = clamp01((secs - burst.homeSecs) / burst.pullSecs - late)
  const out = cubicOut(age / RISE_SECS) + FLOAT * age
  return burst.strength * out * (1 - pulled) ** 2
}

type Drift = { x: number; y: number; scale: number; isAway: boolean }

const AT_HOME: Drift = { x: 0, y: 0, scale: 1, isAway: false }

/** A kick throws loose pieces so much farther, in parts of their way, and they are so much larger meanwhile. */
const KICK = { way: 0.7, size: 0.55 }

/** Where a loose piece is: it leaves the edge, grows smaller until it is gone, and grows again at home. */
function drift({ edge }: Tile, { way, wind, kick }: { way: number; wind: number; kick: number }): Drift {
  if (!edge) return AT_HOME
  const round = edge.phase + way * edge.rounds
  const at = round - Math.floor(round)
  // Dust is always on its way; the wind decides how long a piece stays away.
  const share = edge.share === 1 ? 1 : edge.share * wind
  if (at >= share + REGROWTH) return AT_HOME
  if (at >= share) return { ...AT_HOME, scale: (at - share) / REGROWTH }
  const gone = at / share
  const curl = edge.curl * gone * Math.sin(5 * gone + 6 * edge.phase)
  const out = gone ** 1.25 * (1 + KICK.way * edge.kick * kick)
  const isAcross = Math.abs(edge.x) > Math.abs(edge.y)
  return {
    x: edge.x * out + (isAcross ? 0 : curl),
    y: edge.y * out + (isAcross ? curl : 0),
    scale: (1 - gone) ** 0.5 * (1 + KICK.size * edge.kick * kick),
    isAway: true,
  }
}
