import { type Box, mix, type PaintPicture, type Size, smoothstep } from '@songreel/kit'
import { spreadTones } from './tones.ts'

type Context = Parameters<PaintPicture>[0]

/** Letters take the colours of cells of so many pixels at a short side of 1080, as the dots of a halftone do: finer ones would make them hard to read. */
const CELL_PX = 22

/** Red, green, blue and tone of a place, the last one from 0 to 1, written into four values. */
export type SoftPicture = (x: number, y: number, into: Float32Array) => void

/** So far beyond a picture, in parts of the frame's shorter side, what its edge drew out into stripes goes over into one even ground: nearly wholly above and below, where stripes cut through rows of words, and less beside it, where rows are coloured by them. */
const EVEN = { reach: 0.3, rows: 0.85, columns: 0.3 }

/** Reads what is drawn as softly as letters show it around the place of the picture itself, and draws over a corner of it. */
export function readSoftly(ctx: Context, size: Size, place: Box): SoftPicture {
  const cell = (CELL_PX * Math.min(size.width, size.height)) / 1080
  const [columns, rows] = [
    Math.max(2, Math.round(size.width / cell)),
    Math.max(2, Math.round(size.height / cell)),
  ]
  ctx.imageSmoothingQuality = 'high'
  ctx.drawImage(ctx.canvas, 0, 0, size.width, size.height, 0, 0, columns, rows)
  const { data } = ctx.getImageData(0, 0, columns, rows)
  evenOut(data, { columns, rows }, { size, place })
  const tones = spreadTones(data, { width: columns, height: rows })
  const planes = [...[0, 1, 2].map((channel) => tones.map((_, i) => data[4 * i + channel]!)), tones]
  return (x, y, into) => {
    const across = Math.max(0, Math.min(columns - 1.001, ((x + 0.5) / size.width) * columns - 0.5))
    const down = Math.max(0, Math.min(rows - 1.001, ((y + 0.5) / size.height) * rows - 0.5))
    const [left, top] = [Math.floor(across), Math.floor(down)]
    const [partX, partY] = [across - left, down - top]
    const at = top * columns + left
    for (let channel = 0; channel < 4; channel++) {
      const plane = planes[channel]!
      const upper = mix(plane[at]!, plane[at + 1]!, partX)
      const lower = mix(plane[at + columns]!, plane[at + columns + 1]!, partX)
      into[channel] = mix(upper, lower, partY)
    }
  }
}

/** Far above and below a picture each row goes over to its mean, and far beside it each column. */
function evenOut(
  data: Uint8ClampedArray,
  { columns, rows }: { columns: number; rows: number },
  { size, place }: { size: Size; place: Box },
): void {
  const reach = EVEN.reach * Math.min(size.width, size.height)
  const shareAt = (at: number, start: number, length: number) =>
    smoothstep(0, reach, Math.max(start - at, at - start - length))
  for (let row = 0; row < rows; row++) {
    const share = EVEN.rows * shareAt(((row + 0.5) / rows) * size.height, place.y, place.height)
    const cells = Array.from({ length: columns }, (_, column) => row * columns + column)
    if (share > 0) blendToMean(data, cells, share)
  }
  for (let column = 0; column < columns; column++) {
    const share = EVEN.columns * shareAt(((column + 0.5) / columns) * size.width, place.x, place.width)
    const cells = Array.from({ length: rows }, (_, row) => row * columns + column)
    if (share > 0) blendToMean(data, cells, share)
  }
}

function blendToMean(data: Uint8ClampedArray, cells: readonly number[], share: number): void {
  for (let channel = 0; channel < 3; channel++) {
    const mean = cells.reduce((sum, cell) => sum + data[4 * cell + channel]!, 0) / cells.length
    for (const cell of cells) data[4 * cell + channel] = mix(data[4 * cell + channel]!, mean, share)
  }
}
