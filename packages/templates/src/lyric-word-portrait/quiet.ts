import { type Box, type LetterRow, type Size, smoothstep } from '@songreel/kit'

/** Beside words letters grow back over so much of the frame's shorter side, and above and below over half of that; the air around words is a part of it. */
const REACH = 0.16
const DOWN = 0.5
const AIR = 0.2
/** Where all letters are gone already, in parts of the reach. */
const GONE = 0.25
/** Rows end one further away than the other, by up to so much of the reach, as lines of type do that are not justified: all at one place they would end at a wall. */
const RAGGED = 0.9
/** Neighbours are far apart, and no pattern comes back within a frame: parts of a whole turn. */
const TURN = (Math.sqrt(5) - 1) / 2
/** Between words and an edge of the frame, less than these parts of it are a strip. */
const STRIP = { across: 0.3, down: 0.08 }

/** How near words are at a place of the frame, 0 to 1. */
export type Nearness = (x: number, y: number) => number

/** Rows that words stand in are free of letters as wholes, or else letters would be cut along their middle; beside the words they grow back, or else it would be a box. */
export function createNearness(boxes: readonly Box[], rows: readonly LetterRow[], size: Size): Nearness {
  if (boxes.length === 0) return () => 0
  const reach = REACH * Math.min(size.width, size.height)
  const air = AIR * reach
  const { x, y, width, height } = findRegion(boxes, size, reach)
  const down = new Float32Array(size.height)
  const ragged = new Float32Array(size.height)
  for (const [i, row] of rows.entries()) {
    const away = Math.max(y - air - row.y - row.height, row.y - y - height - air, 0)
    down.fill(smoothstep(DOWN * reach, 0, away), row.y, row.y + row.height)
    ragged.fill(RAGGED * reach * ((i * TURN) % 1), row.y, row.y + row.height)
  }
  return (atX, atY) => {
    if (down[atY] === 0) return 0
    const away = Math.max(x - atX, atX - x - width, 0) - ragged[atY]!
    return down[atY]! * smoothstep(reach, GONE * reach, away)
  }
}

/** All of the words, and what lies between them and an edge of the frame that is near: scraps of letters there would be dirt. */
function findRegion(boxes: readonly Box[], { width, height }: Size, beyond: number): Box {
  const left = Math.min(...boxes.map(({ x }) => x))
  const top = Math.min(...boxes.map(({ y }) => y))
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  const x = left < STRIP.across * width ? -beyond : left
  const y = top < STRIP.down * height ? 0 : top
  const toX = width - right < STRIP.across * width ? width + beyond : right
  const toY = height - bottom < STRIP.down * height ? height : bottom
  return { x, y, width: toX - x, height: toY - y }
}
