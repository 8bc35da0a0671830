import { type Box, type FontStyle, findWords, fitText, type TextLayout } from '@songreel/kit'

/** A line of the title, as it stands in the block. */
export type BlockLine = {
  layout: TextLayout
  /** Where its text box begins, and where its letters are. */
  x: number
  y: number
  ink: Box
  /** The room of each of its words, and of how many letters. */
  words: { box: Box; letters: number }[]
}

/** The title as a block whose lines are as wide as it is, from its upper left corner. */
export type TitleBlock = { width: number; height: number; lines: BlockLine[] }

/** What a block may take. */
export type BlockRoom = {
  width: number
  height: number
  lines: number
  align: 'LEFT' | 'RIGHT' | 'CENTER'
  /** No line is so many times larger than the smallest one. Default 2.4. */
  mostLarger?: number
}

/** Longer titles are set in one size: lines of many sizes would shout. */
const LONGEST_BLOCK = 26
const MOST_LARGER = 2.4
/** Between lines, in parts of the smaller one's height. */
const GAP = 0.18

/** Sets a title in about so many lines, as large as its room allows. */
export function setTitle(title: string, font: FontStyle, room: BlockRoom): TitleBlock {
  const style = {
    font,
    role: 'DISPLAY',
    uppercase: true,
    anchor: 'TOP',
    align: room.align,
    minSizePx: 30,
  } as const
  const inner = { width: room.width, height: room.height }
  const whole = fitText(title, inner, { ...style, maxSizePx: room.height, maxLines: room.lines })
  if (whole.lines.length === 0) return { width: 0, height: 0, lines: [] }
  if (title.length > LONGEST_BLOCK || whole.lines.length === 1) return toBlock([whole], room)
  const fitLine = (text: string, maxSizePx: number) =>
    // In a higher box, a long line would be broken.
    fitText(text, { ...inner, height: 1.7 * maxSizePx }, { ...style, maxSizePx, minSizePx: 8, maxLines: 1 })
  const widest = whole.lines.map(({ text }) => fitLine(text, room.height))
  const most = (room.mostLarger ?? MOST_LARGER) * Math.min(...widest.map(({ sizePx }) => sizePx))
  const held = widest.map((layout) => Math.min(most, layout.sizePx))
  const set = (part: number) =>
    toBlock(
      whole.lines.map(({ text }, i) => fitLine(text, held[i]! * part)),
      room,
    )
  // Not every script's lines are lower by as much as their letters are smaller.
  let [part, block] = [1, set(1)]
  for (let i = 0; i < MOST_TRIES && block.height > room.height; i++) {
    part *= (0.97 * room.height) / block.height
    block = set(part)
  }
  return block
}

const MOST_TRIES = 6

/** Texts below each other by their ink. */
function toBlock(layouts: TextLayout[], { align }: BlockRoom): TitleBlock {
  const width = Math.max(...layouts.map(({ ink }) => ink.right - ink.left))
  let bottom = 0
  const lines = layouts.map((layout, i): BlockLine => {
    const { ink } = layout
    const size = { width: ink.right - ink.left, height: ink.bottom - ink.top }
    const before = layouts[i - 1]?.ink
    const gap = before ? GAP * Math.min(before.bottom - before.top, size.height) : 0
    const spare = width - size.width
    const left = align === 'LEFT' ? 0 : align === 'RIGHT' ? spare : spare / 2
    const box = { x: left, y: bottom + gap, ...size }
    bottom = box.y + box.height
    const [x, y] = [box.x - ink.left, box.y - ink.top]
    return { layout, x, y, ink: box, words: listWords(layout, x, y) }
  })
  return { width, height: bottom, lines }
}

function listWords(layout: TextLayout, x: number, y: number): BlockLine['words'] {
  return findWords(layout).map(({ text, line, left, right }) => {
    const { top, bottom } = layout.lines[line]!.ink
    const letters = [...text.normalize('NFC')].filter((letter) => /[\p{L}\p{N}\p{S}]/u.test(letter)).length
    return {
      box: { x: x + left, y: y + top, width: right - left, height: bottom - top },
      letters: Math.max(1, letters),
    }
  })
}
