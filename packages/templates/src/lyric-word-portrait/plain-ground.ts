import type { Box, Cover, PaintPicture, Size } from '@songreel/kit'

type Context = Parameters<PaintPicture>[0]

/** The ground has the tone of what lies so deep along the picture's open sides, in parts of the frame's shorter side. */
const STRIP = 0.04
/** The picture goes over to it in so much. */
const FADE = 0.07
/** Less than this beside a picture is none of a ground. */
const LEAST_OPEN_PX = 2

/** A side of the picture that lies in the frame: from its edge inwards. */
type Side = { strip: (depth: number) => Box; from: [number, number]; to: (depth: number) => [number, number] }

/** Draws the whole cover at its place, and a plain ground in its own tone where it leaves the frame open. */
export function drawOnPlain(ctx: Context, cover: Cover, place: Box, size: Size): void {
  const side = Math.min(size.width, size.height)
  ctx.imageSmoothingQuality = 'high'
  ctx.drawImage(cover.image, place.x, place.y, place.width, place.height)
  const sides = listOpenSides(place, size)
  if (sides.length === 0) return
  const tone = findTone(
    ctx,
    sides.map(({ strip }) => strip(STRIP * side)),
  )
  for (const { strip, from, to } of sides) {
    const fade = ctx.createLinearGradient(...from, ...to(FADE * side))
    fade.addColorStop(0, `rgba(${tone} / 1)`)
    fade.addColorStop(0.4, `rgba(${tone} / 0.45)`)
    fade.addColorStop(1, `rgba(${tone} / 0)`)
    ctx.fillStyle = fade
    const { x, y, width, height } = strip(FADE * side)
    ctx.fillRect(x, y, width, height)
  }
  ctx.globalCompositeOperation = 'destination-over'
  ctx.fillStyle = `rgb(${tone})`
  ctx.fillRect(0, 0, size.width, size.height)
  ctx.globalCompositeOperation = 'source-over'
}

function listOpenSides({ x, y, width, height }: Box, frame: Size): Side[] {
  const [right, bottom] = [x + width, y + height]
  const sides: (Side | false)[] = [
    x > LEAST_OPEN_PX && {
      strip: (depth) => ({ x, y, width: depth, height }),
      from: [x, 0],
      to: (depth) => [x + depth, 0],
    },
    right < frame.width - LEAST_OPEN_PX && {
      strip: (depth) => ({ x: right - depth, y, width: depth, height }),
      from: [right, 0],
      to: (depth) => [right - depth, 0],
    },
    y > LEAST_OPEN_PX && {
      strip: (depth) => ({ x, y, width, height: depth }),
      from: [0, y],
      to: (depth) => [0, y + depth],
    },
    bottom < frame.height - LEAST_OPEN_PX && {
      strip: (depth) => ({ x, y: bottom - depth, width, height: depth }),
      from: [0, bottom],
      to: (depth) => [0, bottom - depth],
    },
  ]
  return sides.filter((open) => open !== false)
}

/** The mean colour of these parts of what is drawn, channel by channel. */
function findTone(ctx: Context, strips: readonly Box[]): string {
  const sums = [0, 0, 0]
  let count = 0
  for (const { x, y, width, height } of strips) {
    const { data } = ctx.getImageData(
      Math.floor(x),
      Math.floor(y),
      Math.max(1, Math.ceil(width)),
      Math.max(1, Math.ceil(height)),
    )
    for (let at = 0; at < data.length; at += 16) {
      // The picture's own rim is half a pixel of nothing.
      if (data[at + 3] !== 255) continue
      for (const channel of [0, 1, 2]) sums[channel]! += data[at + channel]!
      count++
    }
  }
  return sums.map((sum) => Math.round(sum / Math.max(1, count))).join(' ')
}
