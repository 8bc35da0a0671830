import { type Box, findWords, type TextLayout } from '@songreel/kit'

/** Where the letters of each row of a text stand. */
export function listRowBoxes(text: TextLayout, at: { x: number; y: number }): Box[] {
  const { ink, sizePx, lines } = text
  const words = findWords(text)
  return lines.flatMap(({ baseline }, index) => {
    const own = words.filter(({ line }) => line === index)
    if (own.length === 0) return []
    const [left, right] = [
      Math.min(...own.map((word) => word.left)),
      Math.max(...own.map((word) => word.right)),
    ]
    const top = Math.max(ink.top, baseline - RISE * sizePx)
    const bottom = Math.min(ink.bottom, baseline + FALL * sizePx)
    return [{ x: at.x + left, y: at.y + top, width: right - left, height: Math.max(1, bottom - top) }]
  })
}

/** How far letters go up and down from their baseline, in em. */
const RISE = 0.95
const FALL = 0.3
