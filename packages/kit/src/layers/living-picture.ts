import type { Frame } from '../compose/frame.ts'
import type { Layer } from '../compose/layer.ts'
import type { Painting } from '../compose/painting.ts'
import type { Box } from '../geometry.ts'
import { chance } from '../paint/chance.ts'
import { type Depth, findSteepness, readDepth } from '../paint/depth.ts'
import { type WarpNet, warp } from './warp.ts'

/** The ways in which a picture comes to life. */
export const LIVING_STYLES = ['PARALLAX', 'FLOW', 'REBOUND'] as const

/**
 * PARALLAX: a camera goes around, near things move against far ones. FLOW: all but the subject streams, as clouds and water
 * do. REBOUND: the picture is pushed on every bar and swings back.
 */
export type LivingStyle = (typeof LIVING_STYLES)[number]

/** How a picture comes to life. */
export type LivingProps = {
  style: LivingStyle
  /** Where the picture as a whole lies in the frame, and how near its parts are. */
  place: Box
  depth: Depth
  seed: number
  /** How often the loop repeats its movement within itself: pushes of a REBOUND, rounds of the others. At least 1. */
  times: number
  /** How far things move at most, in pixels. */
  reachPx: number
}

/**
 * A picture that moves and ends where it began: every movement is a function of the loop's phase, and each is nothing at
 * phase 0, so that the first frame is the picture itself. Paint it larger than the frame by `reachPx`.
 */
export function livingPicture(painting: Painting, props: LivingProps): Layer[] {
  if (props.style === 'FLOW') return layFlow(painting, props)
  const move = props.style === 'REBOUND' ? pushOnBars(props) : goAround(props)
  return [warp(painting, { bend: bendByDepth(props, move) })]
}

/** 0 in the first frame, and 1 one frame after the last, where the loop is at its beginning again. */
export function loopPhase({ index, count }: Frame): number {
  return index / count
}

/** Where the camera is: aside in parts of the reach, nearer by so much, and how far the picture is turned, in radians. */
type Camera = { x: number; y: number; near: number; turn: number }

const TAU = 2 * Math.PI
/** What lies at this depth stays where it is, and the camera turns around it. */
const PIVOT = 0.6

/** A figure of eight, so that the path crosses the picture's own place at full speed and never rests. */
function goAround({ seed, times }: LivingProps): (phase: number) => Camera {
  const side = chance(seed, 'side') < 0.5 ? -1 : 1
  const steep = 0.35 + 0.4 * chance(seed, 'steep')
  return (phase) => {
    const angle = TAU * times * phase
    return {
      x: side * Math.sin(angle),
      y: steep * Math.sin(2 * angle),
      near: 0.5 - 0.5 * Math.cos(angle),
      turn: 0,
    }
  }
}

/** A spring that is struck once a bar, now deep, now aside; it has come to rest when the next bar begins. */
function pushOnBars({ seed, times }: LivingProps): (phase: number) => Camera {
  const side = chance(seed, 'side') < 0.5 ? -1 : 1
  return (phase) => {
    const bar = Math.min(times - 1, Math.floor(phase * times))
    const t = phase * times - bar
    const swing = spring(t)
    const drift = Math.sin(Math.PI * t) ** 2
    const way = bar % 2 === 0 ? side : -side
    return {
      x: way * (0.55 * swing + 0.35 * drift),
      y: 0.2 * swing,
      near: 1.1 * Math.abs(swing) ** 1.5 + 0.35 * drift,
      turn: way * 0.012 * swing,
    }
  }
}

/** Out within an eighth of a bar, back past rest, and still at the end; between -1 and 1. */
function spring(t: number): number {
  return 1.35 * Math.sin(TAU * 2 * t) * Math.exp(-4.2 * t) * (1 - t) ** 0.5
}

/** Neighbouring pixels part by no more than this where depth is steep: beyond it straight things look like rubber. */
const MOST_SHEAR = 0.13
/** How much of the reach the whole picture moves with the camera. */
const PAN = 0.3

