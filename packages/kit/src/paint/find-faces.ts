import type { Box } from '../geometry.ts'
import {
  type Cascade,
  countPassed,
  mirrorCascade,
  parseCascade,
  type SummedGrey,
  sumGrey,
} from './cascade.ts'
import { FRONTAL_FACE, PROFILE_FACE } from './face-cascades.ts'
import type { Picture } from './picture.ts'

/** The longer side at which faces are looked for: a face of an eighth of it is the smallest that is found. */
const LONG_SIDE = 200
/** Each size of faces that is looked for is so much larger than the one before. */
const STEP = 1.2
/** Around what may be a face it is looked for again, in these sizes and so many parts of its size aside. */
const NEAR_SIZES = [0.84, 0.92, 1, 1.09, 1.19]
const NEAR_REACH = 0.2
/** A face is found there again and again; less is a pattern in the leaves. */
const LEAST_HITS = { FRONTAL: 9, PROFILE: 12 }
/** Windows whose places differ by less than this part of their size are the same face. */
const SAME = 0.35

/** Looks for human faces, from the front and from the side; boxes are in fractions of the picture, the largest first. */
export function findFaces(picture: Picture): Box[] {
  const scale = Math.min(1, LONG_SIDE / Math.max(picture.width, picture.height))
  const grey = readGrey(picture, Math.round(picture.width * scale), Math.round(picture.height * scale))
  cascades ??= parseAll()
  const hits = search(cascades, grey)
  const [frontal = [], right = [], left = []] = cascades.map((cascade, i) =>
    join(hits[i] ?? []).flatMap((box) =>
      confirm(cascade, grey, box, LEAST_HITS[i === 0 ? 'FRONTAL' : 'PROFILE']),
    ),
  )
  return dropDoubles([...frontal, ...right, ...left])
    .sort((a, b) => b.width * b.height - a.width * a.height)
    .map(({ x, y, width, height }) => ({
      x: x / grey.width,
      y: y / grey.height,
      width: width / grey.width,
      height: height / grey.height,
    }))
}

/** Read at first use: a process that draws no cover never needs them. */
let cascades: Cascade[] | undefined

function parseAll(): Cascade[] {
  const profile = parseCascade(PROFILE_FACE)
  return [parseCascade(FRONTAL_FACE), profile, mirrorCascade(profile)]
}

type Grey = { pixels: Uint8Array; width: number; height: number }

/** The picture's brightness, each pixel the mean of what it stands for. */
function readGrey({ pixels, width, height }: Picture, columns: number, rows: number): Grey {
  const grey = new Uint8Array(columns * rows)
  for (let row = 0; row < rows; row++) {
    const top = Math.floor((row * height) / rows)
    const bottom = Math.max(top + 1, Math.floor(((row + 1) * height) / rows))
    for (let column = 0; column < columns; column++) {
      const left = Math.floor((column * width) / columns)
      const right = Math.max(left + 1, Math.floor(((column + 1) * width) / columns))
      let sum = 0
      for (let y = top; y < bottom; y++) {
        for (let at = 4 * (y * width + left); at < 4 * (y * width + right); at += 4)
          sum += 0.299 * pixels[at]! + 0.587 * pixels[at + 1]! + 0.114 * pixels[at + 2]!
      }
      grey[row * columns + column] = Math.round(sum / ((bottom - top) * (right - left)))
    }
  }
  return { pixels: grey, width: columns, height: rows }
}

/** For each cascade, every window that passes, in pixels of the picture as given. */
function search(all: readonly Cascade[], grey: Grey): Box[][] {
  const hits: Box[][] = all.map(() => [])
  for (let factor = 1; ; factor *= STEP) {
    const width = Math.round(grey.width / factor)
    const height = Math.round(grey.height / factor)
    if (all.every((each) => width < each.width || height < each.height)) return hits
    const summed = sumGrey(shrink(grey, width, height), width, height)
    for (const [i, cascade] of all.entries()) {
      const size = { width: cascade.width * factor, height: cascade.height * factor }
      for (const { x, y } of scan(cascade, summed, factor < 1.8 ? 2 : 1))
        hits[i]?.push({ x: x * factor, y: y * factor, ...size })
    }
  }
}

