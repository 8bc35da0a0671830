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
import { drawBlock } from './block.ts'
import type { Layout } from './layout.ts'
import type { Card } from './set-card.ts'

/** What cards are drawn with. */
export type CardScene = { unit: number; inkAt: (frame: Frame) => FilmInk }

/** How a card is there: all at once with a cut, and a little larger for a moment. */
export type Presence = { opacity: (frame: Frame) => number; scale?: (frame: Frame) => number }

/** Letters reach beyond their lines. */
const BLEED = 60

/** A card where it was placed: type in the ink of the shot. */
export function drawCard(
  card: Card,
  at: Box,
  { opacity, scale = () => 1 }: Presence,
  { unit, inkAt }: CardScene,
): Layer[] {
  const type = paint(
    at,
    (ctx) => {
      for (const { wall, x, y } of card.walls) drawBlock(ctx, wall, { x, y, fill: '#ffffff' })
      for (const { text, x, y } of card.texts) drawText(ctx, text, x, y, '#ffffff')
    },
    { unit, bleed: BLEED },
  )
  return [sprite(type, { opacity, scale, colour: (frame) => inkAt(frame).type })]
}

/** How it is drawn when nothing is seen of the film any more: on a flat tone, in type of its own. */
export type LastScene = { unit: number; cover: Cover; ground: FilmInk; swell: (frame: Frame) => number }

/** The last card: the cover and the names on one tone of it, which hides the film. */
export function drawLastCard(
  { frame, cover: place, names }: Layout,
  { opacity, scale }: Presence,
  { unit, cover, ground, swell }: LastScene,
): Layer[] {
  return [
    ...closeFilm({ frame, place, cover, ground, unit, opacity, swell }),
    ...drawCard(names, names, scale ? { opacity, scale } : { opacity }, { unit, inkAt: () => ground }),
  ]
}
