import {
  type AudioTrack,
  type Box,
  type Cover,
  cropToFill,
  ease,
  expoOut,
  type Frame,
  keepsSubject,
  type Layer,
  type Motion,
  measureLost,
  mix,
  paint,
  type Size,
  sprite,
} from '@songreel/kit'

/** From when on the picture begins so far down the frame. */
export type Edge = { secs: number; y: number }

/** What the picture needs to know. */
export type PhotoPlan = {
  size: Size
  cover: Cover
  audio: AudioTrack
  edges: readonly Edge[]
  /** The side on which its upper edge is higher. */
  risesTo: 'LEFT' | 'RIGHT'
  motion: Motion
}

/** How far its upper edge leans, as a part of the frame's width. */
const SLANT = 0.075
/** It comes up to each phrase within this time. */
const MOVE_SECS = 0.34
/** It grows on the beat, and slowly back and forth besides. */
const BEAT_SCALE = 0.045
const DRIFT = { scale: 0.02, perSec: 0.5 }

/** The cover under the words, cut off at a slant: it jumps up to what each phrase leaves free, and beats with the song. */
export function showPhoto({ size, cover, audio, edges, risesTo, motion }: PhotoPlan): Layer {
  const { width } = size
  const { box, seen } = planBand(size, edges)
  const slant = SLANT * width
  const painting = paint(box, (ctx) => {
    const [left, right] = risesTo === 'LEFT' ? [0, slant] : [slant, 0]
    ctx.beginPath()
    ctx.moveTo(0, left)
    ctx.lineTo(width, right)
    ctx.lineTo(width, box.height)
    ctx.lineTo(0, box.height)
    ctx.clip()
    const part = chooseCrop(cover, box, seen)
    ctx.imageSmoothingQuality = 'high'
    ctx.drawImage(cover.image, part.x, part.y, part.width, part.height, 0, 0, box.width, box.height)
  })
  const edgeAt = planEdge(edges, motion)
  return sprite(painting, {
    y: (frame) => Math.round(edgeAt(frame) - box.y),
    scale: (frame) =>
      1 +
      BEAT_SCALE * audio.beat(frame) +
      DRIFT.scale * (0.5 - 0.5 * Math.cos(2 * Math.PI * DRIFT.perSec * 0.5 * frame.secs)),
    // Its upper edge stays where it is: above it stands type.
    anchor: { x: 0.5, y: 0 },
  })
}

/** Of the subject so much may be out of sight while the picture is at its largest. */
const MOST_LOST = 0.14

/** Whether the picture across the frame keeps the cover's subject under every phrase, also when a beat has pushed its foot out of the frame. */
export function keepsPhoto(cover: Cover, size: Size, edges: readonly Edge[]): boolean {
  const { box, seen } = planBand(size, edges)
  const crop = chooseCrop(cover, box, seen)
  const share = 1 / (1 + BEAT_SCALE + DRIFT.scale)
  const grown = { ...seen, height: share * seen.height }
  return keepsSubject(cover, crop, { seen }) && measureLost(cover, crop, { seen: grown }).subject <= MOST_LOST
}

/** All that is ever seen of the picture, and the part of it that every phrase leaves: there lies what matters. */
function planBand({ width, height }: Size, edges: readonly Edge[]): { box: Box; seen: Box } {
  const [highest, lowest] = [Math.min(...edges.map(({ y }) => y)), Math.max(...edges.map(({ y }) => y))]
  const box = { x: 0, y: highest, width, height: height - highest }
  return { box, seen: { x: 0, y: 0, width: 1, height: (height - lowest) / box.height } }
}

/** The whole cover in a corner of the frame, which it never leaves; it grows on the beat. */
export function showPrint({
  print,
  size,
  cover,
  audio,
}: Pick<PhotoPlan, 'size' | 'cover' | 'audio'> & { print: Box }): Layer {
  const painting = paint(print, (ctx, { width, height }) => {
    ctx.imageSmoothingQuality = 'high'
    ctx.drawImage(cover.image, 0, 0, width, height)
  })
  return sprite(painting, {
    scale: (frame) => 1 - BEAT_SCALE + BEAT_SCALE * audio.beat(frame),
    anchor: { x: print.x + print.width / 2 < size.width / 2 ? 0 : 1, y: 1 },
  })
}

const ZOOMS = [1, 1.12, 1.25, 1.4]
/** What is lost by going nearer must be gained by what comes into sight. */
const ZOOM_COST = 0.5

/** As much of the cover as there is; nearer only where that brings up what matters from below. */
function chooseCrop(cover: Cover, box: Size, seen: Box): Box {
  const { columns, rows, weights } = cover.salience
  const { width, height } = cover
  const judge = (crop: Box, zoom: number) => {
    const left = crop.x / width
    const top = (crop.y + seen.y * crop.height) / height
    const [right, bottom] = [left + crop.width / width, top + (seen.height * crop.height) / height]
    const inSight = weights.reduce((sum, weight, i) => {
      const [x, y] = [((i % columns) + 0.5) / columns, (Math.floor(i / columns) + 0.5) / rows]
      return x >= left && x <= right && y >= top && y <= bottom ? sum + weight : sum
    }, 0)
    return inSight - ZOOM_COST * (zoom - 1)
  }
  const crops = ZOOMS.map((zoom) => {
    const crop = cropToFill(cover, box, { seen, zoom })
    return { crop, worth: judge(crop, zoom) }
  })
  const best = crops.reduce((top, each) => (each.worth > top.worth + 1e-6 ? each : top))
  return best.crop
}

function planEdge(edges: readonly Edge[], motion: Motion): (frame: Frame) => number {
  const lowest = Math.max(...edges.map(({ y }) => y))
  if (motion === 'REDUCED') return () => lowest
  return ({ secs, fps }) => {
    const at = Math.max(
      0,
      edges.findLastIndex((edge) => edge.secs <= secs + 0.5 / fps),
    )
    const edge = edges[at]
    const before = edges[at - 1] ?? edge
    return mix(before?.y ?? lowest, edge?.y ?? lowest, ease(secs, edge?.secs ?? 0, MOVE_SECS, expoOut))
  }
}
