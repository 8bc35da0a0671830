import type { Frame, Moving } from '../compose/frame.ts'
import { valueAt } from '../compose/frame.ts'
import type { Box, Size } from '../geometry.ts'

/** How near a picture is and which part of it is seen. */
export type ZoomProps = {
  /** 1 just covers the frame or box; larger is closer, up to 16. Default 1. */
  zoom?: Moving<number>
  /** Which part is seen, -1 (left edge) to 1 (right edge), as far as the picture reaches. Default: what matters in it. */
  panX?: Moving<number>
  /** Which part is seen, -1 (top edge) to 1 (bottom edge), as far as the picture reaches. Default: what matters in it. */
  panY?: Moving<number>
}

const MAX_ZOOM = 16

/** Where a picture lies, in pixels of the frame, when it covers a box; it reaches beyond the box on at least one axis. */
export function coverBox(
  picture: Size,
  box: Box,
  { zoom = 1, panX = 0, panY = 0 }: ZoomProps,
  frame: Frame,
): Box {
  const near = valueAt(zoom, frame)
  const scale =
    Math.max(box.width / picture.width, box.height / picture.height) *
    (near > 1 ? Math.min(near, MAX_ZOOM) : 1)
  const width = picture.width * scale
  const height = picture.height * scale
  return {
    x: box.x - ((width - box.width) / 2) * (1 + hold(valueAt(panX, frame))),
    y: box.y - ((height - box.height) / 2) * (1 + hold(valueAt(panY, frame))),
    width,
    height,
  }
}

/** Between -1 and 1; what is no number stays in the middle. */
function hold(pan: number): number {
  return pan > -1 ? Math.min(1, pan) : pan <= -1 ? -1 : 0
}
