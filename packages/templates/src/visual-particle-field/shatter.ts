import {
  type AudioTrack,
  type Box,
  type Cover,
  clamp01,
  cubicOut,
  type Frame,
  type Palette,
  type PiecesProps,
  type Size,
  smoothstep,
  tameRed,
} from '@songreel/kit'
import { type Burst, findBurst, findWhole, isStrong, listBursts } from './bursts.ts'
import { type Gust, NEVER, planGusts } from './gusts.ts'
import { keepStill } from './keep-still.ts'
import type { Layout } from './layout.ts'
import { cutTiles, scatterDust, type Tile } from './tiles.ts'
import { keepLast, planWaves, type Wave, type Waves } from './waves.ts'

/** What the flight of the pieces follows. */
export type ShatterPlan = {
  size: Size
  layout: Layout
  cover: Cover
  audio: AudioTrack
  seed: number
  /** Pieces along the cover's side. */
  grid: number
  isReduced: boolean
}

/** How far from the type pieces are kept at most. */
const KEPT_OFF_PX = 80
/** A piece is away so soon after the front of the burst has reached it. */
const RISE_SECS = 0.13
/** Slowly it flies on until it is called home: by so much of its way a second. */
const FLOAT = 0.05
/** The front of a gust takes so long from the edge to the last piece that leaves. */
const GUST_SECS = 0.26
/** Rings wait for the plain cover: a gap over half of it would be a grey crack in a sky. */
const ONLY_WHOLE = 8
/** A piece that came loose grows again at home in this part of its round. */
const REGROWTH = 0.1

/** Saturated red may not come and go as often as other colours (WCAG 2.3.1): the gusts of a red cover take its pieces less far, and its stream is thinner and slower. */
const RED_FREEDOM = 0.1
const RED_SHARE = 0.25

/** How the pieces fly, and how much of the plain cover lies under them. */
export type Shatter = { pieces: PiecesProps; whole: (frame: Frame) => number }

/** The cover's pieces fly apart on every burst and together again, a few of them off its edges all the time. */
export function planShatter({ layout, audio, cover, isReduced, ...rest }: ShatterPlan): Shatter {
  const freedom = isRed(cover.palette) ? RED_FREEDOM : 1
  const { quiet, unit } = layout
  const still = keepStill(cover, layout.cover)
  const plan = { ...rest, cover: layout.cover, quiet, isReduced, freedom, still }
  const parts = cutTiles(plan)
  const gusts = planGusts(parts, plan)
  const tiles = [...parts, ...scatterDust(plan)]
  const bursts = listBursts(audio)
  const waves = planWaves(audio, isReduced)
  const side = layout.cover.width
  // Each piece keeps another distance from the type, and corners are round: nobody sees a box.
  const shrinkAt = (x: number, y: number, distance: number) => {
    const across = Math.max(0, quiet.x - x, x - quiet.x - quiet.width)
    const down = Math.max(0, quiet.y - y, y - quiet.y - quiet.height)
    return smoothstep(0, 60 * unit, Math.hypot(across, down) - KEPT_OFF_PX * unit * distance)
  }
  const momentAt = createMoment(bursts, waves, gusts)
  const flight: PiecesProps = {
    count: tiles.length,
    place: (piece, index, frame) => {
      const tile = tiles[index]!
      const { burst, gust, whole, way: drifted, wind } = momentAt(frame)
      const leaves = gust?.leaves[index] ?? NEVER
      const flown = leaves < NEVER ? fly(tile, burst, { leaves, secs: frame.secs }) : 0
      const loose = drift(tile, drifted, wind)
      const isHome = flown === 0 && !loose.isAway
      const free = isHome ? (1 - tile.still) * whole ** ONLY_WHOLE : 0
      const wave = free > 0 ? waves.waveAt(frame, tile) : AT_REST
      const dip = free * wave.dip
      const push = free * side * wave.push
      // They turn on their way, so that they don't come back on the one they went.
      const heading = flown > 0 ? gust!.angle + tile.aside + tile.spin * flown : 0
      const way = tile.reach * flown
      piece.fromX = tile.fromX
      piece.fromY = tile.fromY
      piece.width = tile.width
      piece.height = tile.height
      // A ring pushes nothing over the cover's border: where no piece leaves, that is straight.
      const [pushedX, pushedY] = way === 0 ? pushWithin(tile, push, layout.cover) : [0, 0]
      piece.x = tile.homeX + (way === 0 ? pushedX : way * Math.cos(heading)) + loose.x
      piece.y = tile.homeY + (way === 0 ? pushedY : way * Math.sin(heading)) + loose.y
      piece.scale = (1 + tile.depth * flown - dip) * loose.scale
      piece.isFront = !isHome
      // What rests on the plain cover need not be drawn.
      if (isHome && whole === 1 && dip === 0 && Math.abs(push) < 0.5) piece.scale = 0
      if (piece.isFront) piece.scale *= shrinkAt(piece.x, piece.y, (index * 0.618) % 1)
    },
  }
  return { pieces: flight, whole: (frame) => momentAt(frame).whole }
}

/** How far a piece at home is pushed aside without leaving the cover. */
function pushWithin({ homeX, homeY, width, height, dirX, dirY }: Tile, push: number, cover: Box) {
  const hold = (home: number, way: number, start: number, length: number, size: number) =>
    Math.max(start + size / 2, Math.min(start + length - size / 2, home + way)) - home
  return [
    hold(homeX, push * dirX, cover.x, cover.width, width),
    hold(homeY, push * dirY, cover.y, cover.height, height),
  ] as const
}

type Moment = {
  whole: number
  burst: Burst | undefined
  gust: Gust | undefined
  way: number
  wind: number
}

/** What all pieces of a frame follow. */
function createMoment(
  bursts: readonly Burst[],
  waves: Waves,
  gusts: readonly Gust[],
): (frame: Frame) => Moment {
  const strong = bursts.filter(isStrong)
  return keepLast((frame) => {
    const burst = findBurst(bursts, frame)
    const whole = findWhole(burst, frame.secs)
    const gust = gusts[burst ? Math.max(0, strong.indexOf(burst)) % gusts.length : 0]
    return { burst, gust, whole, way: waves.wayAt(frame), wind: waves.windAt(frame) }
  })
}

const AT_REST: Wave = { dip: 0, push: 0 }

function isRed({ swatches }: Palette): boolean {
  const red = swatches.filter(({ colour }) => tameRed(colour) !== colour)
  return red.reduce((sum, { share }) => sum + share, 0) > RED_SHARE
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

/** Where a loose piece is: it leaves the edge, grows smaller until it is gone, and grows again at home. */
function drift({ edge }: Tile, way: number, wind: number): Drift {
  if (!edge) return AT_HOME
  const round = edge.phase + way * edge.rounds
  const at = round - Math.floor(round)
  // Dust is always on its way; the wind decides how long a piece stays away.
  const share = edge.share === 1 ? 1 : edge.share * wind
  if (at >= share + REGROWTH) return AT_HOME
  if (at >= share) return { ...AT_HOME, scale: (at - share) / REGROWTH }
  const gone = at / share
  const curl = edge.curl * gone * Math.sin(5 * gone + 6 * edge.phase)
  const out = gone ** 1.25
  const isAcross = Math.abs(edge.x) > Math.abs(edge.y)
  return {
    x: edge.x * out + (isAcross ? 0 : curl),
    y: edge.y * out + (isAcross ? curl : 0),
    scale: (1 - gone) ** 0.5,
    isAway: true,
  }
}
