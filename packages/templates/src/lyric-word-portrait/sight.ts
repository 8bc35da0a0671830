import { type Box, type Cover, findCompanions, findSubject, smoothstep } from '@songreel/kit'
import { markSubject } from './subject-marks.ts'

/** Faces are clear up to this part of their size, and softly less so until the second: hair and chin belong to them. */
const FACE = { clear: 1.2, ends: 1.5 }
/** Marks are softened over so many cells; above the first they begin to be clear of letters, and wholly are above the second. */
const EDGE = { cells: 2, from: 0.12, clear: 0.56 }

/** How clear of letters each place of the frame is, 0 to 1: the subject and every face wholly, with a soft edge. */
export function createSight(cover: Cover, place: Box): (x: number, y: number) => number {
  const subjectAt = createSubject(cover, place)
  const faceAt = createFaces(cover, place)
  return (x, y) => Math.max(faceAt(x, y), subjectAt(x, y))
}

/** How much a place of the frame belongs to a face, 0 to 1, softly. */
function createFaces(cover: Cover, place: Box): (x: number, y: number) => number {
  const people = [...findSubject(cover.salience).faces, ...findCompanions(cover)]
  const faces = people.map(({ x, y, width, height }) => ({
    x: place.x + (x + width / 2) * place.width,
    y: place.y + (y + height / 2) * place.height,
    reachX: (width / 2) * place.width,
    reachY: (height / 2) * place.height,
  }))
  return (x, y) => {
    let most = 0
    for (const face of faces) {
      const away = Math.hypot((x - face.x) / face.reachX, (y - face.y) / face.reachY)
      if (away < FACE.ends) most = Math.max(most, smoothstep(FACE.ends, FACE.clear, away))
    }
    return most
  }
}

/** How much a place of the frame belongs to the subject, 0 to 1, softly; nothing does where nothing stands out. */
function createSubject({ salience }: Cover, place: Box): (x: number, y: number) => number {
  const { columns, rows, box } = findSubject(salience)
  if (!box) return () => 0
  const marks = soften(markSubject(salience), columns, rows, EDGE.cells)
  return (x, y) => {
    if (x < place.x || y < place.y || x > place.x + place.width || y > place.y + place.height) return 0
    const across = Math.max(0, Math.min(columns - 1.001, ((x - place.x) / place.width) * columns - 0.5))
    const down = Math.max(0, Math.min(rows - 1.001, ((y - place.y) / place.height) * rows - 0.5))
    const [column, row] = [Math.floor(across), Math.floor(down)]
    const [partX, partY] = [across - column, down - row]
    const at = row * columns + column
    const upper = marks[at]! * (1 - partX) + marks[at + 1]! * partX
    const lower = (marks[at + columns] ?? 0) * (1 - partX) + (marks[at + columns + 1] ?? 0) * partX
    return smoothstep(EDGE.from, EDGE.clear, upper * (1 - partY) + lower * partY)
  }
}

/** Each mark goes over to its neighbours. */
function soften(marks: Float32Array, columns: number, rows: number, reach: number): Float32Array {
  return marks.map((_, i) => {
    const [column, row] = [i % columns, Math.floor(i / columns)]
    let [sum, count] = [0, 0]
    for (let y = Math.max(0, row - reach); y <= Math.min(rows - 1, row + reach); y++) {
      for (let x = Math.max(0, column - reach); x <= Math.min(columns - 1, column + reach); x++, count++)
        sum += marks[y * columns + x]!
    }
    return sum / count
  })
}
