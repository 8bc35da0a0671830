import { type Box, type Cover, drawCard, type Layer, type Print, paint, sprite } from '@songreel/kit'
import type { CardLayout } from './layout.ts'
import type { Timing } from './timing.ts'

/** The cover in its corner. It rests there, so that its edges stay those of the type, and the light on it answers the song. */
export function drawPrint(cover: Cover, { box, crop }: Print, { shine }: Timing): Layer {
  const painting = paint(box, (ctx, { width, height }) => {
    ctx.imageSmoothingQuality = 'high'
    ctx.drawImage(cover.image, crop.x, crop.y, crop.width, crop.height, 0, 0, width, height)
  })
  return sprite(painting, { opacity: shine })
}

const CARD_RADIUS = 18
const CARD_WAY_PX = 26
/** It moves on by this part of a pixel: less cannot be seen. */
const STEP_PX = 1 / 4

/** The whole cover as a card over a film or a photograph. It hops with the song. */
export function drawHoppingCard(
  cover: Cover,
  card: Box,
  { frame }: CardLayout,
  { breath, shine }: Timing,
): Layer {
  const painting = paint(card, (ctx, { width, height }) =>
    drawCard(ctx, cover, { x: 0, y: 0, width, height }, frame.scale(CARD_RADIUS)),
  )
  return sprite(painting, {
    y: (at) => Math.round((frame.scale(CARD_WAY_PX) * breath(at)) / STEP_PX) * STEP_PX,
    opacity: shine,
  })
}
