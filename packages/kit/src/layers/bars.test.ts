import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawLayers, type Shot, SMALL, shoot } from '../../testing/draw-layers.ts'
import { createScene } from '../compose/create-scene.ts'
import { bars } from './bars.ts'

const BOX = { x: 15, y: 12, width: 120, height: 60 }

test('each bar is as high as its level, to a fraction of a pixel', async () => {
  const levels = [0, 0.25, 0.5, 0.7512, 1]
  const shot = await drawLayers([
    bars(BOX, { levels: () => levels, count: 5, thickness: 0.5, radius: 0, minHeight: 0 }),
  ])
  const pitch = 120 / 4.5
  for (const [i, level] of levels.entries()) {
    const column = Math.round(BOX.x + i * pitch + pitch / 4)
    assert.ok(Math.abs(lightInColumn(shot, column) - level * 60) < 0.1, `bar ${i}`)
  }
})

test('bars stand on their lower edge, hang from their upper edge, or grow from the middle', async () => {
  for (const [grow, from, to] of [
    ['BOTTOM', 42, 72],
    ['TOP', 12, 42],
    ['MIDDLE', 27, 57],
  ] as const) {
    const shot = await drawLayers([
      bars(BOX, { levels: () => [0.5], count: 1, radius: 0, minHeight: 0, grow }),
    ])
    const lit = Array.from({ length: 86 }, (_, row) => shot.y[row * 150 + 60]! > 125)
    assert.deepEqual([lit.indexOf(true), lit.lastIndexOf(true) + 1], [from, to], grow)
  }
})

test('a silent bar is a round dot and a growing one keeps its round ends', async () => {
  const at = async (level: number) =>
    drawLayers([bars(BOX, { levels: () => [level], count: 1, thickness: 1, minHeight: 20, radius: 10 })])
  const box = { x: 65, y: 12, width: 20, height: 60 }
  const dot = await drawLayers([bars(box, { levels: () => [0], count: 1, thickness: 1 })])
  const area = dot.y.reduce((sum, value) => sum + (value - 16) / 219, 0)
  assert.ok(Math.abs(area - Math.PI * 100) < 4, `a disc of radius 10, not of area ${area}`)
  assert.equal((await at(0.5)).y[30 * 150 + 15], 16, 'its corner stays empty')
})

test('other counts of levels are interpolated, and mirrored bars have the first level in the middle', async () => {
  const shot = await drawLayers([
    bars(BOX, { levels: () => [1, 0], count: 5, thickness: 0.5, radius: 0, minHeight: 0, mirrored: true }),
  ])
  const pitch = 120 / 4.5
  const heights = [0, 1, 2, 3, 4].map((i) =>
    Math.round(lightInColumn(shot, Math.round(BOX.x + i * pitch + pitch / 4))),
  )
  assert.deepEqual(heights, [0, 30, 60, 30, 0])
})

test('lower and fewer bars leave nothing of those before them', async () => {
  const levels = [
    [1, 1, 1, 1],
    [0, 0.3, 0.1, 0],
    [0, 0, 0, 0],
    [0.2, 0, 0, 0.9],
  ]
  const layers = [
    bars(BOX, { levels: ({ index }) => levels[index]!, count: 4, minHeight: 0, grow: 'MIDDLE' }),
  ]
  const scene = await createScene(layers, SMALL)
  for (const index of [0, 1, 2, 3, 1, 0, 2]) {
    assert.deepEqual(shoot(scene.draw(index)), await drawLayers(layers, index), `frame ${index}`)
  }
})

test('a gradient runs from the first colour at the left to the last at the right', async () => {
  const colour = ['#ff0000', '#0000ff'] as const
  const shot = await drawLayers([
    bars(BOX, { levels: () => [1], count: 40, thickness: 0.999, radius: 0, colour }),
  ])
  const row = 20 * 75
  assert.ok(shot.v[row + 10]! > 225 && shot.u[row + 10]! < 115)
  assert.ok(shot.u[row + 64]! > 225 && shot.v[row + 64]! < 135)
})

test('bars that reach out of the frame are cut at its edge', async () => {
  const box = { x: -40, y: -30, width: 260, height: 160 }
  const shot = await drawLayers([bars(box, { levels: () => [1], count: 30, thickness: 0.999, radius: 0 })])
  assert.ok(shot.y.every((value) => value > 200))
  assert.equal(shot.y.length, SMALL.size.width * SMALL.size.height)
})

function lightInColumn({ y, width, height }: Shot, column: number): number {
  let sum = 0
  for (let row = 0; row < height; row++) sum += (y[row * width + column]! - 16) / 219
  return sum
}
