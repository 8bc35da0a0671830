import { type Box, type Cover, findSubject, type LetterRow, mix, smoothstep } from '@songreel/kit'

/** Heights of rows in pixels of a short side of 1080, beside the subject and far from it: words that can be read in passing. Each is a multiple of the step: frames of the usual sizes have whole rows. */
const ROWS = { subject: 60, plain: 84, step: 6 }
/** Where nothing stands out letters stay smaller where there is most to see. */
const NO_SUBJECT = { fine: 60, plain: 84 }
/** Letters grow over so much of the picture's height. */
const GROWS = 0.36

/** Rows of letters from the frame's upper edge to its lower one: smaller beside the subject, large where the picture is plain. */
export function planRows(
  cover: Cover,
  shots: readonly Box[],
  heightPx: number,
  scale: (px: number) => number,
): LetterRow[] {
  const wishes = shots.map((place) => planHeights(cover, place))
  const snap = (px: number) => scale(ROWS.step * Math.round(px / ROWS.step))
  return fillRows(heightPx, (y) => snap(Math.min(...wishes.map((wishAt) => wishAt(y)))))
}

function planHeights({ salience }: Cover, place: Box): (y: number) => number {
  const { box } = findSubject(salience)
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

/** Rows must meet on even pixels; the last one takes what is left, or the one before it does. */
function fillRows(heightPx: number, findHeight: (y: number) => number): LetterRow[] {
  const ends = [0]
  for (let end = 0; end < heightPx; ) {
    const height = findHeight(end)
    end = heightPx - (end + height) < 0.6 * height ? heightPx : end + height
    ends.push(end)
  }
  const snap = (y: number) => 2 * Math.round(y / 2)
  return ends
    .slice(1)
    .map((end, i) => ({ y: snap(ends[i] ?? 0), height: snap(end) - snap(ends[i] ?? 0) }))
    .filter(({ height }) => height > 0)
}
