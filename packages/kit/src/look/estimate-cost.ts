import type { Box, Size } from '../geometry.ts'
import { estimateLottie, type LottieCost } from '../lottie/estimate-lottie.ts'
import type { Lottie } from '../lottie/lottie-file.ts'
import { planFrame } from '../paint/frame-layout.ts'
import { SCALE } from './draw/motion.ts'
import { findMostHeight } from './layout/fit-type.ts'
import { layOut } from './layout/lay-out.ts'
import type { FitText, PlacedLayer } from './layout/placed-layer.ts'
import { boundNumber } from './look-scene.ts'
import type { Look } from './look-schema.ts'
import { findLookShape, type Pictures, type ResolvedLayer, resolveLook } from './resolve-layers.ts'

/** What one layer costs. */
export type LayerCost = {
  /** In the look's JSON. */
  path: string
  kind: ResolvedLayer['kind']
  /** Milliseconds of one core a frame, as measured on a Neoverse-N1. */
  costMs: number
  /** What is painted and kept before the first frame, in frames. */
  paintedFrames: number
}

/** What a look costs at most, and each of its layers. */
export type LookCost = Omit<LayerCost, 'path' | 'kind'> & { parts: LayerCost[] }

/** The frame that the figures below were measured at: FULL, 9x16. */
const MEASURED_PIXELS = 1080 * 1920
/** For what moves or lies over something that moves, times the share of the frame that it covers. */
const MOVED_MS = 3.2
const TURNED_MS = 23
const RESTING_MS = 1.2
const GLOW_MS = 2
/** Light is seen this many of its spreads around its shape. */
const GLOW_REACH = 1.5
const BARS_MS = { base: 0.5, area: 2.5 }
const WAVE_MS = { base: 0.1, area: 2.9, moved: 5.9 }
const PARTICLE_MS = { each: 0.0036, perPixel: 2.2e-6 }
const RIDGE_MS = { base: 0.35, each: 0.17 }
/** Decoding, grading and enlarging a clip. */
const FILM_MS = 8.5
const FULL_FRAME_MS = { silk: 2.6, 'sound-rings': 1.5, grain: 1 }
const BACKDROP_MS = { still: 0, soft: 1, sharp: 2.6, lit: 0.5 }
/** Reading a picture of it and turning it into a sprite, what of it is painted, and drawing its vectors. */
const LOTTIE_MS = { base: 0.4, read: 5, painted: 5.5 }
/** Pictures of one round, and what is kept of them at most, in frames. */
const LOTTIE_ROUND = 60
const LOTTIE_FRAMES = 4.2
/** Below this blur a backdrop is drawn pixel by pixel. */
const SHARP_BLUR = 16

const ALL_PICTURES: Pictures = { photo: true, logo: true }

/**
 * What drawing a look of this size takes, before anything is drawn: every text as high as it may become, every layer
 * that any data would show.
 */
export function estimateCost(look: Look, size: Size, pictures: Pictures = ALL_PICTURES): LookCost {
  const { safe, scale } = planFrame(size)
  const unit = scale(1)
  const frame = { x: 0, y: 0, width: size.width, height: size.height }
  const layers = resolveLook(look, { shape: findLookShape(size), isShown: () => true, pictures })
  const fit: FitText = (layer, room, isFixed) => {
    const height = isFixed ? room.height : Math.min(room.height, findMostHeight(layer, room, { unit }))
    return { height, ink: { x: 0, y: 0, width: room.width, height } }
  }
  const { placed } = layOut(layers, { frame, safe, unit, isMirrored: false }, fit)
  const pixels = (size.width * size.height) / MEASURED_PIXELS
  const findAnimation = createAnimationCosts(look)
  const parts = placed.flatMap(listLeaves).map(({ layer, box }) => {
    const { costMs, paintedFrames } =
      layer.kind === 'lottie'
        ? costLottie(layer, box, { frame, animation: findAnimation(layer.animation) })
        : costLayer(layer, box, { frame, unit })
    return { path: layer.path, kind: layer.kind, costMs: costMs * pixels, paintedFrames }
  })
  return {
    costMs: parts.reduce((sum, { costMs }) => sum + costMs, 0),
    paintedFrames: parts.reduce((sum, part) => sum + part.paintedFrames, 0),
    parts,
  }
}

function listLeaves(placed: PlacedLayer): PlacedLayer[] {
  return placed.children ? placed.children.flatMap(listLeaves) : [placed]
}

type Cost = Omit<LayerCost, 'path' | 'kind'>
type Ground = { frame: Box; unit: number }

