import { type Box, type Cover, type FrameLayout, findSubject, type Subject } from '@songreel/kit'
import type { Seen } from './keeping-crop.ts'
import { measureThings } from './kept.ts'

type Cells = Pick<Subject, 'columns' | 'rows' | 'weights'>

/** How much of the frame the cover leaves open beside or below the words: behind them nothing is missed. */
export function measureOpen(place: Box, { size, shape }: FrameLayout, words: Box): number {
  const rest = (from: number, length: number, whole: number): [number, number] =>
    from + length / 2 < whole / 2 ? [from + length, whole] : [0, from]
  const [left, right] = shape === 'WIDE' ? rest(words.x, words.width, size.width) : [0, size.width]
  const [top, bottom] = shape === 'WIDE' ? [0, size.height] : rest(words.y, words.height, size.height)
  const across = Math.min(right, place.x + place.width) - Math.max(left, place.x)
  const down = Math.min(bottom, place.y + place.height) - Math.max(top, place.y)
  return 1 - (Math.max(0, across) * Math.max(0, down)) / ((right - left) * (bottom - top))
}

/** How far the subject's middle is from the middle of what the words leave free, in frames. */
export function measureAside(
  { salience }: Cover,
  place: Box,
  { size, shape }: FrameLayout,
  words: Box,
): number {
  const { box } = findSubject(salience)
  if (!box) return 0
  const middle = (start: number, length: number) => start + length / 2
  const free = (from: number, length: number, whole: number) =>
    middle(from, length) < whole / 2 ? (from + length + whole) / 2 : from / 2
  const x = place.x + middle(box.x, box.width) * place.width
  const y = place.y + middle(box.y, box.height) * place.height
  const wishedX = shape === 'WIDE' ? free(words.x, words.width, size.width) : size.width / 2
  const wishedY = shape === 'WIDE' ? size.height / 2 : free(words.y, words.height, size.height)
  return Math.abs(x - wishedX) / size.width + Math.abs(y - wishedY) / size.height
}

/** What lies behind a box: of the subject, of things and of all there is to see, 0 to 1, and of the head that lies deepest in it. */
export function measureBehind({ cover: { salience }, kept }: Seen, place: Box, box: Box) {
  const left = (box.x - place.x) / place.width
  const top = (box.y - place.y) / place.height
  const right = left + box.width / place.width
  const bottom = top + box.height / place.height
  const sumBehind = ({ columns, rows, weights }: Cells) =>
    weights.reduce((sum, part, i) => {
      const [x, y] = [((i % columns) + 0.5) / columns, (Math.floor(i / columns) + 0.5) / rows]
      return x < left || x > right || y < top || y > bottom ? sum : sum + part
    }, 0)
  const all = salience.weights.reduce((sum, part) => sum + part, 0)
  const depths = kept.heads.map(({ x, y, width, height }) => {
    const across = Math.min(right, x + width) - Math.max(left, x)
    const down = Math.min(bottom, y + height) - Math.max(top, y)
    return across > 0 && down > 0 ? (across * down) / (width * height) : 0
  })
  return {
    subject: sumBehind(findSubject(salience)),
    head: Math.max(0, ...depths),
    things: measureThings(kept, place, box),
    weight: sumBehind(salience) / Math.max(1e-9, all),
  }
}
