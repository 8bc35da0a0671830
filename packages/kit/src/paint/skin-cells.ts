import type { Box } from '../geometry.ts'
import type { Oklab, Oklch } from './colour.ts'
import { toDegrees, toOklch, turnTo } from './colour.ts'
import { listPieces } from './list-pieces.ts'

/** What skin may look like in a photograph, in degrees, chroma and lightness: no grey, no signal red, no shadow. */
const SKIN = { from: -14, to: 82, chroma: [0.025, 0.15], lightness: [0.34, 0.96] } as const
/** A face is a person's if so much of its middle is skin: the front of a drawn owl is one of the cover's colours. */
const LEAST_SKIN = 0.4
const MIDDLE = 0.35
/** A face is found without its hair, its ears and its neck: so much of its box more, around all of it. */
const AROUND = { side: 0.16, top: 0.42, bottom: 0.3 }
/** Arms and other people are as a face is: their hue is no farther off, in radians, their chroma within so many times its own. */
const ALIKE = { turn: 0.5, weaker: 0.4, stronger: 1.45 }

/**
 * Which cells of a square grid show people: their faces with hair and neck, and whatever else has the colour of their skin. A face that
 * fills the picture isn't found as one, but its skin is.
 */
export function findSkinCells(cells: readonly Oklab[], faces: readonly Box[]): boolean[] {
  const grid = Math.sqrt(cells.length)
  const isSkin = cells.map((lab) => isSkinLike(toOklch(lab)))
  const found = faces.filter((face) => {
    const middle = cells.flatMap((_, i) => (measureAway(i, grid, face) < MIDDLE ? [isSkin[i]] : []))
    return middle.filter(Boolean).length > LEAST_SKIN * middle.length
  })
  const tones = found.map((face) =>
    average(cells.filter((_, i) => isSkin[i] && measureAway(i, grid, face) < MIDDLE)),
  )
  if (found.length === 0) return findCloseSkin(cells)
  const heads = found.map(growFace)
  return cells.map((lab, i) => {
    if (heads.some((head) => measureAway(i, grid, head) < 0.5)) return true
    return Boolean(isSkin[i]) && tones.some((tone) => isAlike(toOklch(lab), tone))
  })
}

function isSkinLike({ lightness, chroma, hue }: Oklch): boolean {
  const { from, to, chroma: strength, lightness: light } = SKIN
  const degrees = toDegrees(hue)
  const isWarm = degrees < to || degrees > 360 + from
  return (
    isWarm && chroma > strength[0] && chroma < strength[1] && lightness > light[0] && lightness < light[1]
  )
}

/** Skin from near by: rosy, shaded from light to dark without another hue, and a large part of the picture. */
const CLOSE = {
  from: 4,
  to: 50,
  chroma: [0.02, 0.115],
  share: 0.3,
  turn: 0.2,
  shades: 0.2,
  darkest: 0.2,
} as const
/** In the shade skin is no stronger than this in its lightness: what is, is red or orange. */
const MOST_BY_LIGHT = 0.19

function findCloseSkin(cells: readonly Oklab[]): boolean[] {
  const colours = cells.map(toOklch)
  const isRosy = colours.map(({ lightness, chroma, hue }) => {
    const degrees = toDegrees(hue)
    const most = Math.min(CLOSE.chroma[1], MOST_BY_LIGHT * lightness)
    const isSkinHue = degrees > CLOSE.from && degrees < CLOSE.to
    return isSkinHue && chroma > CLOSE.chroma[0] && chroma < most && lightness > CLOSE.darkest
  })
  const skin = colours.filter((_, i) => isRosy[i])
  if (skin.length < CLOSE.share * cells.length) return isRosy.fill(false)
  const pick = (read: (colour: Oklch) => number, share: number) =>
    skin.map(read).toSorted((a, b) => a - b)[Math.floor(share * skin.length)]!
  const spread = (read: (colour: Oklch) => number) => pick(read, 0.9) - pick(read, 0.1)
  const isOneSkin =
    spread(({ hue }) => hue) < 2 * CLOSE.turn && spread(({ lightness }) => lightness) > CLOSE.shades
  return isOneSkin ? fillHoles(isRosy) : isRosy.fill(false)
}

/** Eyes and lips have skin all around them: what can't be reached from the picture's edge is part of the face. */
function fillHoles(isSkin: readonly boolean[]): boolean[] {
  const grid = Math.sqrt(isSkin.length)
  const isAtEdge = (cell: number) => {
    const [column, row] = [cell % grid, Math.floor(cell / grid)]
    return column === 0 || row === 0 || column === grid - 1 || row === grid - 1
  }
  const others = Uint8Array.from(isSkin, (skin) => (skin ? 0 : 1))
  const outside = listPieces(others, grid).filter((piece) => piece.some(isAtEdge))
  const filled = isSkin.map(() => true)
  for (const cell of outside.flat()) filled[cell] = false
  return filled
}

/** How far a cell lies from the middle of a box, in parts of its width and height: half of that is an oval inside it. */
function measureAway(cell: number, grid: number, { x, y, width, height }: Box): number {
  const across = ((cell % grid) + 0.5) / grid - x - width / 2
  const down = (Math.floor(cell / grid) + 0.5) / grid - y - height / 2
  return Math.hypot(across / width, down / height)
}

function growFace({ x, y, width, height }: Box): Box {
  const { side, top, bottom } = AROUND
  return {
    x: x - side * width,
    y: y - top * height,
    width: (1 + 2 * side) * width,
    height: (1 + top + bottom) * height,
  }
}

function average(labs: readonly Oklab[]): Oklch {
  const mean = (axis: 0 | 1 | 2) => labs.reduce((sum, lab) => sum + lab[axis], 0) / Math.max(1, labs.length)
  return toOklch([mean(0), mean(1), mean(2)])
}

function isAlike({ chroma, hue }: Oklch, tone: Oklch): boolean {
  const turn = Math.abs(turnTo(tone.hue, hue))
  const { weaker, stronger } = ALIKE
  return turn < ALIKE.turn && chroma > weaker * tone.chroma && chroma < stronger * tone.chroma
}
