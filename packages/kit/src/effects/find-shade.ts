import type { Box, Size } from '../geometry.ts'
import type { LevelCells } from '../layers/level-cells.ts'
import { luminance, parseHex } from '../paint/colour.ts'
import { smoothstep } from '../paint/easing.ts'
import { type LightMap, toGrey } from '../paint/light-map.ts'
import type { Palette } from '../paint/palette.ts'

/** What type asks of the picture that it stands on. */
export type TypeNeed = {
  /** Where it stands, in pixels of the frame. */
  readonly boxes: readonly Box[]
  /** The contrast of the palette's text on all that is behind it. */
  readonly ratio: number
}

/** A picture as the frame shows it: its light, and where it lies, in pixels of the frame. */
export type ShownLight = { light: LightMap; place: Box }

/** How much of the ground's colour lies over the whole picture, and over each box of type. */
export type Shade = { whole: number; boxes: readonly { box: Box; amount: number }[] }

/** So much of what type needs lies over all of the picture: a patch behind type would look like a stain. */
const EVERYWHERE = 0.42
/** Grey levels that are held back: pictures move between the moments that were looked at, and video rounds. */
const MARGIN = 6
/** All but so many of the cells behind type count: one spark in a wide ground does not darken it. */
const COUNTED = 0.97
/** Over so much of the frame's short side the shade fades out around type. */
const REACH = 0.42
/** The shade is full a little beyond the type's own box. */
const RIM = 0.03
/** Type that takes so much of the width has a shade as wide as the frame. */
const BAND = 0.62

/** The least shade with which type can be read on these pictures. */
export function findShade(
  shown: readonly ShownLight[],
  palette: Pick<Palette, 'text' | 'background'>,
  need: TypeNeed,
): Shade {
  const amountOf = createMeter(palette, need.ratio)
  const boxes = need.boxes.map((box) => ({
    box,
    amount: shown.reduce((most, picture) => Math.max(most, measureBox(picture, box, amountOf)), 0),
  }))
  return { whole: EVERYWHERE * Math.max(0, ...boxes.map(({ amount }) => amount)), boxes }
}

/** Fills in how much of the ground's colour lies over each cell of a frame. */
export function spreadShade(cells: LevelCells, size: Size, { whole, boxes }: Shade): void {
  const { columns, rows, levels } = cells
  for (let cell = 0; cell < levels.length; cell++) {
    const x = (((cell % columns) + 0.5) / columns) * size.width
    const y = ((Math.floor(cell / columns) + 0.5) / rows) * size.height
    levels[cell] = shadeAt({ whole, boxes }, size, x, y)
  }
}

/** How much of the ground's colour lies over a place of the frame. */
export function shadeAt({ whole, boxes }: Shade, size: Size, x: number, y: number): number {
  const short = Math.min(size.width, size.height)
  return boxes.reduce((most, { box, amount }) => {
    // A wide block is a band from edge to edge: on a plain picture its ends would look like a box.
    const isBand = box.width > BAND * size.width
    const outX = isBand ? 0 : Math.max(box.x - x, x - box.x - box.width, 0)
    const away = Math.hypot(outX, Math.max(box.y - y, y - box.y - box.height, 0))
    const near = smoothstep(REACH * short, RIM * short, away)
    return Math.max(most, whole + (amount - whole) * near)
  }, whole)
}

/** How much of the ground's colour a place needs, by its lightest and its darkest grey. */
type Meter = (lightest: number, darkest: number) => number

function createMeter({ text, background }: Pick<Palette, 'text' | 'background'>, ratio: number): Meter {
  const type = luminance(parseHex(text))
  const ground = toGrey(luminance(parseHex(background)))
  const isLight = type > luminance(parseHex(background))
  const limit = toGrey(isLight ? (type + 0.05) / ratio - 0.05 : ratio * (type + 0.05) - 0.05)
  return (lightest, darkest) => {
    const [seen, over] = isLight
      ? [lightest + MARGIN, lightest + MARGIN - limit]
      : [darkest - MARGIN, limit - darkest + MARGIN]
    const room = Math.abs(seen - ground)
    return over <= 0 ? 0 : Math.min(1, room > 0 ? over / room : 1)
  }
}

function measureBox({ light, place }: ShownLight, box: Box, amountOf: Meter): number {
  const { columns, rows, lightest, darkest } = light
  const cells = (at: number, length: number, from: number, whole: number, count: number) => {
    const first = Math.floor(((at - from) / whole) * count)
    const last = Math.ceil(((at + length - from) / whole) * count) - 1
    return [Math.max(0, Math.min(count - 1, first)), Math.max(0, Math.min(count - 1, last))] as const
  }
  const [left, right] = cells(box.x, box.width, place.x, place.width, columns)
  const [top, bottom] = cells(box.y, box.height, place.y, place.height, rows)
  const amounts: number[] = []
  for (let row = top; row <= bottom; row++)
    for (let column = left; column <= right; column++) {
      const cell = row * columns + column
      amounts.push(amountOf(lightest[cell] ?? 0, darkest[cell] ?? 0))
    }
  amounts.sort((a, b) => a - b)
  return amounts[Math.floor(COUNTED * (amounts.length - 1))] ?? 0
}
