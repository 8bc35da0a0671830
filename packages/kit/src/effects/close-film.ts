import type { Frame } from '../compose/frame.ts'
import type { Layer } from '../compose/layer.ts'
import type { Box, Size } from '../geometry.ts'
import { paint } from '../layers/paint.ts'
import { sprite } from '../layers/sprite.ts'
import type { Cover } from '../paint/create-cover.ts'
import { drawKeeping } from '../paint/draw-keeping.ts'
import type { FilmInk } from './film-inks.ts'

/** The cover that closes a film, on a flat tone in which nothing is seen of the film any more. */
export type FilmEnd = {
  /** In the units of the places. */
  frame: Size
  place: Box
  cover: Cover
  ground: FilmInk
  unit: number
  opacity: (frame: Frame) => number
  /** How large the cover is, beside 1. */
  swell: (frame: Frame) => number
}

/** The tone over all of the frame, and the cover on it. */
export function closeFilm({ frame, place, cover, ground, unit, opacity, swell }: FilmEnd): Layer[] {
  const painting = paint(place, (ctx) => drawKeeping(ctx, cover, { ...place, x: 0, y: 0 }), { unit })
  return [sprite(paintTone(frame, ground, unit), { opacity }), sprite(painting, { opacity, scale: swell })]
}

/** The tone below a film: it is seen where a window of the film ends. */
export function layTone(frame: Size, ground: FilmInk, { unit }: { unit: number }): Layer {
  return sprite(paintTone(frame, ground, unit))
}

function paintTone(frame: Size, { veil }: FilmInk, unit: number) {
  return paint(
    { x: 0, y: 0, ...frame },
    (ctx) => {
      ctx.fillStyle = veil
      ctx.fillRect(0, 0, frame.width, frame.height)
    },
    { unit },
  )
}
