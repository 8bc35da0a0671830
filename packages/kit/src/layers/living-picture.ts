import type { Frame } from '../compose/frame.ts'
import type { Layer } from '../compose/layer.ts'
import type { Painting } from '../compose/painting.ts'
import type { Box, Size } from '../geometry.ts'
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
  /** The frame. */
  size: Size
  /** Where the picture as a whole lies in the frame, and how near its parts are. */
  place: Box
  depth: Depth
  seed: number
  /** How often the loop repeats its movement within itself: pushes of a REBOUND, rounds of the others. At least 1. */
  times: number
  /** How far things move at most, in pixels. */
  reachPx: number
  /** What of the picture must stay in the frame, in fractions of it: with little room around it things move less far. What is cut already is not kept. */
  keep?: Box | undefined
  /** Whether what lies at the frame's upper edge stays there (`touchesTop`): the camera comes nearer from there, not from the middle. */
  holdsTop?: boolean
  /** Whether it must stay straight, as letters must: it comes nearer and drifts as a whole, and less far. */
  isRigid?: boolean
}

/** What is rigid moves less far: there is nothing that it moves against, and what is written near its edges stays in the frame. */
const RIGID_REACH = 0.4
/** The depth at which nothing streams, and all drifts alike. */
const RIGID_DEPTH = 0.75

/** However little room there is, so much of the reach is left: a picture that hardly moves is not alive. */
const LEAST_REACH = 0.4

/**
 * A picture that moves and ends where it began: every movement is a function of the loop's phase, and each is nothing at
 * phase 0, so that the first frame is the picture itself. It comes nearer as far as it goes aside, so nothing has to be made up
 * beyond its edges.
 */
export function livingPicture(painting: Painting, wish: LivingProps): Layer[] {
  const props = limit(wish)
  if (props.style === 'FLOW') return layFlow(painting, props)
  const move = props.style === 'REBOUND' ? pushOnBars(props) : goAround(props)
  return [warp(painting, { bend: bendByDepth(props, move) })]
}

function limit(wish: LivingProps): LivingProps {
  const reachPx = limitReach(wish)
  if (!wish.isRigid) return { ...wish, reachPx }
  const depth = { columns: 2, rows: 2, values: new Float32Array(4).fill(RIGID_DEPTH) }
  return { ...wish, depth, reachPx: RIGID_REACH * reachPx }
}

/** Nothing goes further than the reach, aside and nearer together: so the reach is the room around what must stay in the frame. */
function limitReach({ keep, place, size, reachPx }: LivingProps): number {
  if (!keep) return reachPx
  const left = place.x + keep.x * place.width
  const top = place.y + keep.y * place.height
  const right = size.width - left - keep.width * place.width
  const bottom = size.height - top - keep.height * place.height
  const roomPx = Math.min(left, right, top, bottom)
  return roomPx <= 0 ? reachPx : Math.max(LEAST_REACH * reachPx, Math.min(reachPx, roomPx))
}

/** 0 in the first frame, and 1 one frame after the last, where the loop is at its beginning again. */
export function loopPhase({ index, count }: Frame): number {
  return index / count
}

/** Where the camera is: aside in parts of the reach, never further than it is near; and how far the picture is turned, in radians. */
type Camera = { x: number; y: number; near: number; turn: number }

const TAU = 2 * Math.PI
/** What lies at this depth stays where it is, and the camera turns around it. */
const PIVOT = 0.6

/** A figure of eight that leaves the picture's own place and comes back to it, nearest at its far end. */
function goAround({ seed, times }: LivingProps): (phase: number) => Camera {
  const side = chance(seed, 'side') < 0.5 ? -1 : 1
  const steep = 0.35 + 0.4 * chance(seed, 'steep')
  return (phase) => {
    const angle = TAU * times * phase
    const near = 0.5 - 0.5 * Math.cos(angle)
    return { x: side * near * Math.sin(angle), y: steep * near * Math.sin(2 * angle), near, turn: 0 }
  }
}

