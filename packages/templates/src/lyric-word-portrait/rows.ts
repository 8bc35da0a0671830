import { type Box, type Cover, findSubject, type LetterRow, mix, smoothstep } from '@songreel/kit'

/** Heights of rows in pixels of a short side of 1080, across faces or the subject, and far from them. Each is a multiple of the step: frames of the usual sizes have whole rows. */
const ROWS = { subject: 42, plain: 114, step: 6 }
/** Where nothing stands out letters stay smaller where there is most to see. */
const NO_SUBJECT = { fine: 54, plain: 108 }
/** Another row comes where so much of it has room. */
const LEAST_LAST = 0.5
/** Letters grow over so much of the picture's height. */
const GROWS = 0.22

/** What rows run through: the cover in each shot. */
export type RowsPlan = { cover: Cover; shots: readonly Box[] }

/** Rows of letters from the frame's upper edge to its lower one: small across faces and what stands out, large where the picture is plain. */
export function planRows(
  { cover, shots }: RowsPlan,
  heightPx: number,
  scale: (px: number) => number,
): LetterRow[] {
  const wishes = shots.map((place) => planHeights(cover, place))
  const snap = (px: number) => scale(ROWS.step * Math.round(px / ROWS.step))
  const findHeight = (y: number) => snap(Math.min(...wishes.map((wishAt) => wishAt(y))))
  return fillRows(0, heightPx, findHeight)
}

function planHeights({ salience }: Cover, place: Box): (y: number) => number {
  const { box: subject, faces } = findSubject(salience)
  const box = faces.length > 0 ? joinBoxes(faces) : subject
  if (!box) {
    const detailAt = measureRows(salience)
    return (y) => mix(NO_SUBJECT.plain, NO_SUBJECT.fine, detailAt((y - place.y) / place.height))
  }
  const away = (y: number, from: number, height: number) => {
    const at = (y - place.y) / place.height
    return Math.max(from - at, at - from - height, 0)
  }
  return (y) => {
    const near = smoothstep(0, GROWS, away(y, box.y, box.height))
    return mix(ROWS.subject, ROWS.plain, near)
  }
}

function joinBoxes(boxes: readonly Box[]): Box {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))]
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}

/** How much of what there is to see lies at a height of the picture, 0 to 1. */
function measureRows({ columns, rows, weights }: Cover['salience']): (at: number) => number {
  const sums = Array.from({ length: rows }, (_, row) =>
    weights.subarray(row * columns, (row + 1) * columns).reduce((sum, weight) => sum + weight, 0),
  )
  const most = Math.max(1e-9, ...sums)
  return (at) => {
    const row = Math.max(0, Math.min(rows - 1, Math.floor(at * rows)))
    return Math.sqrt((sums[row] ?? 0) / most)
  }
}

/** As many rows as come nearest to their heights, all a little higher or lower so that they fill their room; they meet on even pixels. */
function fillRows(from: number, to: number, findHeight: (y: number) => number): LetterRow[] {
  const heights: number[] = []
  let end = from
  while (end < to) {
    const height = findHeight(end)
    if (heights.length > 0 && to - end < LEAST_LAST * height) break
    heights.push(height)
    end += height
  }
  const stretch = (to - from) / (end - from)
  const snap = (y: number) => 2 * Math.round(y / 2)
  let at = from
  return heights.flatMap((height) => {
    const y = snap(at)
    at += stretch * height
    return snap(at) > y ? [{ y, height: snap(at) - y }] : []
  })
}
