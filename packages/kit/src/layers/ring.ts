import { toYuv } from '../compose/colour.ts'
import type { Frame, Moving } from '../compose/frame.ts'
import { valueAt } from '../compose/frame.ts'
import type { Layer } from '../compose/layer.ts'
import { createMaskColours, createStrokeMask, drawStrokes } from '../compose/shape-mask.ts'
import type { Stage } from '../compose/stage.ts'
import { resampleLevels } from './levels.ts'

/** The circle that the bars stand on, in pixels of the frame. */
export type RingCircle = { readonly x: number; readonly y: number; readonly radius: number }

/** How the bars of a ring look and what they follow. */
export type RingProps = {
  /** Numbers from 0 to 1; spread over the bars by interpolation. */
  levels: (frame: Frame) => ArrayLike<number>
  /** How many bars around the circle. Default 96. */
  count?: number
  /** The length of a bar at level 1, in pixels. */
  length: number
  /** The length of a silent bar, in pixels. Default 0: a dot. */
  minLength?: number
  /** Shows only so many pixels of each bar's outer end: at 0 dots ride on the spectrum. Default: the whole bar. */
  tipLength?: number
  /** The width of a bar in pixels. */
  width: number
  /** The circle's size relative to the given one, up to 1.25. Default 1. */
  scale?: Moving<number>
  /** Degrees clockwise; at 0 the first bar points up. Default 0. */
  rotation?: Moving<number>
  /** Bars stand only on so much of the circle around its top, in degrees, wherever they have turned to. Default 360. */
  arc?: number
  /** True: left and right half alike, low notes at the top. Default true. */
  mirrored?: boolean
  /** A `#rrggbb` colour (may change with the frame), or several from left to right. Default white. */
  colour?: Moving<string> | readonly string[]
  /** 0 to 1. Default 1. */
  opacity?: Moving<number>
}

const MAX_SCALE = 1.25

/** Spectrum bars that stand on a circle and point outward. */
export function ring(circle: RingCircle, props: RingProps): Layer {
  return { kind: 'ring', mount: (stage) => mountRing(stage, circle, props) }
}

function mountRing(stage: Stage, circle: RingCircle, props: RingProps) {
  const { count = 96, length, minLength = 0, width, scale = 1, rotation = 0, arc = 360, opacity = 1 } = props
  const { colour = '#ffffff', mirrored = true, tipLength = Number.POSITIVE_INFINITY } = props
  const leastCosine = arc >= 360 ? -2 : Math.cos((arc * Math.PI) / 360)
  const { sharedMemory } = stage
  const reach = circle.radius * (typeof scale === 'number' ? scale : MAX_SCALE) + length + width
  const mask = createStrokeMask(sharedMemory, {
    x: circle.x - reach,
    y: circle.y - reach,
    width: 2 * reach,
    height: 2 * reach,
  })
  const gradient = typeof colour === 'object' ? colour : typeof colour === 'string' ? colour : '#ffffff'
  const colours = createMaskColours(sharedMemory, mask.width, gradient)
  const strokes = sharedMemory.alloc(count * 20)
  const strokesView = sharedMemory.floats(strokes, count * 5)
  const levels = new Float32Array(count)

  return {
    isStill: false,
    draw: (frame: Frame) => {
      const strength = valueAt(opacity, frame)
      if (!(strength > 0)) return
      spreadLevels(props.levels(frame), levels, mirrored)
      const radius = circle.radius * Math.min(MAX_SCALE, valueAt(scale, frame))
      const turn = (valueAt(rotation, frame) * Math.PI) / 180
      const [x, y] = [circle.x - mask.x, circle.y - mask.y]
      let shown = 0
      for (let i = 0; i < count; i++) {
        const angle = turn + (i / count) * 2 * Math.PI
        const [sine, cosine] = [Math.sin(angle), Math.cos(angle)]
        if (cosine < leastCosine) continue
        const outer = radius + minLength + (length - minLength) * levels[i]!
        const inner = Math.max(radius, outer - tipLength)
        writeStroke(strokesView, 5 * shown++, { x, y, sine, cosine }, inner, outer, width / 2)
      }
      const flat = typeof colour === 'function' ? toYuv(colour(frame)) : colours.flat
      drawStrokes(stage, mask, { ...colours, flat }, strength, { address: strokes, count: shown })
    },
  }
}

function writeStroke(
  into: Float32Array,
  offset: number,
  at: { x: number; y: number; sine: number; cosine: number },
  inner: number,
  outer: number,
  halfWidth: number,
): void {
  into[offset] = at.x + at.sine * inner
  into[offset + 1] = at.y - at.cosine * inner
  into[offset + 2] = at.x + at.sine * outer
  into[offset + 3] = at.y - at.cosine * outer
  into[offset + 4] = halfWidth
}

/** Around the circle and back: bar 0 and its neighbours on both sides share the first levels when mirrored. */
function spreadLevels(levels: ArrayLike<number>, into: Float32Array, mirrored: boolean): void {
  if (!mirrored) {
    resampleLevels(levels, into)
    return
  }
  const half = new Float32Array(Math.floor(into.length / 2) + 1)
  resampleLevels(levels, half)
  for (let i = 0; i < into.length; i++) into[i] = half[Math.min(i, into.length - i)]!
}