function costLayer(layer: ResolvedLayer, box: Box, ground: Ground): Cost {
  const area = shareOf(box, ground)
  switch (layer.kind) {
    case 'fill':
      return { costMs: isMoving(layer.opacity) ? MOVED_MS : 0.1, paintedFrames: 1 }
    case 'backdrop':
      return { costMs: costBackdrop(layer), paintedFrames: 1 }
    case 'silk':
    case 'sound-rings':
    case 'grain':
      return { costMs: FULL_FRAME_MS[layer.kind], paintedFrames: 0.1 }
    case 'film':
      return { costMs: FILM_MS * Math.max(0.5, area), paintedFrames: 1 }
    case 'particles':
      return { costMs: costParticles(layer), paintedFrames: 0.1 }
    case 'ridges':
      return { costMs: RIDGE_MS.base + RIDGE_MS.each * (layer.count ?? 8), paintedFrames: 0.1 }
    case 'glow': {
      const reach = GLOW_REACH * (layer.spread ?? 80) * ground.unit
      const most = boundNumber(layer.scale, { least: 0.5, most: 3 }, 1).most
      const wide = { ...box, width: (box.width + 2 * reach) * most, height: (box.height + 2 * reach) * most }
      return { costMs: GLOW_MS * Math.min(1, shareOf(wide, ground)), paintedFrames: area }
    }
    case 'bars':
    case 'ring':
      return { costMs: BARS_MS.base + BARS_MS.area * area, paintedFrames: 0.5 * area }
    case 'waveform': {
      const perArea = isMoved(layer) ? WAVE_MS.moved : WAVE_MS.area
      return { costMs: WAVE_MS.base + perArea * area, paintedFrames: area }
    }
    default:
      return costThing(layer, area)
  }
}

function costBackdrop({
  blur = 40,
  zoom,
  panX,
  panY,
  brightness,
}: Extract<ResolvedLayer, { kind: 'backdrop' }>) {
  const lit = isMoving(brightness) ? BACKDROP_MS.lit : 0
  if (![zoom, panX, panY, brightness].some(isMoving)) return BACKDROP_MS.still
  return (blur < SHARP_BLUR ? BACKDROP_MS.sharp : BACKDROP_MS.soft) + lit
}

function costParticles({ count = 80, dot = 14 }: Extract<ResolvedLayer, { kind: 'particles' }>): number {
  return count * (PARTICLE_MS.each + PARTICLE_MS.perPixel * dot ** 2)
}

type Animation = LottieCost & Size
const NO_ANIMATION: Animation = { vectorMs: 0, coverage: 1, width: 1, height: 1 }

/** What each animation of a look costs, looked at when it is first shown. */
function createAnimationCosts({ animations = {} }: Look): (name: string) => Animation {
  const known = new Map<string, Animation>()
  return (name) => {
    const lottie = Object.hasOwn(animations, name) ? (animations[name] as Lottie) : undefined
    const cost =
      known.get(name) ??
      (lottie ? { ...estimateLottie(lottie), width: lottie.w, height: lottie.h } : NO_ANIMATION)
    known.set(name, cost)
    return cost
  }
}

/** Drawing vectors, turning them into a sprite, and showing it. Pictures that come again are kept, as far as there is room. */
function costLottie(
  layer: Extract<ResolvedLayer, { kind: 'lottie' }>,
  box: Box,
  { frame, animation }: { frame: Box; animation: Animation },
): Cost {
  const { vectorMs, coverage, width, height } = animation
  const ratio = (box.width * height) / (Math.max(1, box.height) * width)
  const fitted = layer.fit === 'FILL' ? 1 : Math.min(ratio, 1 / ratio)
  const shown = costThing(layer, shareOf(box, { frame }) * fitted)
  const covered = shown.paintedFrames
  const drawMs = covered * (LOTTIE_MS.read + LOTTIE_MS.painted * coverage + vectorMs)
  return {
    costMs: LOTTIE_MS.base + drawMs + shown.costMs * coverage,
    paintedFrames: Math.min(LOTTIE_FRAMES, LOTTIE_ROUND * covered),
  }
}

/** Pictures, shapes, texts and lines. */
function costThing(layer: ResolvedLayer, area: number): Cost {
  const largest = 'scale' in layer ? Math.max(1, boundNumber(layer.scale, SCALE, 1).most) : 1
  const isTurned = 'rotation' in layer && layer.rotation !== undefined && layer.rotation !== 0
  const perArea = isTurned ? TURNED_MS : isMoved(layer) ? MOVED_MS : RESTING_MS
  const covered = area * largest ** 2
  // Twice: a line and what has been played of it; words that are painted while others are shown.
  const times = layer.kind === 'progress' || layer.kind === 'lyrics' ? 2 : 1
  return { costMs: times * perArea * covered, paintedFrames: times * covered }
}

function shareOf({ width, height }: Size, { frame }: Pick<Ground, 'frame'>): number {
  return (Math.max(0, width) * Math.max(0, height)) / (frame.width * frame.height)
}

function isMoving(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'with' in value
}

function isMoved(layer: object): boolean {
  return ['x', 'y', 'scale', 'rotation', 'opacity', 'reveal'].some((key) => isMoving(Reflect.get(layer, key)))
}
