import { type Box, planFrame, type Size } from '@songreel/kit'
import { boundTilted, findLeft, isInTilted, type Tilted, touchesTilted } from './tilted.ts'
import type { TitleBlock } from './title-block.ts'

/** How much the print grows at most, and how far it drifts to either side. */
export const GROWTH = 0.025
export const DRIFT_PX = 10
/** The print leans by so many degrees: no edge of it is taken for the edge of a crop, and a corner of it comes first. */
const TILT = { TALL: 7, SQUARE: 5, WIDE: 4 }
/** Between the print when it is nearest and the rim of the frame. */
const MARGIN_PX = 30
/** Between credits and title, and between the print and what it may not hide. */
export const GAP_PX = 34
/** A print's sides are so large in the frame's shorter one at least, by their mean, and so many sizes are tried. */
export const LEAST_PRINT = 0.34
const SIZES = 48

/** What a print is laid on. */
export type Poster = {
  block: TitleBlock
  at: { x: number; y: number }
  align: 'LEFT' | 'RIGHT'
  /** Credits and logo. */
  row: Box
  /** Whether something may lie on its letters. */
  mayHide: boolean
}

/** Where in the frame a print is tried: 0 is at the side where lines begin or at the head, 1 at their end or at the foot; first where it is best. */
const PLACES = {
  TALL: { along: [1, 0.75, 0.5], down: [1, 0.9] },
  SQUARE: { along: [1, 0.5], down: [1, 0.85] },
  WIDE: { along: [1, 0.7], down: [0.5, 0.65, 0.8, 1, 0.35, 0.2, 0] },
}
/** So much the print counts beside the letters, as powers of their sizes: in a square two rows of huge letters would leave it a corner. */
const PRINT = { TALL: 2.2, SQUARE: 2.35, WIDE: 1.3 }
/** So much it costs, as parts of all, where it lies on no letter, is far from its best place, or leaves the room beside a narrow title empty. In a square it stands in the middle, where it is large. */
const COST = {
  apart: { TALL: 0.5, SQUARE: 0.9, WIDE: 0.9 },
  aside: { TALL: 0.08, SQUARE: 0.2, WIDE: 0.08 },
  narrow: { TALL: 0.5, SQUARE: 0.4, WIDE: 0 },
}

/** A print, and how good it is with its title. */
export type Found = { print: Tilted; worth: number }

/** The largest print that lets a title be read, leaves the credits free and is better than `least`. */
export function findPrint(poster: Poster, size: Size, { ratio, least }: { ratio: number; least: number }) {
  const { shape, safe } = planFrame(size)
  const { along, down } = PLACES[shape]
  const letters = listLetters(poster)
  const title = Math.log(NO_INK + Math.sqrt(measureInk(poster.block)) / Math.min(size.width, size.height))
  const worth = title - COST.narrow[shape] * (1 - poster.block.width / safe.width)
  const ends = poster.mayHide ? listEnds(poster) : []
  let best: Found | undefined
  for (const x of [...along, ...ends])
    for (const y of down) {
      const way = { ratio, letters, worth, x, y }
      best = findLargest(poster, size, { ...way, least: best?.worth ?? least }) ?? best
    }
  return best
}

/** `worth` is that of the title alone; `x` is a place in the frame, or the letter on whose far side the print lies. */
type Way = {
  ratio: number
  letters: readonly Box[]
  x: number | Box
  y: number
  worth: number
  least: number
}

function findLargest(poster: Poster, size: Size, way: Way): Found | undefined {
  const { ratio, x, y, least } = way
  const { shape } = planFrame(size)
  const short = Math.min(size.width, size.height)
  const degrees = poster.align === 'LEFT' ? -TILT[shape] : TILT[shape]
  const whole = boundTilted({ x: 0, y: 0, width: ratio, height: 1, degrees })
  const [roomX, roomY] = [size.width - 2 * (MARGIN_PX + DRIFT_PX), size.height - 2 * MARGIN_PX]
  const most = Math.min(roomX / whole.width, roomY / whole.height) / (1 + GROWTH)
  const { along, down } = PLACES[shape]
  for (let step = 0; step < SIZES; step++) {
    const height = most * (1 - (0.75 * step) / SIZES)
    const side = Math.sqrt(height * height * ratio)
    const worth = way.worth + PRINT[shape] * Math.log(side / short)
    if (side < LEAST_PRINT * short || worth <= least) return undefined
    const [outerX, outerY] = [whole.width, whole.height].map((part) => part * height * (1 + GROWTH))
    const print = {
      x: MARGIN_PX + DRIFT_PX + (outerX! - height * ratio) / 2,
      y: MARGIN_PX + y * (roomY - outerY!) + (outerY! - height) / 2,
      width: height * ratio,
      height,
      degrees,
    }
    const share = typeof x === 'number' ? x : reachLetter(x, print) / Math.max(1, roomX - outerX!)
    if (!(share >= 0 && share <= 1)) continue
    const place = poster.align === 'LEFT' ? share : 1 - share
    print.x += place * (roomX - outerX!)
    const hidden = measureHidden(poster, way.letters, print)
    if (hidden === undefined) continue
    const aside = COST.aside[shape] * (Math.abs(share - along[0]!) + Math.abs(y - down[0]!))
    const rest = worth - aside - (hidden === 0 ? COST.apart[shape] : 0)
    if (rest > least) return { print, worth: rest }
  }
  return undefined
}

