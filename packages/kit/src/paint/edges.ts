import type { Picture } from './picture.ts'

type Grid = { columns: number; rows: number }

/** The strongest edge in each cell of a grid over a picture: how far apart two neighbouring pixels are in brightness, 0 to 255. */
export function findEdges({ pixels, width, height }: Picture, { columns, rows }: Grid): Float32Array {
  const brightness = new Float32Array(width * height)
  for (let i = 0; i < brightness.length; i++)
    brightness[i] = 0.299 * pixels[4 * i]! + 0.587 * pixels[4 * i + 1]! + 0.114 * pixels[4 * i + 2]!
  const edges = new Float32Array(columns * rows)
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y / height) * rows) * columns
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const across = x + 1 < width ? Math.abs(brightness[at + 1]! - brightness[at]!) : 0
      const down = y + 1 < height ? Math.abs(brightness[at + width]! - brightness[at]!) : 0
      const cell = row + Math.floor((x / width) * columns)
      edges[cell] = Math.max(edges[cell]!, across, down)
    }
  }
  return edges
}
