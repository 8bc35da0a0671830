import {
  type AudioTrack,
  accumulate,
  type Chapter,
  type Cover,
  chance,
  clamp01,
  ease,
  type Frame,
  findChapter,
  fromOklch,
  hexToOklch,
  type Particle,
  type Size,
  smoothstep,
  toHex,
} from '@songreel/kit'
import type { Layout } from './layout.ts'

/** What the flight is made of. */
export type FlightPlan = {
  size: Size
  layout: Layout
  cover: Cover
  audio: AudioTrack
  chapters: readonly Chapter[]
  seed: number
  isReduced: boolean
}

/** The particles in space, as they are in any frame. */
export type Flight = {
  /** Sets a point of the cloud; `largest` is its size, relative to its painting, when it passes the viewer. */
  placePoint(particle: Particle, index: number, frame: Frame, largest: number): void
  /** Sets a spark of the last bursts. */
  placeSpark(particle: Particle, index: number, frame: Frame): void
  /** How far the viewer has flown. */
  wayAt(frame: Frame): number
}

/** Particles of one burst; two bursts are in the air at a time. */
export const SPARKS_PER_BURST = 90
const SPARK_SECS = 1.7
/** How large the farthest points are, relative to those that pass the viewer. */
const FARTHEST = 0.045
const COLOUR_GRID = 12
/** How visible a particle stays behind the type. */
const BEHIND_TYPE = 0.1

/** Plans the flight: loudness is speed, every beat a push, every chapter another heading. */
export function planFlight(plan: FlightPlan): Flight {
  const { layout, audio, chapters, isReduced } = plan
  const colours = sampleColours(plan)
  // Dark on light weighs more than light on dark.
  const strength = plan.cover.palette.theme === 'DARK' ? 1 : 0.6
  const dropAt = (frame: Frame) => {
    const chapter = findChapter(chapters, frame)
    return chapter.isDrop ? Math.exp(-(frame.secs - chapter.startSecs) / 0.9) : 0
  }
  const wayAt = accumulate(audio, (frame) => {
    const push = isReduced ? 0 : 0.3 * audio.beat(frame) + 0.25 * audio.downbeat(frame)
    return 0.05 + 0.2 * audio.loudness(frame) + push + (isReduced ? 0 : 0.6 * dropAt(frame))
  })
  const rollAt = accumulate(audio, (frame) => {
    const { index } = findChapter(chapters, frame)
    return (index % 2 === 0 ? 0.1 : -0.1) * (isReduced ? 0.3 : 1)
  })
  const dim = (x: number, y: number) => {
    const { quiet, unit } = layout
    const out = Math.max(quiet.x - x, x - quiet.x - quiet.width, quiet.y - y, y - quiet.y - quiet.height)
    return BEHIND_TYPE + (1 - BEHIND_TYPE) * smoothstep(-10 * unit, 60 * unit, out)
  }

  const { points, sparks } = castParticles(plan, colours.length)

  return {
    wayAt,
    placePoint: (particle, index, frame, largest) => {
      const cast = points(index)
      const { depth, off, size, colour } = cast
      const nearness = wrap(depth + wayAt(frame))
      const angle = cast.angle + rollAt(frame)
      // Every particle grows at the same relative pace, so that none lingers at the horizon and none is gone at once.
      const near = FARTHEST ** (1 - nearness)
      particle.x = layout.origin.x + Math.cos(angle) * off * near * 1.5
      particle.y = layout.origin.y + Math.sin(angle) * off * near * 1.5
      particle.scale = Math.min(1, largest * near * size)
      const twinkle = 0.8 + 0.2 * Math.sin(frame.secs * 3 + index)
      particle.opacity = smoothstep(0, 0.2, nearness) * twinkle * strength * dim(particle.x, particle.y)
      particle.colour = colours[colour + 3 * sector(angle)]
    },
    placeSpark: (particle, index, frame) => {
      const { startSecs, count } = findBurst(audio, frame, Math.floor(index / SPARKS_PER_BURST))
      const age = frame.secs - startSecs
      const life = clamp01(age / SPARK_SECS)
      const key = count * SPARKS_PER_BURST + (index % SPARKS_PER_BURST)
      const { angle, far, size, colour } = sparks(key)
      const way = far * ease(age, 0, SPARK_SECS)
      particle.x = layout.origin.x + Math.cos(angle) * way
      particle.y = layout.origin.y + Math.sin(angle) * way + 60 * layout.unit * life * life
      particle.scale = size * (1 - 0.5 * life)
      // They light up on their way: all of them at once in one place would be a flash.
      const shine = smoothstep(0, 0.3, way / far) * (1 - life)
      particle.opacity = startSecs < 0 ? 0 : strength * shine * dim(particle.x, particle.y)
      particle.colour = colours[colour]
    },
  }
}

