import type { Box, Size } from '../geometry.ts'
import { smoothstep } from '../paint/easing.ts'
import type { FieldCells } from './field.ts'

/** Over so much of the short side the light comes back around type. */
const REACH = 0.34

/** How free each cell of a field is of type: 0 behind these boxes and close to them, 1 away from all of them. */
export function measureOpenness(
  { columns, rows }: Pick<FieldCells, 'columns' | 'rows'>,
  size: Size,
  type: readonly Box[],
): Float32Array {
  const reach = REACH * Math.min(size.width, size.height)
  return Float32Array.from({ length: columns * rows }, (_, cell) => {
    const x = (((cell % columns) + 0.5) / columns) * size.width
    const y = ((Math.floor(cell / columns) + 0.5) / rows) * size.height
    const distances = type.map((box) => {
      const outX = Math.max(box.x - x, x - box.x - box.width, 0)
      return Math.hypot(outX, Math.max(box.y - y, y - box.y - box.height, 0))
    })
    return smoothstep(0.2 * reach, reach, Math.min(...distances))
  })
}
