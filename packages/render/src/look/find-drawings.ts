import type { Size } from '@songreel/kit/core'

/** So far apart are two neighbouring pixels where something is drawn; film grain and the faint lines of a ground are less. */
const EDGE = 20
/** And so far where it is bold: bars, cards, codes. What is fainter all over is a pattern of the ground, on which a plate may lie. */
const BOLD_EDGE = 60

/** The edge of something drawn that is faint, and of what is bold; 0 is none. */
export const DRAWN = { FAINT: 1, BOLD: 2 } as const

/** Dust and sparks that fly through the frame are no wider and no higher than this part of its short side. */
const SPECK = 0.034
/** What moves is somewhere else a moment later: so much more room it takes, in parts of the frame's short side. */
const MOVING = 0.022

/**
 * Finds the edges of what a template draws in one frame: bars, waveforms, dots, cards, lines and letters, moving or not. The frame is
 * given with a pattern in the place of the pictures and with that pattern the other way round; their mean shows no picture. `DRAWN`.
 */
export function findDrawings(plain: Uint8Array, turned: Uint8Array, size: Size): Uint8Array {
  const { width, height } = size
  const mean = new Uint8Array(plain.length)
  for (let i = 0; i < mean.length; i++) mean[i] = (plain[i]! + turned[i]!) >> 1
  const drawings = new Uint8Array(mean.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const right = x + 1 < width ? Math.abs(mean[i]! - mean[i + 1]!) : 0
      const below = y + 1 < height ? Math.abs(mean[i]! - mean[i + width]!) : 0
      const edge = Math.max(right, below)
      if (edge > EDGE) drawings[i] = edge > BOLD_EDGE ? DRAWN.BOLD : DRAWN.FAINT
    }
  return removeSpecks(drawings, size)
}

/** Leaves only what hangs together and is larger than a speck. */
function removeSpecks(drawings: Uint8Array, { width, height }: Size): Uint8Array {
  const most = SPECK * Math.min(width, height)
  const isDone = new Uint8Array(drawings.length)
  const piece: number[] = []
  for (let start = 0; start < drawings.length; start++) {
    if (!drawings[start] || isDone[start]) continue
    piece.length = 0
    piece.push(start)
    isDone[start] = 1
    for (let next = 0; next < piece.length; next++)
      for (const near of listNear(piece[next]!, width, height))
        if (drawings[near] && !isDone[near]) {
          isDone[near] = 1
          piece.push(near)
        }
    if (isSmall(piece, width, most)) for (const i of piece) drawings[i] = 0
  }
  return drawings
}

function isSmall(piece: readonly number[], width: number, most: number): boolean {
  let [left, right] = [width, -1]
  for (const i of piece) {
    left = Math.min(left, i % width)
    right = Math.max(right, i % width)
    if (right - left >= most) return false
  }
  const rows = piece.map((i) => Math.floor(i / width))
  return Math.max(...rows) - Math.min(...rows) < most
}

/** Where what moves may come to between the frames that were looked at: what some of them show and others don't, and a little around it. */
export function growMoving(frames: readonly Uint8Array[], { width, height }: Size): Uint8Array {
  const counts = new Uint16Array(width * height)
  for (const drawings of frames) for (let i = 0; i < counts.length; i++) if (drawings[i]) counts[i]!++
  const reach = Math.round(MOVING * Math.min(width, height))
  const grown = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const count = counts[y * width + x]!
      if (count === 0 || count === frames.length) continue
      const [from, to] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)]
      for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row++)
        grown.fill(1, row * width + from, row * width + to)
    }
  return grown
}

/** The pixels around one. */
function listNear(i: number, width: number, height: number): number[] {
  const [x, y] = [i % width, Math.floor(i / width)]
  const near: number[] = []
  for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
    for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++)
      near.push(row * width + column)
  return near
}
