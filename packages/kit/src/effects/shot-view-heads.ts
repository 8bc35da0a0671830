import type { ClipLook } from '../compose/clip-file.ts'
import type { Box, Size } from '../geometry.ts'
import { HEAD_ABOVE } from '../paint/crop-to-fill.ts'
import { forgetMiddle } from '../paint/salience.ts'
import { measureSeen, panBetween, type ShotEnd, standOff } from './shot-camera.ts'
import type { ShotView } from './shot-view.ts'

/** What a head has above its face and below it, in parts of the face's height. */
const HEAD = { above: HEAD_ABOVE, below: 0.08 }
/** Heads are at most so much of the frame's height, where the clip allows it: type needs room beside them. */
const MOST_HEAD = 0.86
/** No face is so many times as high as wide. */
const FIGURE = 1.6
/** Between heads and an edge lies so much of what is seen of the height, as far as there is room: the camera comes nearer on a beat. */
const AIR = 0.06
/** Where no face was found, so much of a clip's height is seen at least, if the frame's shape allows it. */
const LEAST_SEEN = 0.7
/** Where no face was found, the crop stands so far down its free way: people stand with their heads above. */
const UPPER = 0.1
/** A sky or a floor is empty that has no more than this part of all that there is to see. */
const EMPTY = 0.02
/** What there is to see lies clearly lower where the lower crop shows so many times as much of it. */
const CLEARLY_MORE = 1.3

/** The same shot, with a camera that cuts no head that the clip has whole: it stands farther off, and higher or lower. */
export function keepHeads(view: ShotView): ShotView {
  const { framing } = view
  const faces = { from: listFaces(view, 'from'), to: listFaces(view, 'to') }
  const nearest = Math.max(1, Math.min(findMostZoom(view, faces.from), findMostZoom(view, faces.to)))
  const zoom = standOff(framing.zoom, nearest)
  const farther = { ...view, framing: { ...framing, zoom } }
  const panY = panBetween(findPan(farther, 'from', faces.from), findPan(farther, 'to', faces.to))
  return { ...view, framing: { ...framing, zoom, panY } }
}

/** Faces that are seen at one end of a shot; where none was found there, those of its other end. */
function listFaces({ shot: { looks } }: ShotView, end: ShotEnd): readonly Box[] {
  const facesOf = (look: ClipLook | undefined) => look?.salience.faces ?? []
  const own = facesOf(looks[end])
  return own.length > 0 ? own : facesOf(looks[end === 'from' ? 'to' : 'from'])
}

/** The nearest that shows all heads whole, with room beside them, or the largest; without a face, much of the picture's height. */
function findMostZoom(view: ShotView, faces: readonly Box[]): number {
  const { across, down } = measureSeen(view.file, view.frame, 1)
  const [largest] = faces
  if (!largest) return down / LEAST_SEEN
  const left = Math.min(...faces.map(({ x }) => x))
  const right = Math.max(...faces.map(({ x, width }) => x + width))
  const all = findHead(faces)
  // Who is never seen together need not fit together.
  const fit = right - left <= across && all.bottom - all.top <= down
  const { top, bottom } = fit ? all : findHead([largest])
  return (MOST_HEAD * down) / Math.max(0.01, bottom - top)
}

/** From the hair to the chin, or to a figure's feet, as far as the clip has it. */
function findHead(faces: readonly Box[], measure = ({ height }: Box) => height) {
  return {
    top: Math.max(0, Math.min(...faces.map((face) => face.y - HEAD.above * measure(face)))),
    bottom: Math.min(1, Math.max(...faces.map(({ y, height }) => y + (1 + HEAD.below) * height))),
  }
}

/** No face is so many times as high as wide: such a front is a whole figure, and its head is at its upper end. */
function isFigure({ width, height }: Box, file: Size): boolean {
  return height * file.height > FIGURE * width * file.width
}

/** From -1 (the picture's head) to 1: where the crop cuts no head, and else where it was planned. */
function findPan(view: ShotView, end: ShotEnd, faces: readonly Box[]): number {
  const { file, frame, framing } = view
  const { across, down } = measureSeen(file, frame, framing.zoom[end])
  const slack = 1 - down
  if (slack < 1e-6) return framing.panY[end]
  const start = ((1 + framing.panY[end]) / 2) * slack
  const left = ((1 + framing.panX[end]) / 2) * (1 - across)
  const seen = faces.filter(({ x, width }) => x + width / 2 >= left && x + width / 2 <= left + across)
  const best =
    seen.length > 0 ? holdHeads(start, down, seen, file) : holdUpper(start, down, view.shot.looks[end])
  return (2 * Math.max(0, Math.min(slack, best))) / slack - 1
}

/**
 * Where not all heads fit, the largest is kept, its chin before its hair, and of a face that does not fit its middle; a figure loses
 * its feet before its head.
 */
function holdHeads(start: number, down: number, faces: readonly Box[], file: Size): number {
  const [largest] = faces as [Box]
  // A figure's head is no higher than all of it is wide.
  const measure = (face: Box) =>
    isFigure(face, file) ? (face.width * file.width) / file.height : face.height
  const all = findHead(faces, measure)
  const { top, bottom } = all.bottom - all.top <= down ? all : findHead([largest], measure)
  if (bottom - top <= down) {
    const air = Math.min(AIR * down, (down - (bottom - top)) / 2)
    return Math.max(bottom + air - down, Math.min(top - air, start))
  }
  if (isFigure(largest, file)) return top - AIR * down
  if (bottom - largest.y <= down) return bottom - down
  return largest.y + largest.height / 2 - down / 2
}

/** Higher than planned, unless what there is to see lies clearly lower; but not in an empty sky, where the clip's foot is not as empty. */
function holdUpper(start: number, down: number, look: ClipLook | undefined): number {
  const upper = Math.min(start, UPPER * (1 - down))
  if (!look) return upper
  const isLower = sumRows(look, start, down) > CLEARLY_MORE * sumRows(look, upper, down)
  const { head, foot } = findFilled(look)
  const air = AIR * down
  return Math.max(isLower ? start : upper, Math.min(head - air, foot + air - down))
}

/** Where what there is to see begins down a picture, and where it ends: nearly nothing lies above and below. */
function findFilled({ salience }: ClipLook): { head: number; foot: number } {
  const { columns, rows } = salience
  const sums = new Float32Array(rows)
  for (const [cell, weight] of forgetMiddle(salience).entries()) sums[Math.floor(cell / columns)]! += weight
  const all = sums.reduce((sum, own) => sum + own, 0)
  return {
    head: countEmpty(sums, EMPTY * all) / rows,
    foot: 1 - countEmpty(sums.toReversed(), EMPTY * all) / rows,
  }
}

/** How many of the first rows have no more than this together. */
function countEmpty(sums: Float32Array, least: number): number {
  let sum = 0
  return sums.findIndex((own) => {
    sum += own
    return sum > least
  })
}

function sumRows({ salience: { columns, rows, weights } }: ClipLook, start: number, down: number): number {
  return weights.reduce((sum, weight, cell) => {
    const at = (Math.floor(cell / columns) + 0.5) / rows
    return at >= start && at <= start + down ? sum + weight : sum
  }, 0)
}
