import {
  type Box,
  findWords,
  insetBox,
  type LetterRow,
  type Painting,
  paint,
  type Size,
  type TextLayout,
} from '@songreel/kit'

/** Around type no letter of the wall is nearer than the first of these; a narrower strip of the wall beside it than the other would be broken letters. In pixels of a short side of 1080. */
const CLEAR_PX = { air: 26, strip: 96 }

/** How type grows, around a point: its clearing has room for it at its largest. */
export type Growth = { by: number; x: number; y: number }

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

/** What the wall is made of, where its photograph is, and a pixel of the design. */
export type Wall = { rows: readonly LetterRow[]; pane: Box; size: Size; unit: number }

/** What a clearing takes for rows of type: themselves at their largest, their air, and whole rows of the wall: none is cut along its middle. */
export function planClearing(boxes: readonly Box[], wall: Wall, growth?: Growth): Box[] {
  const { rows, unit } = wall
  const { by, x: atX, y: atY } = growth ?? { by: 1, x: 0, y: 0 }
  return boxes.map(({ x, y, width, height }) => {
    const grown = { x: atX + by * (x - atX), y: atY + by * (y - atY), width: by * width, height: by * height }
    const aired = insetBox(grown, -CLEAR_PX.air * unit)
    const reached = rows.filter((row) => row.y < aired.y + aired.height && row.y + row.height > aired.y)
    const top = Math.min(aired.y, ...reached.map((row) => row.y))
    const bottom = Math.max(aired.y + aired.height, ...reached.map((row) => row.y + row.height))
    return fillStrips({ ...aired, y: top, height: bottom - top }, wall)
  })
}

/** A clearing goes up to the edge of the wall where nothing but a strip would be left of it. */
function fillStrips(box: Box, { pane, size, unit }: Wall): Box {
  const isBeside = pane.y < box.y + box.height && pane.y + pane.height > box.y
  const [first, last] = [
    isBeside && pane.x === 0 ? pane.width : 0,
    isBeside && pane.x > 0 ? pane.x : size.width,
  ]
  const strip = CLEAR_PX.strip * unit
  const left = box.x - first < strip ? first : box.x
  const right = last - box.x - box.width < strip ? last : box.x + box.width
  return { ...box, x: left, width: right - left }
}

/** The plain ground behind rows of type: letters that touched them would be read with them. */
export function paintClearing(rows: readonly Box[], ground: string): Painting {
  const left = Math.min(...rows.map(({ x }) => x))
  const top = Math.min(...rows.map(({ y }) => y))
  const width = Math.max(...rows.map((row) => row.x + row.width)) - left
  const height = Math.max(...rows.map((row) => row.y + row.height)) - top
  return paint({ x: left, y: top, width, height }, (ctx) => {
    ctx.fillStyle = ground
    for (const row of rows) ctx.fillRect(row.x - left, row.y - top, row.width, row.height)
  })
}