/** Moves every node by how near it is: near things against the camera, far things with it. */
function bendByDepth({ place, depth, reachPx }: LivingProps, cameraAt: (phase: number) => Camera) {
  const depths = createDepthReader(place, depth)
  const middleX = place.x + place.width / 2
  const middleY = place.y + place.height / 2
  const farthest = Math.hypot(place.width, place.height) / 2
  const steepness = (findSteepness(depth) * depth.columns) / place.width / PIVOT
  const partingPx = Math.min(0.75 * reachPx, MOST_SHEAR / Math.max(1e-6, steepness))
  const panPx = PAN * reachPx
  return (net: WarpNet, frame: Frame) => {
    const { x, y, near, turn } = cameraAt(loopPhase(frame))
    const values = depths(net)
    for (let i = 0; i < values.length; i++) {
      const over = ((values[i] ?? 0) - PIVOT) / PIVOT
      const fromX = (net.x[i] ?? 0) - middleX
      const fromY = (net.y[i] ?? 0) - middleY
      // Coming nearer enlarges near things most.
      const growth = (near * (reachPx + 0.8 * partingPx * over)) / farthest
      net.moveX[i] = (panPx + partingPx * over) * x + fromX * growth - fromY * turn
      net.moveY[i] = (panPx + partingPx * over) * y + fromY * growth + fromX * turn
    }
  }
}

/** How much of the reach a picture streams within one round: further, and both copies would be seen as two. */
const STREAM = 0.34
/** Slower than this within one round is not seen to stream. */
const STILL_PX = 0.5
/** How much of the reach is left to the camera while it streams. */
const CALM_CAMERA = 0.45

/** Two copies stream side by side; while one jumps back to where it came from, only the other is seen. */
function layFlow(painting: Painting, props: LivingProps): Layer[] {
  const current = createCurrent({ ...props, reachPx: STREAM * props.reachPx })
  const bendAll = bendByDepth(
    { ...props, reachPx: CALM_CAMERA * props.reachPx },
    goAround({ ...props, times: 1 }),
  )
  const depths = createDepthReader(props.place, props.depth)
  const bend = (offset: number) => (net: WarpNet, frame: Frame) => {
    bendAll(net, frame)
    const streams = current(net, depths(net))
    const phase = loopPhase(frame)
    // Every place has a time of its own, or all would fade at once; in the first frame they agree.
    const apart = 0.5 - 0.5 * Math.cos(TAU * phase)
    for (let i = 0; i < streams.x.length; i++) {
      const time = phase * props.times + offset + apart * (streams.late[i] ?? 0)
      const way = time - Math.floor(time + 0.5)
      net.moveX[i]! += way * (streams.x[i] ?? 0)
      net.moveY[i]! += way * (streams.y[i] ?? 0)
      // Where nothing streams both copies are alike, and the second is not drawn.
      const isStreaming = (streams.speed[i] ?? 0) > STILL_PX
      net.opacity[i] = offset === 0 ? 1 : isStreaming ? 2 * (0.5 - Math.abs(way)) : 0
    }
  }
  return [warp(painting, { bend: bend(0) }), warp(painting, { bend: bend(0.5), fades: true })]
}

/** Which way the picture streams at each node within one round, and how late it is there. */
type Streams = Record<'x' | 'y' | 'speed' | 'late', Float32Array>

/** Mostly one way, winding, fast where it is far and not at all where the subject stands. */
function createCurrent({ seed, reachPx, place }: LivingProps) {
  let streams: Streams | undefined
  const heading = TAU * chance(seed, 'heading')
  const wave = (key: string, x: number, y: number) => {
    const angle = TAU * chance(seed, key, 'angle')
    const start = TAU * chance(seed, key, 'start')
    return Math.sin(
      (x * Math.cos(angle) + y * Math.sin(angle)) * TAU * (0.8 + 0.9 * chance(seed, key)) + start,
    )
  }
  return (net: WarpNet, depths: Float32Array): Streams => {
    if (streams) return streams
    const side = Math.min(place.width, place.height)
    const make = (value: (i: number, x: number, y: number) => number) =>
      Float32Array.from(net.x, (x, i) => value(i, x / side, (net.y[i] ?? 0) / side))
    const turn = make((_, x, y) => heading + 0.8 * wave('a', x, y) + 0.5 * wave('b', x, y))
    const speed = make((i) => reachPx * Math.max(0, 1 - (depths[i] ?? 0) / 0.75) ** 0.8)
    streams = {
      speed,
      x: make((i) => (speed[i] ?? 0) * Math.cos(turn[i] ?? 0)),
      y: make((i) => (speed[i] ?? 0) * Math.sin(turn[i] ?? 0)),
      late: make((_, x, y) => 0.5 * wave('c', 1.6 * x, 1.6 * y)),
    }
    return streams
  }
}

/** The depth at every node; read once. */
function createDepthReader({ x, y, width, height }: Box, depth: Depth): (net: WarpNet) => Float32Array {
  let values: Float32Array | undefined
  return (net) => {
    values ??= net.x.map((at, i) => readDepth(depth, (at - x) / width, ((net.y[i] ?? 0) - y) / height))
    return values
  }
}
