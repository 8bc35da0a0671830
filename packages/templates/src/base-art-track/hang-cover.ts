import { type Cover, drawFilling, type Frame, type Layer, paint, sprite } from '@songreel/render/kit'
import type { TrackLayout } from './layout.ts'

/** Seconds from the whole cover to its closest and back. */
const DRIFT_SECS = 72
const CLOSEST = 1.05
/** Painted finer than it is shown, detail stays equally sharp while it drifts across the pixels. */
const FINER = 1.5

/** The cover on its wall. It grows away from the sides that face the wall, so those stay where they are. */
export function hangCover(cover: Cover, { cover: box, frame: { size } }: TrackLayout): Layer {
  const anchor = { x: box.width < size.width ? 1 : 0.5, y: box.height < size.height ? 1 : 0.5 }
  const finer = Math.max(1, Math.min(FINER, cover.width / box.width, cover.height / box.height))
  const side = box.width * finer
  const fine = {
    x: box.x + (box.width - side) * anchor.x,
    y: box.y + (box.height - side) * anchor.y,
    width: side,
    height: side,
  }
  const painting = paint(fine, (ctx) =>
    drawFilling(ctx, cover.image, { x: 0, y: 0, width: side, height: side }),
  )
  const turn = (frame: Frame) => (2 * Math.PI * frame.secs) / DRIFT_SECS
  return sprite(painting, {
    anchor,
    scale: (frame) => (1 + (CLOSEST - 1) * (0.5 - 0.5 * Math.cos(turn(frame)))) / finer,
  })
}
