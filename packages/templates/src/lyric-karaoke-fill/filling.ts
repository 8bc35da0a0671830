import { placeWords } from '@songreel/kit'
import type { SungRow } from './rows.ts'

/** How far the cover is filled, 0 to 1, and with what: its own colours, or the print that takes their place again. */
export type Filled = { share: number; isOwn: boolean }

/**
 * The cover is filled from side to side while a row is sung, word by word as the row itself is: with its own colours by the first
 * row, with the print by the second, and so on. Between rows it stays.
 */
export function planFilling(rows: readonly SungRow[]): (secs: number) => Filled {
  const sung = rows
    .filter(({ slot }) => slot !== 2)
    .toSorted((a, b) => a.line.startSecs - b.line.startSecs)
    .map((row) => ({ startSecs: row.line.startSecs, sungAt: measureSung(row) }))
  return (secs) => {
    const index = sung.findLastIndex(({ startSecs }) => startSecs <= secs + 1e-6)
    const row = sung[index]
    if (!row) return { share: 0, isOwn: true }
    // Where the next row is sung before this one is over, the cover is filled until then: it never jumps.
    const most = row.sungAt(sung[index + 1]?.startSecs ?? Number.POSITIVE_INFINITY)
    const share = most > 0 ? Math.min(1, row.sungAt(secs) / most) : 1
    return { share, isOwn: index % 2 === 0 }
  }
}

/** How much of a row has been sung, by the widths of its words. */
function measureSung({ text, line }: SungRow): (secs: number) => number {
  const words = placeWords(text, line)
  const all = words.reduce((sum, { left, right }) => sum + right - left, 0)
  return (secs) => {
    const sung = words.reduce((sum, word) => sum + word.sung(secs) * (word.right - word.left), 0)
    return all > 0 ? sung / all : 1
  }
}
