import {
  type Box,
  type FontStyle,
  findWords,
  fitText,
  isRightToLeft,
  type LyricLine,
  mix,
  placeWords,
  type TextLayout,
  type TextStyle,
  type TextWord,
} from '@songreel/kit'

/** A word at its place in the poster of its phrase. */
export type PosterWord = {
  word: TextWord
  row: TextLayout
  box: Box
  /** The edge on which its row stands: from there it swells. */
  edgeX: number
  startSecs: number
  endSecs: number
}

/** The words of a phrase in their places, and how many of them each row has. */
export type Poster = { words: PosterWord[]; parting: readonly number[] }

/** How a phrase is set. */
export type PosterSetting = { box: Box; font: FontStyle }

/** Air between the letters of two rows, in em of the smallest: capitals have no descenders to leave room for. */
const ROW_GAP = 0.15
/** Words swell with the beat and still stay inside; rows swell away from their edge, so that only their other end needs air. */
const MARGIN = { width: 0.985, height: 0.975 }

/** Every row as wide as the box: short words become huge. The second of two singers stands on the other side, if there is one. */
export function setPoster(
  line: LyricLine,
  setting: PosterSetting & { isSecond?: boolean; parting?: readonly number[] | undefined },
): Poster {
  const { box, isSecond = false, parting } = setting
  const rows = fitRows(line.text, setting, parting)
  const [first] = rows
  if (!first) return { words: [], parting: [] }
  const gap = ROW_GAP * Math.min(...rows.map(({ sizePx }) => sizePx))
  const isRight = isRightToLeft(line.text) !== isSecond
  const high = rows.reduce((sum, { ink }) => sum + ink.bottom, (rows.length - 1) * gap)
  let y = box.y + Math.max(0, box.height - high)
  const seats = rows.flatMap((row) => {
    // By the ink: the air beside a huge letter would be another edge than the small type has.
    const side = isRight ? 1 : 0
    const edgeX = box.x + side * box.width
    const at = { x: edgeX - mix(row.ink.left, row.ink.right, side), y, edgeX }
    y += row.ink.bottom + gap
    return findWords(row).map((word) => ({ row, word, at }))
  })
  // Timed as one text, because a row alone does not know which part of the line it is.
  const timed = placeWords({ ...first, lines: rows.flatMap(({ lines }) => lines) }, line)
  const words = seats.map(({ row, word, at }, index) => {
    const { startSecs = line.startSecs, endSecs = line.endSecs } = timed[index] ?? {}
    const { sizePx } = row
    const width = Math.max(1, word.right - word.left)
    const seat = { x: at.x + word.left, y: at.y + word.baseline - sizePx, width, height: 1.25 * sizePx }
    return { word, row, box: seat, edgeX: at.edgeX, startSecs, endSecs }
  })
  return { words, parting: rows.map(countWords) }
}

function countWords({ lines }: TextLayout): number {
  return lines.reduce((sum, { text }) => sum + text.split(' ').length, 0)
}

