import {
  type AudioTrack,
  accumulate,
  type Cover,
  createSteps,
  cropToFill,
  drawCard,
  type Frame,
  type Layer,
  type Motion,
  paint,
  sprite,
} from '@songreel/kit'
import type { KaraokeLayout } from './layout.ts'

/** How the cover dances. */
export type Dance = {
  layout: KaraokeLayout
  audio: AudioTrack
  motion: Motion
  /** The colour of the line between cover and rays. */
  edge: string
}

/** In pixels of a frame whose short side is 1080. */
const HOP_PX = 22
const SWAY_PX = 12
const EDGE_PX = 12
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
export function hangCover(cover: Cover, { layout, audio, motion, edge }: Dance): Layer {
  const { scale, shape, size } = layout.frame
  const isTall = shape !== 'WIDE'
  const room = scale(HOP_PX + SWAY_PX)
  const line = Math.max(2, 2 * Math.round(scale(EDGE_PX) / 2))
  const { x, y, width, height } = layout.cover
  const isRight = x > 0
  const box = isTall
    ? { x, y: y - line, width, height: height + room + line }
    : { x: isRight ? x - line : x, y: -room, width: width + line, height: height + 2 * room }
  const painting = paint(box, (ctx) => {
    ctx.fillStyle = edge
    ctx.fillRect(0, 0, box.width, box.height)
    const into = isTall
      ? { x: 0, y: line, width, height: height + room }
      : { x: isRight ? line : 0, y: 0, width, height: box.height }
    const part = cropToFill(cover, into)
    ctx.imageSmoothingQuality = 'high'
    ctx.drawImage(
      cover.image,
      part.x,
      part.y,
      part.width,
      part.height,
      into.x,
      into.y,
      into.width,
      into.height,
    )
  })
  return sprite(painting, { y: planDance(audio, motion, { hop: scale(HOP_PX), sway: scale(SWAY_PX), size }) })
}

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
