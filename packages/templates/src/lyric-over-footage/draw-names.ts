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
import type { Block } from './set-names.ts'

/** What names are drawn with. */
export type NameScene = { unit: number; colour: string }

/** A credit where it was placed. */
export function drawCredit(
  block: Block,
  at: Box,
  opacity: (frame: Frame) => number,
  { unit, colour }: NameScene,
): Layer[] {
  const names = paint(
    at,
    (ctx) => {
      for (const { text, x, y } of block.texts) drawText(ctx, text, x, y, colour)
    },
    { unit, bleed: BLEED },
  )
  return [sprite(names, { opacity })]
}

/** Letters reach beyond their lines. */
const BLEED = 60

/** How it is drawn when the film has gone: on a flat tone, in type of its own. */
export type LastScene = { unit: number; cover: Cover; ground: FilmInk; swell: (frame: Frame) => number }

/** The last picture: the cover as a print on one tone, which hides the film, and the names beside it. */
export function drawLastPicture(
  { frame, cover: place, names }: Layout,
  opacity: (frame: Frame) => number,
  { unit, cover, ground, swell }: LastScene,
): Layer[] {
  const at = { x: names.x, y: names.y, width: names.width, height: names.height }
  return [
    ...closeFilm({ frame, place, cover, ground, unit, opacity, swell }),
    ...drawCredit(names, at, opacity, { unit, colour: ground.type }),
  ]
}
