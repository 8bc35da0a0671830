import {
  type Box,
  type Cover,
  closeFilm,
  drawText,
  type FilmInk,
  type Frame,
  type Layer,
  paint,
  sprite,
} from '@songreel/kit'
import type { Layout } from './layout.ts'
import type { Card } from './set-card.ts'

/** What is drawn in the ink of the moment. */
export type BandScene = { unit: number; inkAt: (frame: Frame) => FilmInk; scale: (frame: Frame) => number }

/** Letters reach beyond their lines. */
const BLEED = 60

function drawNames(
  card: Card & { x: number; y: number },
  {
    unit,
    ...props
  }: {
    unit: number
    colour: (frame: Frame) => string
    scale: (frame: Frame) => number
    opacity?: (frame: Frame) => number
  },
): Layer {
  const box: Box = { x: card.x, y: card.y, width: card.width, height: Math.max(1, card.height) }
  const painting = paint(
    box,
    (ctx) => {
      for (const { text, x, y } of card.texts) drawText(ctx, text, x, y, '#ffffff')
    },
    { unit, bleed: BLEED },
  )
  return sprite(painting, props)
}

/** The band and its names: both change their ink at once. */
export function drawBand({ band, names }: Layout, { unit, inkAt, scale }: BandScene): Layer[] {
  if (band.height === 0) return []
  const ground = paint(
    band,
    (ctx) => {
      ctx.fillStyle = '#ffffff'
      ctx.fillRect(0, 0, band.width, band.height)
    },
    { unit },
  )
  return [
    sprite(ground, { colour: (frame) => inkAt(frame).veil }),
    drawNames(names, { unit, scale, colour: (frame) => inkAt(frame).type }),
  ]
}

/** How the last card is drawn: on a flat tone, in type of its own. */
export type LastScene = {
  unit: number
  cover: Cover
  ground: FilmInk
  opacity: (frame: Frame) => number
  scale: (frame: Frame) => number
  swell: (frame: Frame) => number
}

/** The last card: the cover and the names on one tone of it, which hides the film. */
export function drawLastCard({ frame, last }: Layout, scene: LastScene): Layer[] {
  const { ground, opacity, scale, unit } = scene
  return [
    ...closeFilm({ ...scene, frame, place: last.cover }),
    drawNames(last.names, { unit, opacity, scale, colour: () => ground.type }),
  ]
}