/** What chance decides about the points and the sparks. */
function castParticles({ size, seed, isReduced }: FlightPlan, colourCount: number) {
  const reach = Math.hypot(size.width, size.height) * 0.5
  return {
    points: createCasts((index) => ({
      depth: chance(seed, 'depth', index),
      angle: chance(seed, 'angle', index) * 2 * Math.PI,
      off: (0.15 + 0.85 * Math.sqrt(chance(seed, 'off', index))) * reach,
      size: 0.35 + 0.9 * chance(seed, 'size', index),
      colour: Math.floor(chance(seed, 'colour', index) * 3),
    })),
    sparks: createCasts((key) => ({
      angle: chance(seed, 'spark', key) * 2 * Math.PI,
      far: (0.25 + 0.75 * chance(seed, 'far', key)) * reach * (isReduced ? 0.5 : 1),
      size: 0.35 + 0.65 * chance(seed, 'spark size', key),
      colour: Math.floor(chance(seed, 'spark colour', key) * colourCount),
    })),
  }
}

/** What chance gives to each particle, found once: the same particles are placed in every frame. */
function createCasts<Cast>(cast: (index: number) => Cast): (index: number) => Cast {
  const known = new Map<number, Cast>()
  return (index) => {
    const found = known.get(index) ?? cast(index)
    known.set(index, found)
    return found
  }
}

/** The last downbeat or the one before it; `count` is its number. Before the first one there is none. */
function findBurst({ downbeatSecs }: AudioTrack, { secs }: Frame, before: number) {
  const last = downbeatSecs.findLastIndex((each) => each <= secs + 1e-6)
  const count = last - before
  return { startSecs: downbeatSecs[count] ?? -1, count }
}

function wrap(value: number): number {
  return value - Math.floor(value)
}

function sector(angle: number): number {
  return Math.floor(wrap(angle / (2 * Math.PI)) * COLOUR_GRID)
}

/**
 * Three colours for each direction, found in the cover in that direction from its middle: the cloud has the cover's
 * colours where the cover has them. All are light enough (or dark enough) to shine on the ground.
 */
function sampleColours({ cover }: FlightPlan): string[] {
  const isDark = cover.palette.theme === 'DARK'
  return Array.from({ length: 3 * COLOUR_GRID }, (_, i) => {
    const angle = ((Math.floor(i / 3) + 0.5) / COLOUR_GRID) * 2 * Math.PI
    const off = 0.12 + 0.15 * (i % 3)
    const x = 0.5 + Math.cos(angle) * off
    const y = 0.5 + Math.sin(angle) * off
    const { lightness, chroma, hue } = hexToOklch(averageAround(cover, x, y))
    return fromOklch({
      lightness: isDark ? Math.max(0.72, lightness) : Math.min(0.6, lightness),
      chroma: chroma < 0.03 ? chroma : Math.max(0.09, chroma),
      hue,
    })
  })
}

/** The mean colour of a small square of the cover around a point, given as parts of its sides: single pixels are noise. */
function averageAround({ picture: { pixels, width, height } }: Cover, x: number, y: number): string {
  const sum = [0, 0, 0] as [number, number, number]
  for (let i = 0; i < SAMPLES * SAMPLES; i++) {
    const column = Math.floor(width * (x + SAMPLE_STEP * ((i % SAMPLES) - SAMPLES / 2)))
    const row = Math.floor(height * (y + SAMPLE_STEP * (Math.floor(i / SAMPLES) - SAMPLES / 2)))
    const at = 4 * (row * width + column)
    for (const axis of [0, 1, 2] as const) sum[axis] += (pixels[at + axis] ?? 0) / SAMPLES ** 2
  }
  return toHex(sum)
}

const SAMPLES = 8
const SAMPLE_STEP = 0.01
