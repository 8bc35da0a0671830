import { createCanvas } from '@napi-rs/canvas'
import { toHex } from '../paint/colour.ts'
import type { FontStyle } from '../paint/font-families.ts'
import { drawText, fitText, type TextLayout, type TextStyle } from '../paint/text.ts'
import { type Json, SOFT_RETURN } from './lottie-file.ts'

/** A text of an animation as a picture: its place by the text's own origin, in units of the animation. */
export type TextPicture = { url: string; x: number; y: number; width: number; height: number }

/** What a text is drawn with. */
export type TextSetting = {
  text: string
  font: FontStyle
  /** `#rrggbb`; absent: its own. */
  colour?: string | undefined
  /** Pixels a unit of the animation. */
  density: number
}

const MOST_SIDE_PX = 4096
/** Room around the letters in em, for what reaches out of a line. */
const AIR = 0.35
/** A text may be a little longer than the one that stood there; beyond that it is set smaller. */
const STRETCH = 1.15
const HEAVY = /bold|black|heavy|semi|display/i

/**
 * Draws a text of an animation with the kit's own type, which has letters of every script: Lottie files name fonts that
 * nobody else has. It stays in the room that the words in the file take, or in the text's box.
 */
export function drawTextPicture(document: Json, setting: TextSetting): TextPicture | undefined {
  const size = Math.min(2000, Math.max(1, readNumber(document.s) ?? 20))
  const own = splitLines(String(document.t ?? ''))
  const words = splitLines(setting.text).join('\n').trim()
  if (words === '') return undefined
  const style = readStyle(document, setting, size)
  const room = findRoom(document, own, { size, style, density: setting.density })
  const air = AIR * size
  const [width, height] = [room.width + 2 * air, room.height + 2 * air]
  const density = Math.min(setting.density, MOST_SIDE_PX / Math.max(width, height))
  const sized = { ...style, maxSizePx: size * density, minSizePx: (size * density) / 5 }
  const layout = fitText(words.replaceAll('\n', ' '), toPixels(room, density), {
    ...sized,
    maxLines: room.lines,
  })
  const canvas = createCanvas(Math.ceil(width * density), Math.ceil(height * density))
  const colour = setting.colour ?? readColour(document.fc) ?? readColour(document.sc) ?? '#ffffff'
  drawText(canvas.getContext('2d'), layout, air * density, air * density, colour)
  const baseline = room.isBox ? 0 : findBaseline(layout, room.lines) / density
  const url = `data:image/png;base64,${canvas.toBuffer('image/png').toString('base64')}`
  return {
    url,
    x: room.x - air,
    y: room.y - air - baseline,
    width: canvas.width / density,
    height: canvas.height / density,
  }
}

type Room = { x: number; y: number; width: number; height: number; lines: number; isBox: boolean }

function toPixels({ width, height }: Room, density: number) {
  return { width: width * density, height: height * density }
}

/** A text's box; where it has none, what its own words take beside the origin of the first line. */
function findRoom(
  document: Json,
  own: readonly string[],
  { size, style, density }: { size: number; style: TextStyle; density: number },
): Room {
  const [width, height] = readPoint(document.sz)
  const [x, y] = readPoint(document.ps)
  if (width > 0 && height > 0) {
    const lines = Math.max(1, Math.floor(height / (1.15 * size)))
    return { x, y, width, height, lines: Math.min(8, lines), isBox: true }
  }
  const lines = Math.min(8, Math.max(1, own.length))
  const wide = { width: 1e5, height: 3 * size * density }
  const widths = own.map((line) => {
    const { ink } = fitText(line, wide, { ...style, maxSizePx: size * density, maxLines: 1 })
    return (ink.right - ink.left) / density
  })
  const room = STRETCH * Math.max(size, ...widths)
  const start = style.align === 'RIGHT' ? -room : style.align === 'CENTER' ? -room / 2 : 0
  return { x: start, y: 0, width: room, height: lines * 1.4 * size, lines, isBox: false }
}

function readStyle(document: Json, { font }: TextSetting, size: number): TextStyle {
  const align = document.j === 1 ? 'RIGHT' : document.j === 2 ? 'CENTER' : 'LEFT'
  return {
    font,
    role: HEAVY.test(String(document.f)) ? 'DISPLAY' : 'TEXT',
    maxSizePx: size,
    align,
    uppercase: document.ca === 1,
  }
}

/** A text that takes more lines than the one that stood there grows upwards. */
function findBaseline({ lines }: TextLayout, ownLines: number): number {
  return lines[Math.max(0, lines.length - ownLines)]?.baseline ?? 0
}

/** Lottie ends lines as After Effects does. */
function splitLines(text: string): string[] {
  return text
    .slice(0, 2000)
    .replaceAll(SOFT_RETURN, '\n')
    .split(/\r\n|[\r\n]/)
}

function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

function readPoint(value: unknown): [number, number] {
  if (!Array.isArray(value)) return [0, 0]
  const read = (part: unknown) => Math.max(-1e4, Math.min(1e4, readNumber(part) ?? 0))
  return [read(value[0]), read(value[1])]
}

/** Colours have three shares from 0 to 1. */
function readColour(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length < 3) return undefined
  const [r, g, b] = value.map((share) => Math.round(255 * Math.max(0, Math.min(1, Number(share) || 0))))
  return toHex([r ?? 0, g ?? 0, b ?? 0])
}
