import { type FieldCells, type Frame, parseHex } from '@songreel/kit'
import type { BoxMotion } from './motion.ts'

/** A studio's paper and lamp, and how deep a shadow is. */
export type StudioLight = { wall: string; floor: string; lamp: string; shadow: number }

/** Where the box stands, in pixels of the frame. */
export type StudioPlace = {
  size: { width: number; height: number }
  middle: { x: number; y: number }
  side: number
  base: number
}

/**
 * A wall and a floor without a line between them, lit by a lamp behind the box, whose shadow lies on the floor. The lamp only swells
 * and the shadow only turns: what belongs to a cell, a row or a column is worked out once for all that it serves.
 */
export function shadeStudio(studio: StudioLight, place: StudioPlace, motion: BoxMotion) {
  const { middle, side } = place
  const [red, green, blue] = parseHex(studio.lamp)
  let still: ReturnType<typeof measureCells> | undefined
  let asides = new Float64Array(0)
  return ({ columns, rows, rgb }: FieldCells, frame: Frame): void => {
    if (!still) {
      still = measureCells(studio, place, { columns, rows })
      asides = new Float64Array(columns)
    }
    const { xs, glows, grounds, nears, plains } = still
    const strength = motion.lamp(frame)
    const turn = (motion.turn(frame) * Math.PI) / 180
    // A box seen from its edge throws a narrower shadow.
    const half = (0.5 * Math.abs(Math.cos(turn)) + 0.03) * side
    const fall = 0.5 * side * Math.sin(turn)
    for (let column = 0; column < columns; column++) {
      asides[column] = ((xs[column]! - middle.x - 0.1 * fall) / half) ** 4
    }
    for (let row = 0, at = 0; row < rows; row++) {
      const dimmed = 1 - 0.45 * grounds[row]!
      const near = nears[row]!
      const [plainRed, plainGreen, plainBlue] = plains[row]!
      for (let column = 0; column < columns; column++, at += 3) {
        const glow = strength * glows[row * columns + column]!
        const dark = 1 - studio.shadow * (near > FAR ? 0 : Math.exp(-asides[column]! - near))
        rgb[at] = (plainRed + (red - plainRed) * glow * dimmed) * dark
        rgb[at + 1] = (plainGreen + (green - plainGreen) * glow * dimmed) * dark
        rgb[at + 2] = (plainBlue + (blue - plainBlue) * glow * dimmed) * dark
      }
    }
  }
}

/** So far from where the box stands there is no shadow, in squares of its reach. */
const FAR = 40

type Rgb = [number, number, number]

/** What stays as it is: where columns lie, how the lamp falls off, and which colour each row of the ground has. */
function measureCells(
  studio: StudioLight,
  { size, middle, side, base }: StudioPlace,
  { columns, rows }: Pick<FieldCells, 'columns' | 'rows'>,
) {
  const [wall, floor] = [parseHex(studio.wall), parseHex(studio.floor)]
  const xs = Float64Array.from({ length: columns }, (_, i) => ((i + 0.5) / columns) * size.width)
  const ys = Float64Array.from({ length: rows }, (_, i) => ((i + 0.5) / rows) * size.height)
  const grounds = ys.map((y) => {
    const down = Math.max(0, Math.min(1, (y - base + 0.22 * side) / (0.5 * side)))
    return down * down * (3 - 2 * down)
  })
  return {
    xs,
    grounds,
    glows: Float64Array.from({ length: columns * rows }, (_, cell) => {
      const dx = (xs[cell % columns]! - middle.x) / side
      const dy = (ys[Math.floor(cell / columns)]! - middle.y) / side
      return Math.exp(-(dx * dx + dy * dy) / 0.62)
    }),
    nears: ys.map((y) => {
      const below = y - base - 0.01 * side
      const near = below / ((below > 0 ? 0.085 : 0.05) * side)
      return near * near
    }),
    plains: Array.from(
      grounds,
      (ground) => wall.map((from, axis) => from + (floor[axis]! - from) * ground) as Rgb,
    ),
  }
}
