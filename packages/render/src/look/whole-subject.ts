import type { Box } from '@songreel/kit/core'
import { findSubject, inFace, type Salience, type Subject } from '@songreel/kit/input'
import type { IsTurned } from './cover-pattern.ts'

/** A point in fractions of a picture. */
type Point = readonly [x: number, y: number]

/**
 * Below a face somebody stands: from the chin on shoulders grow wider, in widths of the face on either side of its middle by heights of
 * the face, up to a person's width, and a person is so many faces high.
 */
const BODY = { from: 0.9, neck: 0.5, slope: 1.4, most: 1.6, faces: 7 }
/** Around a face are hair and ears, so many widths of it on every side. */
const HEAD = 0.3

/** Where a picture shows its subject or anything that belongs to it: what lies between its parts, and the bodies below faces. */
export function findWholeSubject(salience: Salience): IsTurned {
  const subject = findSubject(salience)
  const hull = wrap(listCorners(subject))
  const isWrapped = (x: number, y: number) =>
    hull.length > 2 && hull.every((from, i) => isLeft(from, hull[(i + 1) % hull.length]!, [x, y]))
  return (x, y) => isWrapped(x, y) || subject.faces.some((face) => isOfPerson(face, x, y))
}

/** Whether a point lies on the head or the body that a face belongs to. */
function isOfPerson(face: Box, x: number, y: number): boolean {
  const rim = HEAD * face.width
  const head = {
    x: face.x - rim,
    y: face.y - rim,
    width: face.width + 2 * rim,
    height: face.height + 2 * rim,
  }
  if (inFace(head, x, y)) return true
  const below = (y - face.y) / face.height - BODY.from
  if (below < 0 || below > BODY.faces - BODY.from) return false
  const half = Math.min(BODY.most, BODY.neck + BODY.slope * below) * face.width
  return Math.abs(x - face.x - face.width / 2) <= half
}

/** The corners of all cells of a subject. */
function listCorners({ columns, rows, weights }: Subject): Point[] {
  const corners: Point[] = []
  for (const [i, weight] of weights.entries()) {
    if (weight === 0) continue
    const [column, row] = [i % columns, Math.floor(i / columns)]
    for (const right of [0, 1])
      for (const down of [0, 1]) corners.push([(column + right) / columns, (row + down) / rows])
  }
  return corners
}

/** The smallest convex outline around points, one after the other (Andrew's monotone chain). */
function wrap(points: readonly Point[]): Point[] {
  const sorted = points.toSorted(([ax, ay], [bx, by]) => ax - bx || ay - by)
  const half = (along: readonly Point[]) => {
    const chain: Point[] = []
    for (const point of along) {
      while (chain.length > 1 && !isLeft(chain.at(-2)!, chain.at(-1)!, point)) chain.pop()
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}

/** Whether a point lies on the inner side of an edge of the outline. */
function isLeft([fromX, fromY]: Point, [toX, toY]: Point, [x, y]: Point): boolean {
  return (toX - fromX) * (y - fromY) - (toY - fromY) * (x - fromX) > 0
}
