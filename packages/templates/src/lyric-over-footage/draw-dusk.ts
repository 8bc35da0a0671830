import { clamp01, type Frame, type Layer, mix, paint, sprite, withAlpha } from '@songreel/kit'
import type { Dusk, Layout } from './layout.ts'

/** How dark it is where type begins, and in the end. */
export type Depth = { atType: number; atEnd: number }

/** What the film melts into. */
export type DuskScene = { unit: number; colour: string; depth: Depth; opacity?: (frame: Frame) => number }

/** The dark comes slowly, and goes on without a step where type begins. */
const STEEP = 1.6
const STOPS = 24
/** The tone goes over the film's own edge: half a pixel of it would be a line. */
const BEYOND = 4

/** How much of the dark lies over a place on the way into it. */
export function depthAt({ from, type, to }: Dusk, { atType, atEnd }: Depth, at: number): number {
  const before = (at - from) / (type - from)
  if (before <= 1) return atType * clamp01(before) ** STEEP
  return mix(atEnd, atType, (1 - clamp01((at - type) / (to - type))) ** 2)
}

/** The way into the dark: painted once, over no more of the film than it takes. */
export function drawDusk(
  { frame, dusk }: Pick<Layout, 'frame' | 'dusk'>,
  { unit, colour, depth, opacity }: DuskScene,
): Layer {
  const { axis, from, to } = dusk
  const [start, end] = from < to ? [from, to + BEYOND] : [to - BEYOND, from]
  const box =
    axis === 'y'
      ? { x: 0, y: start, width: frame.width, height: end - start }
      : { x: start, y: 0, width: end - start, height: frame.height }
  const painting = paint(
    box,
    (ctx) => {
      const gradient =
        axis === 'y'
          ? ctx.createLinearGradient(0, 0, 0, box.height)
          : ctx.createLinearGradient(0, 0, box.width, 0)
      for (let i = 0; i <= STOPS; i++) {
        const at = mix(start, end, i / STOPS)
        gradient.addColorStop(i / STOPS, withAlpha(colour, depthAt(dusk, depth, at)))
      }
      ctx.fillStyle = gradient
      ctx.fillRect(0, 0, box.width, box.height)
    },
    { unit },
  )
  return sprite(painting, opacity ? { opacity } : {})
}
