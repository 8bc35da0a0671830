import {
  type AudioTrack,
  accumulate,
  type Box,
  type Cover,
  createSteps,
  cropToFill,
  drawCard,
  drawWhole,
  type Frame,
  fadeOut,
  keepsPeople,
  type Layer,
  type Motion,
  measureLost,
  paint,
  type Size,
  sprite,
} from '@songreel/kit'
import type { CoverShape, KaraokeLayout } from './layout.ts'

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

/** So much of a cover's height may be cut away, or of its width in a wide frame, where that makes room for larger type: as much as leaves its subject as it is. */
const CUTS = { TALL: [0.2, 0.14, 0.08], SQUARE: [0.2, 0.14, 0.08], WIDE: [0.14, 0.08] }
/** A cover so many times as wide as high leaves type its room. */
const LOW = 1.4
const MOST_CUT = { subject: 0.06, spread: 0.18 }
/** At the sides it is less of all there is to see: a group stands there, or glasses reach there, also where no face is made out. */
const MOST_SIDE_SPREAD = 0.07

/** What is seen of a cover at the frame's foot or side: a little less than all of it where that takes nothing from its subject, else all of it. */
export function shapeCover(cover: Cover, shape: 'TALL' | 'SQUARE' | 'WIDE'): CoverShape {
  const isWide = shape === 'WIDE'
  const whole = cover.width / cover.height
  // The side that the frame's edges take is filled, whatever the cover's shape.
  const full = isWide ? Math.min(1, whole) : Math.max(1, whole)
  const mostSpread = isWide ? MOST_SIDE_SPREAD : MOST_CUT.spread
  // What is low enough as it is need not be cut.
  if (!isWide && whole >= LOW) return { ratio: whole, isWhole: true }
  const ratio = CUTS[shape]
    .map((cut) => (isWide ? full * (1 - cut) : full / (1 - cut)))
    .find((each) => {
      const crop = cropAround(cover, { width: each, height: 1 })
      const lost = measureLost(cover, crop)
      return keepsPeople(cover, crop) && lost.subject <= MOST_CUT.subject && lost.spread <= mostSpread
    })
  return ratio === undefined ? { ratio: whole, isWhole: true } : { ratio, isWhole: false }
}

/** So much of the cover may go over into the ground at a side, and of that so much counts as gone; it takes no more from the subject, and from all there is to see. */
const MELTS = [0.34, 0.26, 0.19, 0.13]
const GONE = 0.6
const MOST_MELTED = { subject: 0.02, spread: 0.07 }

type Side = 'LEFT' | 'RIGHT' | 'TOP'

/** How much of a crop can melt at one side: as much as leaves its subject as it is. */
function findMelt(cover: Cover, crop: Box, side: Side): number {
  const before = measureLost(cover, crop)
  const isKept = (share: number) => {
    const rest = cutSide(crop, side, GONE * share)
    const lost = measureLost(cover, rest)
    return (
      lost.subject - before.subject <= MOST_MELTED.subject &&
      lost.spread - before.spread <= MOST_MELTED.spread &&
      keepsPeople(cover, rest)
    )
  }
  return MELTS.find(isKept) ?? 0
}

function cutSide(crop: Box, side: Side, share: number): Box {
  const { x, y, width, height } = crop
  if (side === 'TOP') return { ...crop, y: y + share * height, height: (1 - share) * height }
  return { ...crop, x: side === 'LEFT' ? x + share * width : x, width: (1 - share) * width }
}

/** How much of the cover melts on the side of the type and at its head, where these are not the frame's edges, in fractions of it. */
export function findMelts(
  cover: Cover,
  shape: 'TALL' | 'SQUARE' | 'WIDE',
  { print: { ratio, isWhole }, isMirrored }: { print: CoverShape; isMirrored: boolean },
): { side: number; head: number } {
  const crop = cropAround(cover, { width: ratio, height: 1 })
  const isBeside = shape === 'WIDE' || (isWhole && ratio < 1)
  return {
    side: isBeside ? findMelt(cover, crop, isMirrored ? 'RIGHT' : 'LEFT') : 0,
    head: shape === 'WIDE' ? 0 : findMelt(cover, crop, 'TOP'),
  }
}

/** The cover in its own colours, painted a little higher than it is seen: it hops on every beat, and sways where there is none. */
export function hangCover(cover: Cover, { layout, audio, motion }: Dance): Layer {
  const { scale, shape, size } = layout.frame
  const room = scale(HOP_PX + SWAY_PX)
  const { x, y, width, height } = layout.cover
  const { side, head } = layout.melts
  const isRight = x + width / 2 > size.width / 2
  // Beside the type it fills the frame's height, whatever its own: a landscape's sky goes on.
  const top = shape === 'WIDE' ? -room : y
  const picture = paint({ x, y: top, width, height: size.height + room - top }, (ctx, into) => {
    const area = { ...into, x: 0, y: 0 }
    if (shape === 'WIDE' && y > 0) drawWhole(ctx, cover, { place: { ...area, y: y - top, height }, area })
    else drawPart(ctx, cover, into)
    if (head > 0) fadeOut(ctx, { axis: 'y', full: head * height, gone: 0 })
    const [full, gone] = isRight ? [side * width, 0] : [(1 - side) * width, width]
    if (side > 0) fadeOut(ctx, { axis: 'x', full, gone })
  })
  return sprite(picture, { y: planDance(audio, motion, { hop: scale(HOP_PX), sway: scale(SWAY_PX) }) })
}

function drawPart(ctx: Parameters<typeof fadeOut>[0], cover: Cover, into: Size): void {
  const { x, y, width, height } = cropAround(cover, into)
  ctx.imageSmoothingQuality = 'high'
  ctx.drawImage(cover.image, x, y, width, height, 0, 0, into.width, into.height)
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

type Reach = { hop: number; sway: number }

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
    // On whole pixels, which are drawn for half the price.
    return Math.round(-jump - swung)
  }
}
