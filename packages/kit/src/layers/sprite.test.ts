import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawLayers, ground, type Shot, SMALL, shoot, worst } from '../../testing/draw-layers.ts'
import { createScene } from '../compose/create-scene.ts'
import type { Frame } from '../compose/frame.ts'
import { paint } from './paint.ts'
import { type RevealSide, sprite } from './sprite.ts'

type Point = [number, number]

const BOX = { x: 30, y: 20, width: 40, height: 30 }
const white = paint(BOX, (ctx) => {
  ctx.fillStyle = '#ffffff'
  ctx.fillRect(0, 0, 40, 30)
})

test('a slow drift moves the picture by equal steps, however small', async () => {
  const scene = await createScene([sprite(white, { x: (frame) => frame.index * 0.05 })], SMALL)
  const centres = Array.from({ length: 60 }, (_, i) => centreX(shoot(scene.draw(i))))
  for (const [i, centre] of centres.entries()) {
    assert.ok(Math.abs(centre - (50 + i * 0.05)) < 0.02, `frame ${i}: centre at ${centre}`)
  }
})

test('a slow scale grows the picture by equal steps around its anchor', async () => {
  const scene = await createScene([sprite(white, { scale: (frame) => 1 + frame.index * 0.001 })], SMALL)
  for (let i = 0; i < 60; i++) {
    const shot = shoot(scene.draw(i))
    const scale = 1 + i * 0.001
    assert.ok(Math.abs(light(shot) - 1200 * scale * scale) < 6, `frame ${i}: area ${light(shot)}`)
    assert.ok(Math.abs(centreX(shot) - 50) < 0.02, `frame ${i}: centre ${centreX(shot)}`)
  }
})

test('a turn keeps the area and the middle', async () => {
  const scene = await createScene([sprite(white, { rotation: (frame) => frame.index * 6 })], SMALL)
  for (let i = 0; i < 60; i++) {
    const shot = shoot(scene.draw(i))
    assert.ok(Math.abs(light(shot) - 1200) < 12, `frame ${i}: area ${light(shot)}`)
    assert.ok(Math.abs(centreX(shot) - 50) < 0.05, `frame ${i}: centre ${centreX(shot)}`)
  }
})

test('a quarter turn clockwise brings the right end to the bottom', async () => {
  const flag = paint({ x: 40, y: 20, width: 40, height: 40 }, (ctx) => {
    ctx.fillStyle = '#ffffff'
    ctx.fillRect(30, 10, 10, 20)
  })
  const shot = await drawLayers([sprite(flag, { rotation: 90 })])
  assert.equal(at(shot, 60, 55), 235)
  assert.equal(at(shot, 75, 40), 16)
})

for (const [side, shown, hidden] of [
  ['LEFT', [35, 35], [65, 35]],
  ['RIGHT', [65, 35], [35, 35]],
  ['TOP', [50, 23], [50, 47]],
  ['BOTTOM', [50, 47], [50, 23]],
] satisfies [RevealSide, Point, Point][]) {
  test(`a reveal from the ${side.toLowerCase()} shows that side first, and nothing at 0 and all at 1`, async () => {
    const draw = (reveal: number) => drawLayers([sprite(white, { reveal, revealFrom: side })])
    const half = await draw(0.5)
    assert.equal(at(half, ...shown), 235)
    assert.equal(at(half, ...hidden), 16)
    assert.ok(Math.abs(light(half) - 600) < 45)
    assert.equal(light(await draw(0)), 0)
    assert.equal(worst((await draw(1)).y, (await drawLayers([sprite(white)])).y), 0)
  })
}

test('a colour replaces the paint and keeps its shape', async () => {
  const shot = await drawLayers([ground('#000000'), sprite(white, { colour: '#ff0000' })])
  assert.equal(at(shot, 50, 35), 63)
  assert.equal(shot.v[(17 * shot.width) / 2 + 25], 240)
  assert.equal(at(shot, 20, 35), 16)
})

test('opacity outside of 0 to 1 is held there, and a size of nothing draws nothing', async () => {
  const full = await drawLayers([sprite(white, { opacity: 7 })])
  assert.equal(at(full, 50, 35), 235)
  for (const props of [{ opacity: -1 }, { scale: 0 }, { scale: -2 }, { x: 5000 }, { scale: Number.NaN }]) {
    assert.equal(light(await drawLayers([sprite(white, props)])), 0, JSON.stringify(props))
  }
})

test('properties are asked with the frame that is drawn', async () => {
  const asked: Frame[] = []
  const spy = (frame: Frame) => {
    asked.push({ ...frame })
    return 0
  }
  const scene = await createScene([sprite(white, { x: spy })], SMALL)
  scene.draw(30)
  assert.deepEqual(asked.at(-1), { index: 30, count: 60, fps: 30, secs: 1, position: 30 / 59 })
})

/** White pixels above black, fractions included. */
function light({ y }: Shot): number {
  return y.reduce((sum, value) => sum + (value - 16) / 219, 0)
}

function centreX(shot: Shot): number {
  let sum = 0
  for (const [i, value] of shot.y.entries()) sum += ((i % shot.width) + 0.5) * ((value - 16) / 219)
  return sum / light(shot)
}

function at({ y, width }: Shot, column: number, row: number): number {
  return y[row * width + column]!
}

test('rows of one shade look alike painted and tinted, and leave their own colour as it is', async () => {
  const fall = paint({ x: 0, y: 20, width: 120, height: 30 }, (ctx) => {
    const shade = ctx.createLinearGradient(0, 0, 0, 30)
    shade.addColorStop(0, 'rgba(0, 0, 0, 0)')
    shade.addColorStop(1, 'rgba(0, 0, 0, 0.9)')
    ctx.fillStyle = shade
    ctx.fillRect(0, 0, 120, 30)
  })
  const draw = (colour: string, props: Parameters<typeof sprite>[1]) =>
    drawLayers([ground(colour), sprite(fall, { opacity: 0.8, ...props })])
  const [painted, tinted] = [await draw('#b07030', {}), await draw('#b07030', { colour: '#000000' })]
  assert.ok(worst(painted.y, tinted.y) <= 1, 'luma')
  assert.ok(worst(painted.u, tinted.u) <= 1, 'chroma')
  const [black, plain] = [await draw('#000000', { colour: '#000000' }), await drawLayers([ground('#000000')])]
  assert.equal(worst(black.y, plain.y), 0)
})
