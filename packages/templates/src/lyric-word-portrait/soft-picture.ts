import { mix, type PaintPicture, type Size } from '@songreel/kit'
import { spreadTones } from './tones.ts'

type Context = Parameters<PaintPicture>[0]

/** Letters take the colours of cells of so many pixels at a short side of 1080, as the dots of a halftone do: finer ones would make them hard to read. */
const CELL_PX = 22

/** Red, green, blue and tone of a place, the last one from 0 to 1, written into four values. */
export type SoftPicture = (x: number, y: number, into: Float32Array) => void

/** Reads what is drawn as softly as letters show it, and draws over a corner of it. */
export function readSoftly(ctx: Context, size: Size): SoftPicture {
  const cell = (CELL_PX * Math.min(size.width, size.height)) / 1080
  const [columns, rows] = [
    Math.max(2, Math.round(size.width / cell)),
    Math.max(2, Math.round(size.height / cell)),
  ]
  ctx.imageSmoothingQuality = 'high'
  ctx.drawImage(ctx.canvas, 0, 0, size.width, size.height, 0, 0, columns, rows)
  const { data } = ctx.getImageData(0, 0, columns, rows)
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
