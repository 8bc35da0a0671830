import {
  type AudioTrack,
  accumulate,
  type Box,
  type Cover,
  createSteps,
  cropToFill,
  drawCard,
  type Frame,
  type Layer,
  type Motion,
  measureLost,
  paint,
  type Size,
  sprite,
} from '@songreel/kit'
import type { KaraokeLayout } from './layout.ts'

/** How the cover dances. */
export type Dance = {
  layout: KaraokeLayout
  audio: AudioTrack
  motion: Motion
}

/** In pixels of a frame whose short side is 1080. */
const HOP_PX = 22
const SWAY_PX = 12
const HOP_SECS = 0.3

/** Over a picture: the cover as a small card beside the names, which grows on the beat. */
export function showCard(cover: Cover, { layout, audio }: Pick<Dance, 'layout' | 'audio'>): Layer {
  const card = paint(layout.cover, (ctx, { width, height }) =>
    drawCard(ctx, cover, { x: 0, y: 0, width, height }, layout.frame.scale(CARD_RADIUS_PX)),
  )
  return sprite(card, { scale: (frame) => 1 - CARD_SWING + CARD_SWING * audio.beat(frame) })
}

const CARD_RADIUS_PX = 12
const CARD_SWING = 0.06

/** The cover, painted a little larger than it is seen: it hops on every beat, and sways where there is none. */
export function hangCover(cover: Cover, { layout, audio, motion }: Dance): Layer {
  const { scale, shape, size } = layout.frame
  const room = scale(HOP_PX + SWAY_PX)
  const { x, y, width, height } = layout.cover
  const isFlush = shape === 'WIDE' && y === 0
  const box = isFlush ? { x, y: -room, width, height: height + 2 * room } : layout.cover
  const painting = paint(box, (ctx, into) => {
    const part = cropAround(cover, into)
    ctx.imageSmoothingQuality = 'high'
    ctx.drawImage(cover.image, part.x, part.y, part.width, part.height, 0, 0, into.width, into.height)
  })
  return sprite(painting, { y: planDance(audio, motion, { hop: scale(HOP_PX), sway: scale(SWAY_PX), size }) })
}

/** Of the crops that are as large as can be the one that cuts the least of the subject and its heads: with no other, the usual one. */
function cropAround(cover: Cover, into: Size): Box {
  const usual = cropToFill(cover, into)
  const ends = [
    { ...usual, x: 0, y: 0 },
    { ...usual, x: cover.width - usual.width, y: cover.height - usual.height },
  ]
  const lost = (crop: Box) => measureLost(cover, crop).subject
  return ends.reduce((best, crop) => (lost(crop) < lost(best) - WORTH ? crop : best), usual)
}

/** So much less must be lost for a crop at the cover's end. */
const WORTH = 0.01

type Reach = { hop: number; sway: number; size: { height: number } }

/** Never below its place, so that nothing of the frame stays open. */
function planDance(audio: AudioTrack, motion: Motion, { hop, sway }: Reach): (frame: Frame) => number {
  const steps = createSteps(audio.beatSecs, { minGapSecs: 0.28 })
  const hasBeat = audio.beatSecs.length > 0
  const isFull = motion === 'FULL'
  const wayAt = accumulate(audio, (frame) => (isFull ? 0.28 + 0.4 * audio.loudness(frame) : 0.12))
  return (frame) => {
    const share = Math.min(1, steps(frame).ageSecs / HOP_SECS)
    const strength = 0.55 + 0.45 * audio.section(frame).energy
    const jump = hasBeat && isFull ? hop * strength * 4 * share * (1 - share) : 0
    const swung = sway * (hasBeat ? 0.35 : 1) * (0.5 - 0.5 * Math.cos(2 * Math.PI * wayAt(frame)))
    return -jump - swung
  }
}
