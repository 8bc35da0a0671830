import type { Box } from '@songreel/kit/core'

/** A box that is turned around its first corner, clockwise in radians; upright boxes have a turn of 0. */
export type TurnedBox = Box & { turn: number }

/** The upright box around one that is turned. */
export function boundsOf({ x, y, width, height, turn }: TurnedBox): Box {
  const [cosine, sine] = [Math.cos(turn), Math.sin(turn)]
  const across = [0, width * cosine, -height * sine, width * cosine - height * sine]
  const down = [0, width * sine, height * cosine, width * sine + height * cosine]
  const [left, top] = [Math.min(...across), Math.min(...down)]
  return { x: x + left, y: y + top, width: Math.max(...across) - left, height: Math.max(...down) - top }
}

/** A place of the frame as it is seen from the box's first corner, along its sides. */
export function fromCorner({ x, y, turn }: TurnedBox, atX: number, atY: number): { x: number; y: number } {
  const [cosine, sine] = [Math.cos(turn), Math.sin(turn)]
  const [across, down] = [atX - x, atY - y]
  return { x: across * cosine + down * sine, y: down * cosine - across * sine }
}

/** How a picture comes to lie in a frame: what is at `home` of it comes to `anchor`, larger and turned around that. */
export type Turning = {
  anchorX: number
  anchorY: number
  homeX: number
  homeY: number
  cosine: number
  sine: number
  scale: number
}

/** Where a box of a picture lies in the frame. */
export function turnBox({ x, y, width, height, turn }: TurnedBox, how: Turning): TurnedBox {
  const { anchorX, anchorY, homeX, homeY, cosine, sine, scale } = how
  const [across, down] = [scale * (x - homeX), scale * (y - homeY)]
  return {
    x: anchorX + across * cosine - down * sine,
    y: anchorY + across * sine + down * cosine,
    width: scale * width,
    height: scale * height,
    turn: turn + Math.atan2(sine, cosine),
  }
}