/** The parting into rows that is given, or fills the box best, each row then set to the box's width. */
function fitRows(text: string, { box, font }: PosterSetting, parting?: readonly number[]): TextLayout[] {
  const [width, height] = [box.width * MARGIN.width, box.height * MARGIN.height]
  const style = { font, role: 'DISPLAY', align: 'LEFT', uppercase: true } as const
  const fit = (words: string, maxSizePx: number, maxLines: number, row: Row = { width }) => {
    const sizes = { maxSizePx, minSizePx: Math.min(width, box.height) / 60, maxLines }
    const { context } = row
    // A row has the room of one line: with room below, type that comes out small would be broken into lines.
    const room = { width: row.width, height: maxLines === 1 ? ROW_HEIGHT * maxSizePx : height }
    return fitText(words, room, { ...style, ...sizes, ...(context && { context }) })
  }
  // In no box at all: in a small one a long word would be measured smaller, and phrases parted otherwise than in a large one.
  const measure = (word: string) =>
    fitText(word, ENDLESS, { ...style, maxSizePx: MEASURE_PX, minSizePx: MEASURE_PX, maxLines: 1 })
  // Of the capitals, which are all that a row is high.
  const most = (height * MOST_OF_HEIGHT * MEASURE_PX) / measure('H').ink.bottom
  const words = text.split(' ')
  const isPhrase = words.length > 1 && words.length <= MOST_ROWS
  const given = parting && partWords(words, parting)
  const rows = given
    ? given
    : isPhrase
      ? findBestRows(words, { width, height }, measure)
      : fit(text, height / 2, MOST_ROWS).lines.map((line) => line.text)
  const contexts = rows.map((_, index) => ({
    before: `${rows.slice(0, index).join(' ')} `,
    after: ` ${rows.slice(index + 1).join(' ')}`,
  }))
  // No more than a row can have.
  const sizes = rows.map((row) => (1.05 * MEASURE_PX * width) / Math.max(1, measure(row).block.right))
  let share = 1
  for (;;) {
    const set = rows.map((row, index) =>
      fit(row, Math.min(most, share * sizes[index]!), 1, { width: share * width, context: contexts[index] }),
    )
    const gap = ROW_GAP * Math.min(...set.map(({ sizePx }) => sizePx))
    const all = set.reduce((sum, { ink }) => sum + ink.bottom, (set.length - 1) * gap)
    if (all <= height || share < LEAST_SHARE) return set
    // All rows together, so that they stay as wide as each other.
    share *= Math.max(0.8, Math.min(0.98, height / all))
  }
}

function partWords(words: readonly string[], parting: readonly number[]): string[] | undefined {
  if (parting.reduce((sum, count) => sum + count, 0) !== words.length) return undefined
  let from = 0
  return parting.map((count) => {
    from += count
    return words.slice(from - count, from).join(' ')
  })
}

/** In em: capitals and what hangs below them. */
const ROW_HEIGHT = 1.3

type Row = { width: number; context?: TextStyle['context'] }

type Measured = { width: number; height: number }

/** Tries every parting of a few words: rows as wide as the box, and together as high as it. */
function findBestRows(
  words: readonly string[],
  box: Measured,
  measure: (word: string) => TextLayout,
): string[] {
  const widths = words.map((word) => measure(word).block.right)
  const rise = measure('H').ink.bottom
  let best = { rows: [words.join(' ')], score: 0 }
  for (let cuts = 0; cuts < 2 ** (words.length - 1); cuts++) {
    const rows: { text: string; width: number }[] = []
    for (const [index, text] of words.entries()) {
      const width = widths[index] ?? 0
      const row = rows.at(-1)
      if (row && (cuts >> (index - 1)) % 2 === 0) {
        row.text += ` ${text}`
        row.width += width + SPACE * MEASURE_PX
      } else rows.push({ text, width })
    }
    if (rows.slice(0, -1).some(({ text }) => TINY_WORD.test(text))) continue
    const sizes = rows.map((row) => Math.min(box.width / row.width, (box.height * MOST_OF_HEIGHT) / rise))
    const gap = (rows.length - 1) * ROW_GAP * MEASURE_PX * Math.min(...sizes)
    const high = sizes.reduce((sum, size) => sum + size * rise, gap)
    const shrink = Math.min(1, box.height / high)
    // The area of all rows; where they had to shrink they no longer fill the width, and lose once more.
    const filled = rows.reduce((sum, row, i) => sum + row.width * (sizes[i] ?? 0) ** 2 * rise, 0)
    const score = filled * shrink ** 3 * (Math.min(...sizes) / Math.max(...sizes)) ** 0.2
    if (score > best.score) best = { rows: rows.map((row) => row.text), score }
  }
  return best.rows
}

/** "I", "To": no row of its own, but one with the next word. In scripts without capitals so few signs may say much. */
const TINY_WORD = /^[\p{Lu}\p{Ll}]{1,2}$/u
const MEASURE_PX = 100
const ENDLESS = { width: 1e5, height: 1e5 }
/** In em. */
const SPACE = 0.2
/** A phrase has at most so many rows. */
export const MOST_ROWS = 5
/** No row has larger type. */
const MOST_OF_HEIGHT = 0.9
/** Rows that would have to be narrower than this are too many for any box. */
const LEAST_SHARE = 0.05
