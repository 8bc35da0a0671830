import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chance } from '../../paint/chance.ts'
import { createScene, type Scene } from '../create-scene.ts'
import type { Planes } from '../planes.ts'

// Widths of whole vectors, of a few pixels more, and of less than one.
const SIZES = [2, 8, 10, 16, 22, 64, 130].map((width) => ({ width, height: 12 }))

for (const size of SIZES) {
  test(`a frame ${size.width} pixels wide gives the RGB of its pixels one by one`, async () => {
    const { scene, planes } = await fillScene(size, (key, x, y) => Math.floor(256 * chance(1, key, x, y)))
    assert.deepEqual(Buffer.from(scene.readRgb()), Buffer.from(listRgb(planes)))
  })

  test(`edges are summed up to the last column of ${size.width}, and no further`, async () => {
    const { scene, planes } = await fillScene(size, (_, x, y) => Math.floor(90 * chance(2, x >> 1, y >> 1)))
    assert.equal(scene.measureDetail(), averageEdges(planes))
  })
}

test('type is detail, dither is not', async () => {
  const size = { width: 64, height: 32 }
  const dither = await fillScene(size, (_, x, y) => 60 + ((x + y) % 2))
  assert.equal(dither.scene.measureDetail(), 0)
  const type = await fillScene(size, (_, x) => (x % 8 < 4 ? 40 : 220))
  assert.ok(type.scene.measureDetail() > 20)
})

/** A scene whose frame holds these values, and the highest in the padding behind its rows. */
async function fillScene(
  size: { width: number; height: number },
  value: (plane: 'y' | 'u' | 'v', x: number, y: number) => number,
): Promise<{ scene: Scene; planes: Planes }> {
  const scene = await createScene([], { size, fps: 30, frameCount: 1 })
  const planes = scene.draw(0)
  for (const key of ['y', 'u', 'v'] as const) {
    const [width, stride] = key === 'y' ? [planes.width, planes.strideY] : [planes.width / 2, planes.strideC]
    planes[key].forEach((_, i) => {
      planes[key][i] = i % stride < width ? value(key, i % stride, Math.floor(i / stride)) : 255
    })
  }
  return { scene, planes }
}

function listRgb({ width, height, y: luma, u, v, strideY, strideC }: Planes): number[] {
  const { fround } = Math
  const toByte = (value: number) => Math.floor(Math.min(255, Math.max(0, fround(value + 0.5))))
  const times = (value: number, factor: number) => fround(value * fround(factor))
  return Array.from({ length: width * height }, (_, i) => {
    const x = i % width
    const y = Math.floor(i / width)
    const near = y >> 1
    const far = Math.min(height / 2 - 1, Math.max(0, y % 2 ? near + 1 : near - 1))
    const right = Math.min(width / 2 - 1, (x + 1) >> 1)
    const chromaOf = (plane: Uint8Array) => {
      const row = (at: number) => plane[at * strideC + (x >> 1)]! + plane[at * strideC + right]!
      return (3 * row(near) + row(far)) / 8 - 128
    }
    const [blueness, redness] = [chromaOf(u), chromaOf(v)]
    const light = times(luma[y * strideY + x]! - 16, 1.16438356)
    const withoutBlue = fround(light - times(blueness, 0.21324861))
    return [
      toByte(fround(light + times(redness, 1.79274107))),
      toByte(fround(withoutBlue - times(redness, 0.53290933))),
      toByte(fround(light + times(blueness, 2.11240179))),
    ]
  }).flat()
}

function averageEdges({ width, height, y: luma, strideY }: Planes): number {
  const edges: number[] = []
  for (let y = 0; y < height - 1; y += 2) {
    for (let x = 0; x < width - 1; x++) {
      const [here, right, below] = [0, 1, strideY].map((step) => luma[y * strideY + x + step]!)
      edges.push(Math.abs(right! - here!) + Math.abs(below! - here!))
    }
  }
  return edges.reduce((sum, edge) => sum + (edge > 6 ? edge : 0), 0) / edges.length
}
