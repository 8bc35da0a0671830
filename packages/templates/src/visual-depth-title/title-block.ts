import { type Box, type FontStyle, findWords, fitText, type TextLayout } from '@songreel/kit'

/** A line of the title, as it stands in the block. */
export type BlockLine = {
  layout: TextLayout
  /** Where its text box begins, and where its letters are. */
  x: number
  y: number
  ink: Box
  /** The room of each of its words, and of their letters. */
  words: { box: Box; letters: Box[] }[]
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
  if (title.length > LONGEST_BLOCK || whole.lines.length === 1) return toBlock([whole], font, room)
  const fitLine = (text: string, maxSizePx: number) =>
    // In a higher box, a long line would be broken.
    fitText(text, { ...inner, height: 1.7 * maxSizePx }, { ...style, maxSizePx, minSizePx: 8, maxLines: 1 })
  const widest = whole.lines.map(({ text }) => fitLine(text, room.height))
  const most = (room.mostLarger ?? MOST_LARGER) * Math.min(...widest.map(({ sizePx }) => sizePx))
  const held = widest.map((layout) => Math.min(most, layout.sizePx))
  const set = (part: number) =>
    toBlock(
      whole.lines.map(({ text }, i) => fitLine(text, held[i]! * part)),
      font,
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
function toBlock(layouts: TextLayout[], font: FontStyle, { align }: BlockRoom): TitleBlock {
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
    return { layout, x, y, ink: box, words: listWords(layout, font, x, y) }
  })
  return { width, height: bottom, lines }
}

function listWords(layout: TextLayout, font: FontStyle, x: number, y: number): BlockLine['words'] {
  return findWords(layout).map(({ text, line, left, right }) => {
    const { top, bottom } = layout.lines[line]!.ink
    const box = { x: x + left, y: y + top, width: right - left, height: bottom - top }
    return { box, letters: partWord(text, box, { font, sizePx: layout.sizePx }) }
  })
}

/** Where the letters of a word stand: an I is no E. Letters that join, or change beside others, have about as much room each. */
function partWord(text: string, box: Box, { font, sizePx }: { font: FontStyle; sizePx: number }): Box[] {
  const letters = [...text.normalize('NFC')].filter((letter) => /[\p{L}\p{N}\p{S}]/u.test(letter))
  const widths = letters.map((letter) => measureLetter(letter, font) * sizePx)
  const count = Math.max(1, letters.length)
  const gap = (box.width - widths.reduce((sum, width) => sum + width, 0)) / Math.max(1, count - 1)
  const isSet = STANDING.test(text) && letters.length > 0 && gap >= 0 && gap < MOST_APART * sizePx
  let at = box.x
  return Array.from({ length: count }, (_, i) => {
    const width = isSet ? widths[i]! : box.width / count
    const x = at
    at += width + (isSet ? gap : 0)
    return { ...box, x, width }
  })
}

/** Letters that stand on their line one by one. */
export const STANDING = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}]*$/u
/** With more air than this between its letters a word has something else in it. */
const MOST_APART = 0.25

/** A letter's width in parts of its size; a title is set in many sizes before one is taken. */
const known = new Map<string, number>()
const MEASURED_PX = 100

function measureLetter(letter: string, font: FontStyle): number {
  const key = `${font} ${letter}`
  const found = known.get(key)
  if (found !== undefined) return found
  const room = { width: 9 * MEASURED_PX, height: 3 * MEASURED_PX }
  const style = { font, role: 'DISPLAY', uppercase: true, maxSizePx: MEASURED_PX, maxLines: 1 } as const
  const { ink, sizePx } = fitText(letter, room, style)
  const width = (ink.right - ink.left) / sizePx
  known.set(key, width)
  return width
}
