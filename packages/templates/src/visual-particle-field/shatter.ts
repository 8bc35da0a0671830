import {
  type AudioTrack,
  clamp01,
  cubicOut,
  type Frame,
  type Palette,
  type PiecesProps,
  type Size,
  smoothstep,
  tameRed,
} from '@songreel/kit'
import { type Burst, findBurst, findWhole, listBursts } from './bursts.ts'
import type { Layout } from './layout.ts'
import { cutTiles, scatterDust, type Tile } from './tiles.ts'
import { planWaves, type Waves } from './waves.ts'

/** What the flight of the pieces follows. */
export type ShatterPlan = {
  size: Size
  layout: Layout
  audio: AudioTrack
  seed: number
  /** Pieces along the cover's side. */
  grid: number
  isReduced: boolean
  palette: Palette
}

/** How far from the type pieces are kept at most. */
const KEPT_OFF_PX = 190
/** A piece is away so soon after the front of the burst has reached it. */
const RISE_SECS = 0.13
/** Slowly it flies on until it is called home: by so much of its way a second. */
const FLOAT = 0.05
/** The front of a burst runs so many covers a second. */
const BURST_SPEED = 9
/** A piece that came loose grows again at home in this part of its round. */
const REGROWTH = 0.1

/** Saturated red may not come and go as often as other colours (WCAG 2.3.1), so pieces of a red cover stay nearer. */
const RED_FREEDOM = 0.1
const RED_SHARE = 0.25

/** How the pieces fly, and how much of the plain cover lies under them. */
export type Shatter = { pieces: PiecesProps; whole: (frame: Frame) => number }

/** The cover's pieces fly apart on every burst and together again, a few of them off its edges all the time. */
export function planShatter({ size, layout, audio, seed, grid, isReduced, palette }: ShatterPlan): Shatter {
  const plan = { size, cover: layout.cover, seed, grid, isReduced, freedom: isRed(palette) ? RED_FREEDOM : 1 }
  const tiles = [...cutTiles(plan), ...scatterDust(plan)]
  const bursts = listBursts(audio)
  const waves = planWaves(audio, isReduced)
  const { quiet, unit } = layout
  const side = layout.cover.width
  // Each piece keeps another distance from the type, and corners are round: nobody sees a box.
  const shrinkAt = (x: number, y: number, distance: number) => {
    const across = Math.max(0, quiet.x - x, x - quiet.x - quiet.width)
    const down = Math.max(0, quiet.y - y, y - quiet.y - quiet.height)
    return smoothstep(0, 60 * unit, Math.hypot(across, down) - KEPT_OFF_PX * unit * distance)
  }
  const momentAt = createMoment(bursts, waves)
  const flight: PiecesProps = {
    count: tiles.length,
    place: (piece, index, frame) => {
      const tile = tiles[index]!
      const { burst, whole, way: drifted, wind } = momentAt(frame)
      const flown = fly(tile, burst, frame.secs)
      const loose = drift(tile, drifted, wind)
      const isHome = flown === 0 && !loose.isAway
      const dip = isHome ? waves.dipAt(frame, tile) : 0
      const push = isHome ? side * waves.pushAt(frame, tile) : 0
      // They turn around the middle of the burst, so that they come back on another way.
      const turn = tile.spin * flown
      const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
      const way = tile.reach * flown + push
      piece.fromX = tile.fromX
      piece.fromY = tile.fromY
      piece.width = tile.width
      piece.height = tile.height
      piece.x = tile.homeX + way * (tile.dirX * cos - tile.dirY * sin) + loose.x
      piece.y = tile.homeY + way * (tile.dirX * sin + tile.dirY * cos) + loose.y
      piece.scale = (1 + tile.depth * flown - dip) * loose.scale
      piece.isFront = !isHome
      // What rests on the plain cover need not be drawn.
      if (isHome && whole === 1 && dip === 0 && Math.abs(push) < 0.5) piece.scale = 0
      if (piece.isFront) piece.scale *= shrinkAt(piece.x, piece.y, (index * 0.618) % 1)
    },
  }
  return { pieces: flight, whole: (frame) => momentAt(frame).whole }
}

type Moment = { whole: number; burst: Burst | undefined; way: number; wind: number }

/** What all pieces of a frame follow, found once for them all. */
function createMoment(bursts: readonly Burst[], waves: Waves): (frame: Frame) => Moment {
  let found: { frame: Frame; moment: Moment } | undefined
  return (frame) => {
    if (found?.frame !== frame) {
      const burst = findBurst(bursts, frame)
      const whole = findWhole(burst, frame.secs)
      found = { frame, moment: { burst, whole, way: waves.wayAt(frame), wind: waves.windAt(frame) } }
    }
    return found.moment
  }
}

function isRed({ swatches }: Palette): boolean {
  const red = swatches.filter(({ colour }) => tameRed(colour) !== colour)
  return red.reduce((sum, { share }) => sum + share, 0) > RED_SHARE
}

/** How far a piece has flown: out when the front reaches it, then on, slowly, until it is called home. */
function fly({ away, late }: Tile, burst: Burst | undefined, secs: number): number {
  const age = burst ? secs - burst.startSecs - away / BURST_SPEED : 0
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
