import { type Cover, findSubject } from '@songreel/kit'

type Salience = Cover['salience']

/** Parts of a subject that are at most so many cells apart are one thing. */
const JOINS = 10
/** What weighs so many times as much as cells do on the whole, so few cells beside them, belongs to them, too: dark ears of a bright head. */
const BELONGS = { weight: 1.25, cells: 5 }

/** The cells a subject takes, 1 or 0: eyes, nose and mouth stand out by themselves, and the cheeks between them belong to it. */
export function markSubject(salience: Salience): Float32Array {
  const { columns, rows, weights } = findSubject(salience)
  const marks = new Float32Array(weights.length)
  const cells = [...weights.keys()].filter((i) => weights[i]! > 0)
  for (const group of groupCells(cells, columns)) {
    const outline = findHull(group.flatMap((i) => listCorners(i, columns)))
    for (let i = 0; i < columns * rows; i++) {
      const centre = { x: (i % columns) + 0.5, y: Math.floor(i / columns) + 0.5 }
      if (isInside(outline, centre)) marks[i] = 1
    }
  }
  for (let step = 0; step < BELONGS.cells; step++) growMarks(marks, salience)
  return marks
}

function growMarks(marks: Float32Array, { columns, weights }: Salience): void {
  const before = marks.slice()
  const beside = (i: number) => [i - 1, i + 1, i - columns, i + columns].some((near) => before[near] === 1)
  for (let i = 0; i < marks.length; i++) {
    if (before[i] !== 1 && weights[i]! * weights.length > BELONGS.weight && beside(i)) marks[i] = 1
  }
}

function groupCells(cells: readonly number[], columns: number): number[][] {
  const left = new Set(cells)
  const groups: number[][] = []
  for (const first of cells) {
    if (!left.delete(first)) continue
    const group = [first]
    for (const cell of group) {
      for (const other of left) {
        if (!isNear(cell, other, columns)) continue
        left.delete(other)
        group.push(other)
      }
    }
    groups.push(group)
  }
  return groups
}

function isNear(a: number, b: number, columns: number): boolean {
  const across = Math.abs((a % columns) - (b % columns))
  return across <= JOINS && Math.abs(Math.floor(a / columns) - Math.floor(b / columns)) <= JOINS
}

type Point = { x: number; y: number }

function listCorners(cell: number, columns: number): Point[] {
  const [x, y] = [cell % columns, Math.floor(cell / columns)]
  return [0, 1].flatMap((right) => [0, 1].map((down) => ({ x: x + right, y: y + down })))
}

/** Which side of a line from `a` to `b` a point is on: above 0 on one, below it on the other. */
function sideOf(a: Point, b: Point, { x, y }: Point): number {
  return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)
}

/** The corners of what a thread around all points encloses, in order. */
function findHull(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y)
  const walk = (way: readonly Point[]) => {
    const half: Point[] = []
    for (const point of way) {
      while (half.length > 1 && sideOf(half.at(-2)!, half.at(-1)!, point) <= 0) half.pop()
      half.push(point)
    }
    return half.slice(0, -1)
  }
  return [...walk(sorted), ...walk(sorted.toReversed())]
}

function isInside(outline: readonly Point[], point: Point): boolean {
  return outline.every((corner, i) => sideOf(corner, outline[(i + 1) % outline.length]!, point) >= 0)
}
