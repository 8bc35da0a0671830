import { type Box, type FontStyle, isRightToLeft, placeInside, planFrame, type Size } from '@songreel/kit'
import { MARGIN_PX, type Words } from './place-title.ts'
import { setTitle, type TitleBlock } from './title-block.ts'

/** Where the print and the title behind it stand. */
export type PrintLayout = { print: Box; block: TitleBlock; at: { x: number; y: number } }

/** What a print is planned for; `top` is where the title may begin. */
export type PrintParts = { words: Words; font: FontStyle; ratio: number; top: number }

/** So much of the last line is behind the print, of its height: a touch, and every letter can be read. */
const TUCKED = 0.12
/** How much the print grows at most. */
export const GROWTH = 0.03

/** The title above, the print below it and a little over it. */
export function planPrint(size: Size, { words, font, ratio, top }: PrintParts): PrintLayout {
  const { safe, shape } = planFrame(size)
  const isTall = shape === 'TALL'
  const align = chooseAlign(size, words)
  const foot = (isTall ? 0.925 : 0.95) * size.height
  const edge = isTall ? safe.x : 0.09 * size.width
  // The print keeps at least so much of the height, and the title gets the rest.
  const lowest = foot - (isTall ? 0.4 : 0.52) * size.height
  const room = { width: safe.width - 2 * MARGIN_PX, height: Math.max(90, lowest - top) }
  const block = setTitle(words.title, font, { ...room, lines: isTall ? 3 : 2, align })
  const line = block.lines.at(-1)?.layout.lines.at(-1)
  const tucked = line ? TUCKED * (line.ink.bottom - line.ink.top) : 0
  const from = top + block.height - tucked
  const highest = (from + GROWTH * foot) / (1 + GROWTH)
  const free = { x: edge, y: highest, width: size.width - 2 * edge, height: foot - highest }
  const print = placeInside(free, ratio, 0.5, 1)
  const spare = safe.width - 2 * MARGIN_PX - block.width
  const x = safe.x + MARGIN_PX + (align === 'CENTER' ? spare / 2 : align === 'RIGHT' ? spare : 0)
  // A print that is smaller than its room draws the title down to itself.
  return { print, block, at: { x, y: print.y - GROWTH * print.height + tucked - block.height } }
}

/** Tall frames keep to an edge, beside the platform's buttons; all others are symmetrical. */
export function chooseAlign(size: Size, { title, artist }: Words): 'LEFT' | 'CENTER' | 'RIGHT' {
  if (planFrame(size).shape !== 'TALL') return 'CENTER'
  return isRightToLeft(title || artist) ? 'RIGHT' : 'LEFT'
}
