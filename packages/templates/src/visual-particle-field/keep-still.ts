import {
  type Box,
  type Cover,
  clamp01,
  cropToFill,
  findCompanions,
  findLettering,
  findSlimThing,
  findSubject,
} from '@songreel/kit'
import { findHeads, HAIR, keepHair } from './heads.ts'

/** How still the places of the frame have to be. */
export type Stillness = {
  /** 0 to 1. */
  at(x: number, y: number): number
  /** Whether somebody's head is there, or a letter. */
  isFace(x: number, y: number): boolean
  /** How deep nothing is seen but ground, in covers, from the side that lies that way: as far as nobody would miss it. */
  freeFrom(way: Way, x: number, y: number): number
}

/** One of the four sides, as a step towards it. */
export type Way = { x: number; y: number }

/** Around the subject the stillness ends softly, within so many cells. */
const SOFT_CELLS = 1
/** Where one face was found there may be others that were not: between people, edges like these belong to somebody. Where none was found they do so in front of something plain, like a sky. */
const EDGE = 25
const PLAIN = 12
/** So near to what is met nothing is free, in cells, and what lies beside it is freer by such a part of the way from it. */
const AIR_CELLS = 1
const TAPER = 0.6

/** The cover's subject stays whole, its faces with their heads, and the type that is drawn on it: a piece that is off there is a hole in an eye, and a letter in pieces reads as a fault. */
export function keepStill(cover: Cover, box: Box): Stillness {
  const { columns, rows, weights, faces } = findSubject(cover.salience)
  const isHead = findHeads([...faces, ...findCompanions(cover)])
  const isSubject = (column: number, row: number) => weights[row * columns + column]! > 0
  const isHair = faces.length > 0 ? () => false : keepHair({ columns, rows }, isSubject)
  const isThing = holdThing(cover)
  const isKept = (column: number, row: number) =>
    isSubject(column, row) ||
    isThing((column + 0.5) / columns, (row + 0.5) / rows) ||
    isHair(column, row) ||
    isHead((column + 0.5) / columns, (row + 0.5) / rows)
  const still = Float32Array.from({ length: columns * rows }, (_, cell) => {
    let [sum, count] = [0, 0]
    for (let down = -SOFT_CELLS; down <= SOFT_CELLS; down++)
      for (let across = -SOFT_CELLS; across <= SOFT_CELLS; across++) {
        const [column, row] = [(cell % columns) + across, Math.floor(cell / columns) + down]
        if (column < 0 || row < 0 || column >= columns || row >= rows) continue
        count++
        if (isKept(column, row)) sum++
      }
    return clamp01((2 * sum) / count)
  })
  const { edges } = cover.salience
  const edgeAt = (column: number, row: number) => edges?.[row * columns + column] ?? 0
  const hair = faces.length > 0 ? 0 : HAIR
  const free = measureFree({ columns, rows, hair }, (line) => {
    const isAmongPeople = faces.length > 0 || edgeAt(...line(0)) < PLAIN
    return (step) => isKept(...line(step)) || (isAmongPeople && edgeAt(...line(step)) > EDGE)
  })
  const isLetter = lookForLetters(cover)
  const crop = cropToFill(cover, box)
  const findPart = (x: number, y: number) =>
    [
      clamp01((crop.x + ((x - box.x) / box.width) * crop.width) / cover.width),
      clamp01((crop.y + ((y - box.y) / box.height) * crop.height) / cover.height),
    ] as const
  return {
    at: (x, y) => {
      const [across, down] = findPart(x, y)
      if (isLetter(across, down)) return 1
      const column = Math.min(columns - 1, Math.floor(across * columns))
      return still[Math.min(rows - 1, Math.floor(down * rows)) * columns + column] ?? 0
    },
    isFace: (x, y) => isHead(...findPart(x, y)) || isLetter(...findPart(x, y)),
    freeFrom: (way, x, y) => free(way, ...findPart(x, y)),
  }
}

/** All inside of a thing without a known face is kept: the brow between an animal's eyes does not stand out, and a hole in it is a fault. */
function holdThing(cover: Cover): (across: number, down: number) => boolean {
  const thing = findSlimThing(cover)
  if (!thing) return () => false
  const [x, y] = [thing.x + thing.width / 2, thing.y + thing.height / 2]
  return (across, down) => Math.hypot((across - x) / thing.width, (down - y) / thing.height) < 0.5
}

type Grid = { columns: number; rows: number; hair: number }

/** The cell that lies so many steps from a side. */
type Line = (step: number) => readonly [column: number, row: number]

/** How far one comes from each side without meeting anything, or anything beside. */
function measureFree({ columns, rows, hair }: Grid, look: (line: Line) => (step: number) => boolean) {
  const known = new Map<string, number[]>()
  const measure = ({ x, y }: Way) => {
    const [lines, depth] = y === 0 ? [rows, columns] : [columns, rows]
    const found = Array.from({ length: lines }, (_, line) => {
      const isHit = look((step) => {
        const at = x > 0 || y > 0 ? depth - 1 - step : step
        return y === 0 ? [at, line] : [line, at]
      })
      let step = 0
      while (step < depth && !isHit(step)) step++
      const above = y < 0 && step < depth ? hair : 0
      return Math.max(0, (step - AIR_CELLS) / depth - above)
    })
    return found.map((_, line) =>
      Math.min(...found.map((free, other) => free + (TAPER * Math.abs(other - line)) / lines)),
    )
  }
  return (way: Way, across: number, down: number) => {
    const key = `${way.x} ${way.y}`
    const lines = known.get(key) ?? measure(way)
    known.set(key, lines)
    return lines[Math.min(lines.length - 1, Math.floor((way.y === 0 ? down : across) * lines.length))]!
  }
}

/** Whether letters are in a cell or beside it: a piece of the cover is larger than a stroke. */
function lookForLetters({ picture }: Cover): (across: number, down: number) => boolean {
  const { columns, rows, values } = findLettering(picture)
  const near = values.map((_, cell) => {
    const [column, row] = [cell % columns, Math.floor(cell / columns)]
    for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++)
      for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++)
        if (values[y * columns + x]) return 1
    return 0
  })
  return (across, down) => {
    const column = Math.min(columns - 1, Math.floor(across * columns))
    return near[Math.min(rows - 1, Math.floor(down * rows)) * columns + column] === 1
  }
}
