import { type Box, type Cover, chance, cropToFill, planFrame, type Size } from '@songreel/kit'

/** A row of type that runs across the whole frame. */
export type TypeRow = {
  y: number
  height: number
  /** Its upper and lower edge, which never move: rows that do not touch are drawn one by one, each only when it moves. */
  rimPx: number
}

/** So far apart, in pixels of any frame, two things do not touch; lower rows are so small that it does not matter. */
const RIM_PX = 4
const LEAST_RIMMED_PX = 28

/** Where everything stands, in pixels of the frame. */
export type Layout = {
  rows: TypeRow[]
  /** Rows, by index, that step back for the line being sung; the names stand in the last of them. */
  stage: { first: number; last: number }
  /** Where the line being sung stands. */
  line: Box
  /** Where title and artist stand. */
  names: Box
  /** Where the whole cover lies, as it is seen from afar; it goes on beyond its edges. */
  picture: Box
  /** The middle of what matters in the cover, in fractions of the frame. */
  focus: { x: number; y: number }
  unit: number
}

/** In pixels of a frame whose short side is 1080: rows of type, the line's room, the names' row. */
const MEASURES = {
  TALL: { row: 42, line: 330, names: 76 },
  SQUARE: { row: 36, line: 250, names: 70 },
  WIDE: { row: 36, line: 290, names: 70 },
}
/** Where the middle of a cover's subject stands at most, in what is above the stage. */
const SUBJECT_SHARE = 0.55
/** Rows are that much lower or higher than the middle one. */
const RHYTHM = [0.8, 1, 1, 1.4] as const

/** Rows from edge to edge; the line being sung stands low in the safe box, where a cover matters least. */
export function planLayout(size: Size, cover: Cover, seed: number): Layout {
  const { safe, shape, scale } = planFrame(size)
  const measures = MEASURES[shape]
  const bottom = safe.y + safe.height
  const namesTop = bottom - scale(measures.names)
  const stageTop = namesTop - scale(measures.line)
  const fill = (from: number, to: number, key: string) =>
    fillRows(snap(from), snap(to), { px: scale(measures.row), seed, key })
  const above = fill(0, stageTop, 'above')
  const behind = fill(stageTop, namesTop, 'behind')
  const names = createRow(snap(namesTop), snap(bottom))
  const below = fill(bottom, size.height, 'below')
  const picture = placePicture(size, cover, stageTop)
  const pad = scale(18)
  return {
    rows: [...above, ...behind, names, ...below],
    stage: { first: above.length, last: above.length + behind.length },
    line: { ...safe, y: stageTop + pad, height: namesTop - stageTop - 1.5 * pad },
    names: { ...safe, y: names.y, height: names.height },
    picture,
    focus: findFocus(size, cover, picture),
    unit: scale(1),
  }
}

function createRow(y: number, bottom: number): TypeRow {
  const height = bottom - y
  return { y, height, rimPx: height >= LEAST_RIMMED_PX ? RIM_PX : 0 }
}

/** Rows must meet on even pixels: on any other, light would shine through between them. */
function snap(px: number): number {
  return 2 * Math.round(px / 2)
}

function fillRows(
  from: number,
  to: number,
  { px, seed, key }: { px: number; seed: number; key: string },
): TypeRow[] {
  const wished: number[] = []
  let sum = 0
  while (sum < to - from - 0.36 * px) {
    const factor = RHYTHM[Math.floor(RHYTHM.length * chance(seed, key, wished.length))] ?? 1
    wished.push(factor * px)
    sum += factor * px
  }
  const stretch = (to - from) / Math.max(1, sum)
  let end = 0
  return wished.map((height) => {
    const y = snap(from + end * stretch)
    end += height
    return createRow(y, snap(from + end * stretch))
  })
}

/**
 * The whole cover above the stage in a tall frame and beside nothing in a square one; never smaller than the frame's short
 * side. Where it lies behind the stage too, it is raised so far that its subject stands clear of the line being sung.
 */
function placePicture({ width, height }: Size, cover: Cover, stageTop: number): Box {
  const short = Math.min(width, height)
  const factor = Math.max(short / cover.width, short / cover.height)
  const [wide, high] = [cover.width * factor, cover.height * factor]
  const crop = cropToFill(cover, { width: short, height: short })
  // A long cover shows its subject; the rest of it goes on beside.
  const x = width > wide ? (width - wide) / 2 : (width - short) / 2 - crop.x * factor
  if (height > high) {
    const y = Math.max(0, Math.min((height - high) / 2, (stageTop - high) / 2))
    return { x, y, width: wide, height: high }
  }
  const y = (height - short) / 2 - crop.y * factor
  const tooLow = y + high * findSubject(cover).y - SUBJECT_SHARE * stageTop
  const rise = Math.max(0, Math.min(tooLow, y + high - stageTop))
  return { x, y: y - rise, width: wide, height: high }
}

/** The middle of what matters in a cover, in fractions of it. */
function findSubject({ salience }: Cover): { x: number; y: number } {
  const { columns, weights, rows } = salience
  let [sum, sumX, sumY] = [1e-6, 0, 0]
  for (const [i, weight] of weights.entries()) {
    // Squared, so that the subject counts and not the sum of all else.
    sum += weight ** 2
    sumX += weight ** 2 * (((i % columns) + 0.5) / columns)
    sumY += weight ** 2 * ((Math.floor(i / columns) + 0.5) / rows)
  }
  return { x: sumX / sum, y: sumY / sum }
}

/** The middle of what matters, held away from the frame's edges. */
function findFocus(size: Size, cover: Cover, picture: Box): { x: number; y: number } {
  const subject = findSubject(cover)
  const hold = (value: number) => Math.max(0.2, Math.min(0.8, value))
  return {
    x: hold((picture.x + picture.width * subject.x) / size.width),
    y: hold((picture.y + picture.height * subject.y) / size.height),
  }
}
