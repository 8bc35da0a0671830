import type { Cover, Matte } from '@songreel/kit'

/** Cells along a side in which a ground is looked at, and pixels along a cell's side that are read of it. */
const CELLS = 48
const SAMPLES = 4
/** A cell is behind what stands in front where so little of that is in it. */
const MOST_FRONT = 0.1
/** Neighbouring cells of an even ground differ by so many levels of luma at most, in so large a part of it: a gradient may be long, but it has no steps. */
const EVEN = { levels: 14, part: 0.9 }

/** Whether what lies behind a matte is so even, as a clear sky is, that words in its place hide nothing. */
export function isEvenBehind({ picture }: Pick<Cover, 'picture'>, { columns, rows, values }: Matte): boolean {
  const lumas = readLumas(picture)
  const isBehind = (x: number, y: number) =>
    values[Math.floor((y * rows) / CELLS) * columns + Math.floor((x * columns) / CELLS)]! < MOST_FRONT
  const steps: number[] = []
  for (let y = 0; y < CELLS - 1; y++)
    for (let x = 0; x < CELLS - 1; x++) {
      if (!isBehind(x, y) || !isBehind(x + 1, y) || !isBehind(x, y + 1)) continue
      const luma = lumas[y * CELLS + x]!
      const [beside, below] = [lumas[y * CELLS + x + 1]!, lumas[(y + 1) * CELLS + x]!]
      steps.push(Math.max(Math.abs(luma - beside), Math.abs(luma - below)))
    }
  steps.sort((a, b) => a - b)
  return (steps[Math.floor(EVEN.part * steps.length)] ?? 0) <= EVEN.levels
}

/** The mean luma of each cell. */
function readLumas({ pixels, width, height }: Cover['picture']): Float32Array {
  return Float32Array.from({ length: CELLS * CELLS }, (_, cell) => {
    let sum = 0
    for (let i = 0; i < SAMPLES ** 2; i++) {
      const across = (cell % CELLS) + ((i % SAMPLES) + 0.5) / SAMPLES
      const down = Math.floor(cell / CELLS) + (Math.floor(i / SAMPLES) + 0.5) / SAMPLES
      const at = 4 * (Math.floor((down * height) / CELLS) * width + Math.floor((across * width) / CELLS))
      sum += 0.3 * pixels[at]! + 0.59 * pixels[at + 1]! + 0.11 * pixels[at + 2]!
    }
    return sum / SAMPLES ** 2
  })
}
