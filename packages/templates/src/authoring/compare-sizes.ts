import { type Rehearsal, rehearse } from '@songreel/render/authoring'

/** The larger frame has so many times the sides. */
const TIMES = 2
/** Pixels of the small frame along a side of a cell: edges fall between pixels in one size and on them in the other. */
const CELL_PX = 20

/** How far a frame differs from the same frame made twice as large: the mean over cells, in pixel values. */
export async function compareSizes(rehearsal: Rehearsal, frameIndex: number): Promise<number> {
  const { width, height } = rehearsal.size
  const size = { width: width * TIMES, height: height * TIMES }
  const small = await readCells(rehearsal, frameIndex, CELL_PX)
  const large = await readCells({ ...rehearsal, size }, frameIndex, CELL_PX * TIMES)
  return small.reduce((sum, value, i) => sum + Math.abs(value - large[i]!), 0) / small.length
}

/** Mean red, green and blue of every whole cell. */
async function readCells(rehearsal: Rehearsal, frameIndex: number, cellPx: number): Promise<Float64Array> {
  const scene = await rehearse(rehearsal)
  const { rgb, width, height } = scene.drawRgb(frameIndex)
  scene.close()
  const columns = Math.floor(width / cellPx)
  const rows = Math.floor(height / cellPx)
  const cells = new Float64Array(columns * rows * 3)
  for (let y = 0; y < rows * cellPx; y++) {
    for (let x = 0; x < columns * cellPx; x++) {
      const cell = Math.floor(y / cellPx) * columns + Math.floor(x / cellPx)
      for (let axis = 0; axis < 3; axis++) {
        cells[cell * 3 + axis]! += rgb[(y * width + x) * 3 + axis]! / cellPx ** 2
      }
    }
  }
  return cells
}