/** Pushed once a bar, now to one side, now to the other: out fast but not at once, past rest, and still when the next bar begins. */
function pushOnBars({ seed, times }: LivingProps): (phase: number) => Camera {
  const side = chance(seed, 'side') < 0.5 ? -1 : 1
  return (phase) => {
    const bar = Math.min(times - 1, Math.floor(phase * times))
    const t = phase * times - bar
    const near = bounce(t)
    const way = bar % 2 === 0 ? side : -side
    const sway = Math.sin(TAU * 1.5 * t)
    return { x: way * near * sway, y: 0.3 * near * sway, near: 0.8 * near, turn: way * 0.005 * near * sway }
  }
}

/** Rises within a quarter of a bar and has come to rest at its end; its slope is nowhere steep, so no frame jerks. */
function bounce(t: number): number {
  const rise = Math.min(1, t / RISE)
  const fall = Math.max(0, (t - RISE) / (1 - RISE))
  return rise * rise * (3 - 2 * rise) * (1 - fall * fall * (3 - 2 * fall))
}

const RISE = 0.26

/** Neighbouring pixels part by no more than this where depth is steep: beyond it straight things look like rubber. */
const MOST_SHEAR = 0.13
/** How much of the reach the whole picture moves with the camera. */
const PAN = 0.3

/** How much nearer the camera comes than it must, in parts of the reach. */
const NEARER = 0.22

/** Moves every node by how near it is: near things against the camera, far things with it. */
function bendByDepth(
  { size, place, depth, reachPx, holdsTop = false }: LivingProps,
  cameraAt: (phase: number) => Camera,
) {
  const depths = createDepthReader(place, depth)
  const middle = { x: size.width / 2, y: size.height / 2 }
  const steepness = (findSteepness(depth) * depth.columns) / place.width / PIVOT
  const partingPx = Math.min(0.75 * reachPx, MOST_SHEAR / Math.max(1e-6, steepness))
  const panPx = PAN * reachPx
  const room = findRoom(place, size)
  return (net: WarpNet, frame: Frame) => {
    const { x, y, near, turn } = cameraAt(loopPhase(frame))
    const values = depths(net)
    for (let i = 0; i < values.length; i++) {
      const over = ((values[i] ?? 0) - PIVOT) / PIVOT
      const pull = panPx + partingPx * over
      const fromX = (net.x[i] ?? 0) - middle.x
      const fromY = (net.y[i] ?? 0) - (holdsTop ? 0 : middle.y)
      const share = holdsTop ? fromY / size.height : 1
      // As near as it takes for the picture's edges to stay outside of the frame; near things grow most.
      const needX = Math.max(0, Math.abs(pull) - room.x) / middle.x
      const needY = Math.max(0, Math.abs(pull) - room.y) / middle.y
      const growth = near * (Math.max(needX, needY) + (NEARER * reachPx) / Math.min(middle.x, middle.y))
      net.moveX[i] = pull * x + fromX * growth - fromY * turn
      net.moveY[i] = share * (pull * y + fromX * turn) + fromY * growth
    }
  }
}

/** How far the picture reaches beyond the frame, on the side where it does least. */
function findRoom(place: Box, { width, height }: Size): { x: number; y: number } {
  return {
    x: Math.max(0, Math.min(-place.x, place.x + place.width - width)),
    y: Math.max(0, Math.min(-place.y, place.y + place.height - height)),
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
function createCurrent({ seed, reachPx, place, size }: LivingProps) {
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
    // At the frame's edge nothing streams: there is nothing behind it that could come in.
    const inside = (at: number, length: number) =>
      Math.max(0, Math.min(1, Math.min(at, length - at) / (4 * reachPx)))
    const open = (i: number) => inside(net.x[i] ?? 0, size.width) * inside(net.y[i] ?? 0, size.height)
    const speed = make((i) => open(i) * reachPx * Math.max(0, 1 - (depths[i] ?? 0) / 0.75) ** 0.8)
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