/** The windows of one size that pass; beside one that fails at once no other is tried. */
function scan(cascade: Cascade, summed: SummedGrey, step: number): { x: number; y: number }[] {
  const found: { x: number; y: number }[] = []
  const stageCount = cascade.stages.length
  for (let y = 0; y + cascade.height <= summed.height; y += step) {
    for (let x = 0; x + cascade.width <= summed.width; x += step) {
      const passed = countPassed(cascade, summed, x, y)
      if (passed === stageCount) found.push({ x, y })
      if (passed === 0) x += step
    }
  }
  return found
}

/** Smaller, each pixel a mean of the four nearest. */
function shrink({ pixels, width, height }: Grey, columns: number, rows: number): Uint8Array {
  const small = new Uint8Array(columns * rows)
  for (let row = 0; row < rows; row++) {
    const y = Math.min(height - 1.001, Math.max(0, ((row + 0.5) * height) / rows - 0.5))
    const top = Math.floor(y)
    for (let column = 0; column < columns; column++) {
      const x = Math.min(width - 1.001, Math.max(0, ((column + 0.5) * width) / columns - 0.5))
      const left = Math.floor(x)
      const at = top * width + left
      const upper = pixels[at]! + (pixels[at + 1]! - pixels[at]!) * (x - left)
      const lower = pixels[at + width]! + (pixels[at + width + 1]! - pixels[at + width]!) * (x - left)
      small[row * columns + column] = Math.round(upper + (lower - upper) * (y - top))
    }
  }
  return small
}

/** Looks closely at a place; the mean of all windows that pass there, or nothing where they are few. */
function confirm(cascade: Cascade, grey: Grey, box: Box, leastHits: number): Box[] {
  const hits: Box[] = []
  for (const near of NEAR_SIZES) {
    const factor = (near * box.width) / cascade.width
    const width = Math.round(grey.width / factor)
    const height = Math.round(grey.height / factor)
    if (factor < 0.8 || width < cascade.width || height < cascade.height) continue
    const summed = sumGrey(shrink(grey, width, height), width, height)
    const middle = { x: (box.x + box.width / 2) / factor, y: (box.y + box.height / 2) / factor }
    const reach = Math.ceil(NEAR_REACH * cascade.width)
    const left = Math.round(middle.x - cascade.width / 2)
    const top = Math.round(middle.y - cascade.height / 2)
    for (let y = Math.max(0, top - reach); y <= Math.min(height - cascade.height, top + reach); y++) {
      for (let x = Math.max(0, left - reach); x <= Math.min(width - cascade.width, left + reach); x++) {
        if (countPassed(cascade, summed, x, y) < cascade.stages.length) continue
        const size = { width: cascade.width * factor, height: cascade.height * factor }
        hits.push({ x: x * factor, y: y * factor, ...size })
      }
    }
  }
  return hits.length < leastHits ? [] : [findMiddle(hits)]
}

/** Joins windows that found the same thing. */
function join(windows: readonly Box[]): Box[] {
  const groups: Box[][] = []
  for (const window of windows) {
    const group = groups.find((each) => each.some((other) => isSame(other, window)))
    if (group) group.push(window)
    else groups.push([window])
  }
  return groups.map(findMiddle)
}

function findMiddle(group: readonly Box[]): Box {
  return {
    x: findMean(group, 'x'),
    y: findMean(group, 'y'),
    width: findMean(group, 'width'),
    height: findMean(group, 'height'),
  }
}

/** Of faces that lie over each other the first. */
function dropDoubles(faces: readonly Box[]): Box[] {
  return faces.filter((face, i) => !faces.slice(0, i).some((other) => touches(other, face)))
}

function findMean(boxes: readonly Box[], side: keyof Box): number {
  return boxes.reduce((sum, box) => sum + box[side], 0) / boxes.length
}

function isSame(a: Box, b: Box): boolean {
  const reach = SAME * 0.5 * (Math.min(a.width, b.width) + Math.min(a.height, b.height))
  return [a.x - b.x, a.y - b.y, a.x + a.width - b.x - b.width, a.y + a.height - b.y - b.height].every(
    (apart) => Math.abs(apart) <= reach,
  )
}

/** Whether a good part of the smaller one lies in the other. */
function touches(a: Box, b: Box): boolean {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  const smaller = Math.min(a.width * a.height, b.width * b.height)
  return across > 0 && down > 0 && across * down > 0.3 * smaller
}
