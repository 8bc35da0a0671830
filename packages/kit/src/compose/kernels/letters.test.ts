import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage, SMALL } from '../../../testing/draw-layers.ts'
import { chance } from '../../paint/chance.ts'
import type { Stage } from '../stage.ts'

const HEIGHT = 8
const GROUND = { y: 30, u: 140, v: 90 }
const { width } = SMALL.size

const WEIGHTS = [0, 100, 128, 255]
const GAINS = [1, 7, 8, 40, 255]

test('letters are printed as they would be pixel by pixel, at any weight, sharpness and tone', async () => {
  const { stage } = await openStage()
  const { planes, kernels, target } = stage
  const { strideY, strideC } = planes
  const [tone, letters, inkY, inkU, inkV] = [1, 2, 3, 4, 5].map((key) => fillRows(stage, key))
  const ground = GROUND.y | (GROUND.u << 8) | (GROUND.v << 16)
  for (const [weight, gain] of WEIGHTS.flatMap((each) => GAINS.map((other) => [each, other] as const))) {
    const under = 1 + (gain % 3)
    const addresses = [tone!.at, inkY!.at, inkU!.at, inkV!.at, letters!.at] as const
    kernels.drawLetterRow(target, ...addresses, strideY, 0, 0, HEIGHT, weight, gain, under, ground)
    const coverAt = (x: number, y: number) => {
      const at = y * strideY + x
      const heavy = Math.min(255, (tone!.bytes[at]! * weight) >> 7)
      const inside = Math.max(0, heavy + letters!.bytes[at]! - 255)
      return Math.max(Math.min(255, (inside * gain) >> 3), heavy >> under)
    }
    const meanAt = (x: number, y: number) =>
      (coverAt(x, y) + coverAt(x + 1, y) + coverAt(x, y + 1) + coverAt(x + 1, y + 1) + 2) >> 2
    const luma = (at: number, x: number, y: number) => blend(inkY!.bytes[at]!, GROUND.y, coverAt(x, y))
    const blue = (at: number, x: number, y: number) => blend(inkU!.bytes[at]!, GROUND.u, meanAt(2 * x, 2 * y))
    const red = (at: number, x: number, y: number) => blend(inkV!.bytes[at]!, GROUND.v, meanAt(2 * x, 2 * y))
    const how = `weight ${weight}, gain ${gain}`
    assert.deepEqual(readRows(planes.y, strideY, 1), listRows(luma, strideY, 1), how)
    assert.deepEqual(readRows(planes.u, strideC, 2), listRows(blue, strideC, 2), how)
    assert.deepEqual(readRows(planes.v, strideC, 2), listRows(red, strideC, 2), how)
  }
})

function readRows(plane: Uint8Array, stride: number, pixels: 1 | 2): number[] {
  return listRows((at) => plane[at] ?? 0, stride, pixels)
}

/** One value after the other, row by row; `pixels` share one along each side. */
function listRows(valueAt: (at: number, x: number, y: number) => number, stride: number, pixels: 1 | 2) {
  const columns = width / pixels
  return Array.from({ length: (columns * HEIGHT) / pixels }, (_, i) => {
    const [x, y] = [i % columns, Math.floor(i / columns)]
    return valueAt(y * stride + x, x, y)
  })
}

/** By an alpha of a byte, rounded as vectors round. */
function blend(ink: number, ground: number, alpha: number): number {
  const share = (alpha << 7) + (alpha >> 1)
  return ground + (((ink - ground) * share + 16384) >> 15)
}

/** Rows of any bytes, with room behind them: they are read in whole vectors. */
function fillRows({ sharedMemory, planes }: Stage, key: number) {
  const byteCount = planes.strideY * HEIGHT
  const at = sharedMemory.alloc(byteCount + 16)
  const bytes = sharedMemory.bytes(at, byteCount)
  for (let i = 0; i < byteCount; i++) bytes[i] = Math.floor(256 * chance(key, i))
  return { at, bytes }
}