/** How far a print has to go to the right until it takes as much of a letter's far side as it may when it is nearest; NaN where it is above or below the letter. */
function reachLetter({ x, y, width, height }: Box, print: Tilted): number {
  const left = findLeft(growTilted(print, GROWTH, DRIFT_PX), y, y + height)
  return x + (1 - 0.97 * MOST_OF_WIDTH) * width - left
}

/** The last letter of every line: a print beside the title lies on no other. */
function listEnds({ block, at }: Poster): Box[] {
  return block.lines.flatMap(({ words }) => {
    const last = words.at(-1)?.letters.at(-1)
    return last ? [{ ...last, x: at.x + last.x, y: at.y + last.y }] : []
  })
}

/** A picture without a title is laid out as well. */
const NO_INK = 0.1

export function measureInk({ lines }: TitleBlock): number {
  return lines
    .flatMap(({ words }) => words)
    .reduce((sum, { box: { width, height } }) => sum + width * height, 0)
}

/**
 * So much of a letter may be behind the print when that is nearest, and so much of its width at any height: an edge that takes a strip of
 * its far side leaves an E its arms and an A both legs, one that takes all of its foot makes an F of an E.
 */
const MOST_OF_LETTER = 0.25
const MOST_OF_WIDTH = 0.34
/** It lies on the ends of so many lines at most. */
const MOST_LETTERS = 2
const GRAZED = 0.01
/** So much of one letter is behind a print that lies on it at rest: less would be a slip. All other prints keep a gap. */
const LEAST_HIDDEN = 0.08

/** How much of any letter is behind a print at rest, 0 where it keeps a gap; undefined where it would be lost when that is nearest, or is merely grazed, or the credits are in the way. */
function measureHidden({ row, mayHide }: Poster, letters: readonly Box[], print: Tilted): number | undefined {
  const nearest = growTilted(print, GROWTH, DRIFT_PX)
  const clear = growTilted(print, GROWTH, DRIFT_PX + GAP_PX)
  if (row.height > 0 && touchesTilted(row, clear)) return undefined
  const outer = boundTilted(clear)
  const touched = letters.filter((letter) => doOverlap(letter, outer) && touchesTilted(letter, clear))
  if (touched.length === 0) return 0
  if (!mayHide) return undefined
  if (touched.some(({ x, y, width, height }) => isInTilted(nearest, x + width / 2, y + height / 2)))
    return undefined
  const parts = touched.map((letter) => measureBehind(letter, nearest))
  if (parts.filter(({ all }) => all > GRAZED).length > MOST_LETTERS) return undefined
  if (parts.some(({ all, across }) => all > MOST_OF_LETTER || across > MOST_OF_WIDTH)) return undefined
  const hidden = Math.max(...touched.map((letter) => measureBehind(letter, print).all))
  return hidden < LEAST_HIDDEN ? undefined : hidden
}

function growTilted({ x, y, width, height, degrees }: Tilted, growth: number, spare: number): Tilted {
  const [right, below] = [(growth * width) / 2 + spare, (growth * height) / 2 + spare]
  return { x: x - right, y: y - below, width: width + 2 * right, height: height + 2 * below, degrees }
}

export function listLetters({ block, at }: Pick<Poster, 'block' | 'at'>): Box[] {
  return block.lines.flatMap(({ words }) =>
    words.flatMap(({ letters }) => letters.map((box) => ({ ...box, x: at.x + box.x, y: at.y + box.y }))),
  )
}

/** A letter is looked at in so many points along each side. */
const POINTS = 12

/** How much of a letter is behind a print, and of its width at the height where that is most. */
function measureBehind({ x, y, width, height }: Box, front: Tilted): { all: number; across: number } {
  let [all, across] = [0, 0]
  for (let row = 0; row < POINTS; row++) {
    let behind = 0
    for (let column = 0; column < POINTS; column++)
      if (isInTilted(front, x + ((column + 0.5) / POINTS) * width, y + ((row + 0.5) / POINTS) * height))
        behind++
    all += behind
    across = Math.max(across, behind)
  }
  return { all: all / POINTS ** 2, across: across / POINTS }
}

function doOverlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}
