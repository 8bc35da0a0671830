import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { drawText, fitText } from '@songreel/kit'
import sharp from 'sharp'

/** A drawn frame: its pixels as RGB, rows without padding. */
export type RehearsedFrame = { rgb: Buffer; width: number; height: number }

/** Frames side by side under a heading; each may have a caption. */
export type SheetRow = {
  heading: string
  heightPx: number
  cells: { frame: RehearsedFrame; caption: string }[]
}

const MARGIN_PX = 32
const GAP_PX = 16
const HEADING_PX = 40
const CAPTION_PX = 28
const PAPER = '#17181c'
const INK = '#f2f2f4'
const QUIET_INK = '#9a9ca6'

/** Joins frames to one picture, as PNG. */
export async function joinFrames(title: string, rows: readonly SheetRow[]): Promise<Buffer> {
  const measureWidth = ({ cells, heightPx }: SheetRow) =>
    cells.reduce((sum, { frame }) => sum + cellWidth(frame, heightPx) + GAP_PX, -GAP_PX)
  const width = 2 * MARGIN_PX + Math.max(...rows.map(measureWidth))
  const rowHeight = (row: SheetRow) => headingHeight(row) + row.heightPx + CAPTION_PX + GAP_PX
  const height = 2 * MARGIN_PX + HEADING_PX + rows.reduce((sum, row) => sum + rowHeight(row), 0)
  const canvas = createCanvas(width, height)
  const ctx = canvas.getContext('2d')
  ctx.fillStyle = PAPER
  ctx.fillRect(0, 0, width, height)
  write(ctx, title, { x: MARGIN_PX, y: MARGIN_PX, width: width - 2 * MARGIN_PX, sizePx: 28, colour: INK })
  let y = MARGIN_PX + HEADING_PX
  for (const row of rows) {
    write(ctx, row.heading, {
      x: MARGIN_PX,
      y: y + 8,
      width: width - 2 * MARGIN_PX,
      sizePx: 18,
      colour: QUIET_INK,
    })
    drawCells(ctx, row, y + headingHeight(row))
    y += rowHeight(row)
  }
  return canvas.encode('png')
}

/** A frame as PNG. */
export function encodeFrame({ rgb, width, height }: RehearsedFrame): Promise<Buffer> {
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** A PNG as a smaller JPEG, for pages. */
export function toJpeg(png: Buffer): Promise<Buffer> {
  return sharp(png).jpeg({ quality: 80, mozjpeg: true }).toBuffer()
}

/** A PNG as a frame. */
export async function decodeFrame(png: Buffer): Promise<RehearsedFrame> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { rgb: data, width: info.width, height: info.height }
}

function drawCells(ctx: SKRSContext2D, { cells, heightPx }: SheetRow, top: number): void {
  let x = MARGIN_PX
  for (const { frame, caption } of cells) {
    const width = cellWidth(frame, heightPx)
    ctx.imageSmoothingQuality = 'high'
    ctx.drawImage(toCanvas(frame), x, top, width, heightPx)
    write(ctx, caption, { x, y: top + heightPx + 8, width, sizePx: 14, colour: QUIET_INK })
    x += width + GAP_PX
  }
}

/** A row that continues the one above has no heading. */
function headingHeight({ heading }: SheetRow): number {
  return heading === '' ? 0 : HEADING_PX
}

function cellWidth({ width, height }: RehearsedFrame, heightPx: number): number {
  return Math.round((width / height) * heightPx)
}

function toCanvas({ rgb, width, height }: RehearsedFrame) {
  const canvas = createCanvas(width, height)
  const ctx = canvas.getContext('2d')
  const image = ctx.createImageData(width, height)
  for (let pixel = 0; pixel < width * height; pixel++) {
    image.data.set(rgb.subarray(pixel * 3, pixel * 3 + 3), pixel * 4)
    image.data[pixel * 4 + 3] = 255
  }
  ctx.putImageData(image, 0, 0)
  return canvas
}

type Writing = { x: number; y: number; width: number; sizePx: number; colour: string }

function write(ctx: SKRSContext2D, text: string, { x, y, width, sizePx, colour }: Writing): void {
  const style = { font: 'MODERN', role: 'TEXT', maxSizePx: sizePx, minSizePx: 8, maxLines: 1 } as const
  drawText(ctx, fitText(text, { width, height: sizePx * 1.4 }, style), x, y, colour)
}
