import type { Box } from '@songreel/kit'

/** A box that is turned around its middle, clockwise. */
export type Tilted = Box & { degrees: number }

/** The box around a tilted one. */
export function boundTilted({ x, y, width, height, degrees }: Tilted): Box {
  const { cos, sin } = turnBy(degrees)
  const outerWidth = width * cos + height * Math.abs(sin)
  const outerHeight = height * cos + width * Math.abs(sin)
  return {
    x: x + (width - outerWidth) / 2,
    y: y + (height - outerHeight) / 2,
    width: outerWidth,
    height: outerHeight,
  }
}

/** The farthest to the left that a tilted box reaches between two heights; NaN where it is not there. */
export function findLeft(tilted: Tilted, from: number, to: number): number {
  const { cos, sin } = turnBy(tilted.degrees)
  const { x, y, width, height } = tilted
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([right = 0, below = 0]) => ({
    x: x + (width + right * width * cos - below * height * sin) / 2,
    y: y + (height + right * width * sin + below * height * cos) / 2,
  }))
  const found = corners.flatMap((corner, i) => {
    const next = corners[(i + 1) % corners.length]!
    const crossed = [from, to].filter(
      (at) => at > Math.min(corner.y, next.y) && at < Math.max(corner.y, next.y),
    )
    const isBetween = corner.y >= from && corner.y <= to
    return [
      ...(isBetween ? [corner.x] : []),
      ...crossed.map((at) => corner.x + ((at - corner.y) / (next.y - corner.y)) * (next.x - corner.x)),
    ]
  })
  return found.length > 0 ? Math.min(...found) : Number.NaN
}

/** Whether a point lies in a tilted box. */
export function isInTilted({ x, y, width, height, degrees }: Tilted, atX: number, atY: number): boolean {
  const { cos, sin } = turnBy(degrees)
  const [right, below] = [atX - x - width / 2, atY - y - height / 2]
  return Math.abs(right * cos + below * sin) < width / 2 && Math.abs(below * cos - right * sin) < height / 2
}

/** Whether an upright box and a tilted one, by less than half a right angle, have anything in common. */
export function touchesTilted(box: Box, tilted: Tilted): boolean {
  const outer = boundTilted(tilted)
  const isNear =
    box.x < outer.x + outer.width &&
    outer.x < box.x + box.width &&
    box.y < outer.y + outer.height &&
    outer.y < box.y + box.height
  if (!isNear) return false
  // The same from the other's side: the upright box as that sees it.
  const { cos, sin } = turnBy(tilted.degrees)
  const right = box.x + box.width / 2 - tilted.x - tilted.width / 2
  const below = box.y + box.height / 2 - tilted.y - tilted.height / 2
  const reachX = (tilted.width + box.width * cos + box.height * Math.abs(sin)) / 2
  const reachY = (tilted.height + box.height * cos + box.width * Math.abs(sin)) / 2
  return Math.abs(right * cos + below * sin) < reachX && Math.abs(below * cos - right * sin) < reachY
}

function turnBy(degrees: number): { cos: number; sin: number } {
  const angle = (degrees * Math.PI) / 180
  return { cos: Math.cos(angle), sin: Math.sin(angle) }
}
