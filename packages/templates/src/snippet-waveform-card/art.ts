import {
  type Box,
  type Cover,
  cropToFill,
  drawCard,
  type Frame,
  fadeOut,
  findSubject,
  keepsSubject,
  type Layer,
  paint,
  sprite,
} from '@songreel/kit'
import { type CardLayout, planReserve } from './layout.ts'
import type { Timing } from './timing.ts'

/** Seconds of one swing of the drift. */
const DRIFT_SECS = 48
/** It moves on by this part of a pixel: less cannot be seen, and many frames need not draw it anew, or draw it on whole rows. */
const DRIFT_STEP_PX = 1 / 4
/** How much of the reserve the drift uses, and how much the breath. */
const DRIFT_SHARE = 0.3
const BREATH_SHARE = 0.68

/** Whether the picture may sink into the ground: not where that would cut its subject. */
export function maySink(cover: Cover, { art, fade }: CardLayout): boolean {
  return keepsSubject(cover, findCrop(cover, { art, fade }), { seen: findSeen(art, fade) })
}

function findCrop(cover: Cover, { art, fade }: Pick<CardLayout, 'art' | 'fade'>): Box {
  const crop = cropToFill(cover, art, { seen: findSeen(art, fade) })
  return { ...crop, y: keepTop(cover, crop) }
}

/** The whole cover as a card. It hops with the song, too. */
export function drawPrint(cover: Cover, print: Box, { frame }: CardLayout, { breath, shine }: Timing): Layer {
  const painting = paint(print, (ctx, { width, height }) =>
    drawCard(ctx, cover, { x: 0, y: 0, width, height }, frame.scale(PRINT_RADIUS)),
  )
  return sprite(painting, {
    y: (at) => Math.round((frame.scale(PRINT_WAY_PX) * breath(at)) / DRIFT_STEP_PX) * DRIFT_STEP_PX,
    opacity: shine,
  })
}

const PRINT_RADIUS = 18
const PRINT_WAY_PX = 26

/** The picture, sunk into the ground on one side. It slides up and down only: on its own columns it stays sharp and cheap. */
export function drawArt(
  cover: Cover,
  { art, fade, frame: { size } }: CardLayout,
  { breath, shine }: Timing,
): Layer {
  const isWide = fade.axis === 'x'
  const painting = paint(art, (ctx) => {
    const { x, y, width, height } = findCrop(cover, { art, fade })
    ctx.imageSmoothingQuality = 'high'
    ctx.drawImage(cover.image, x, y, width, height, 0, 0, art.width, art.height)
    fadeOut(ctx, { axis: fade.axis, full: fade.from - art[fade.axis], gone: fade.to - art[fade.axis] })
  })
  const swing = (frame: Frame) => Math.cos((2 * Math.PI * frame.secs) / DRIFT_SECS)
  const reserve = planReserve(size, fade)
  const move = (frame: Frame) => DRIFT_SHARE * swing(frame) + BREATH_SHARE * breath(frame)
  // Below its fade stands type, so there it only ever draws back.
  const drift = (frame: Frame) => reserve * (isWide ? move(frame) : 0.5 * move(frame) - 0.5)
  return sprite(painting, {
    y: (frame) => Math.round(drift(frame) / DRIFT_STEP_PX) * DRIFT_STEP_PX,
    opacity: shine,
  })
}

/** Above the uppermost part of what matters lies so much more of the cover; a part has so much of its weight at least. */
const ABOVE = 0.06
const TOP_WEIGHT = 0.03
/** Where nothing stands out, heads and skies are above the middle. */
const UNKNOWN_TOP = 0.12

/** Where the crop begins: what matters may sink at its foot, but never loses its head. */
export function keepTop(cover: Pick<Cover, 'height' | 'salience'>, crop: Box): number {
  const { columns, rows, weights } = findSubject(cover.salience)
  let sum = 0
  const top = weights.findIndex((weight) => {
    sum += weight
    return sum > TOP_WEIGHT
  })
  if (top < 0) return Math.min(crop.y, UNKNOWN_TOP * (cover.height - crop.height))
  const subjectTop = Math.floor(top / columns) / rows
  return Math.min(crop.y, Math.max(0, (subjectTop - ABOVE) * cover.height))
}

/** The part of the picture that is more seen than sunk. */
export function findSeen(art: Box, { axis, from, to }: CardLayout['fade']): Box {
  const edge = ((from + to) / 2 - art[axis]) / (axis === 'x' ? art.width : art.height)
  if (axis === 'y') return { x: 0, y: 0, width: 1, height: edge }
  return from < to ? { x: 0, y: 0, width: edge, height: 1 } : { x: edge, y: 0, width: 1 - edge, height: 1 }
}
