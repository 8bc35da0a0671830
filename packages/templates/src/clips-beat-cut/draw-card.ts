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

/** What the poster on the film is drawn with: the ground is that of its label. */
export type PosterScene = CardScene & Pick<Layout, 'frame' | 'isMirrored'> & { ground: FilmInk }

/** Around the names on their label. */
const LABEL_AIR = { x: 32, y: 20 }

/**
 * The poster on the film: its names stand on a label in the cover's accent, flush to the edge where reading begins, as the field
 * beside the film is. Large type alone would have nothing of the cover.
 */
export function drawPoster(
  card: Card,
  at: Box,
  presence: Presence,
  { frame, isMirrored, ground, ...scene }: PosterScene,
): Layer[] {
  const place = planLabel(card, at, { frame, isMirrored })
  if (!place) return drawCard(card, at, presence, scene)
  const label = paint(
    place,
    (ctx) => {
      ctx.fillStyle = ground.veil
      ctx.fillRect(0, 0, place.width, place.height)
    },
    { unit: scene.unit },
  )
  return [
    sprite(label, { opacity: presence.opacity }),
    ...drawCard({ ...card, texts: [] }, at, presence, scene),
    ...drawCard({ ...card, walls: [] }, at, presence, { unit: scene.unit, inkAt: () => ground }),
  ]
}

/** From the frame's edge to the end of the names; none without names. */
export function planLabel(
  { texts }: Card,
  at: Box,
  { frame, isMirrored }: Pick<Layout, 'frame' | 'isMirrored'>,
): Box | undefined {
  if (texts.length === 0) return undefined
  const left = at.x + Math.min(...texts.map(({ text, x }) => x + text.ink.left)) - LABEL_AIR.x
  const right = at.x + Math.max(...texts.map(({ text, x }) => x + text.ink.right)) + LABEL_AIR.x
  const top = at.y + Math.min(...texts.map(({ text, y }) => y + text.ink.top)) - LABEL_AIR.y
  const bottom = at.y + Math.max(...texts.map(({ text, y }) => y + text.ink.bottom)) + LABEL_AIR.y
  const box = { y: top, height: bottom - top }
  return isMirrored ? { ...box, x: left, width: frame.width - left } : { ...box, x: 0, width: right }
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
