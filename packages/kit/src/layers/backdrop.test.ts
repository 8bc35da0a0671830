import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import {
  canvasPlanes,
  drawLayers,
  type Shot,
  SMALL,
  shoot,
  typical,
  worst,
} from '../../testing/draw-layers.ts'
import { examplePicture } from '../../testing/layer-examples.ts'
import { createScene } from '../compose/create-scene.ts'
import { backdrop } from './backdrop.ts'

const { width, height } = SMALL.size

test('a sharp picture at zoom 1 is what Canvas 2D draws', async () => {
  const picture = frameSized((ctx) => {
    ctx.fillStyle = '#308040'
    ctx.fillRect(0, 0, width, height)
    ctx.fillStyle = '#e0a020'
    ctx.fillRect(31, 17, 40, 30)
  })
  const shot = await drawLayers([backdrop(picture)])
  const wanted = canvasPlanes((ctx) => ctx.drawImage(picture.image, 0, 0))
  assert.ok(worst(shot.y, wanted.y) <= 1.01)
  assert.ok(worst(shot.u, wanted.u) <= 1.01)
  assert.ok(worst(shot.v, wanted.v) <= 1.01)
})

test('a large picture, which is converted in several bands, is what Canvas 2D draws', async () => {
  const form = { ...SMALL, size: { width: 500, height: 1090 } }
  const stripes = (ctx: SKRSContext2D) => {
    for (let y = 0; y < 1090; y += 2) {
      ctx.fillStyle = `rgb(${y % 251}, ${(y * 7) % 253}, ${(y * 3) % 247})`
      ctx.fillRect(0, y, 500, 2)
    }
  }
  const picture = { ...form.size, image: createCanvas(500, 1090) }
  stripes(picture.image.getContext('2d'))
  const shot = await drawLayers([backdrop(picture)], 0, form)
  const wanted = canvasPlanes(stripes, form)
  for (const plane of ['y', 'u', 'v'] as const) assert.ok(worst(shot[plane], wanted[plane]) <= 1.01, plane)
})

test('a gradient of two shades has no bands: the mean of every 8 x 8 pixels follows it', async () => {
  const picture = frameSized((ctx) => {
    for (let x = 0; x < width; x++) {
      ctx.fillStyle = x < width / 2 ? '#a0a0a0' : '#a2a2a2'
      ctx.fillRect(x, 0, 1, height)
    }
  })
  const shot = await drawLayers([backdrop(picture, { blur: 300 })])
  const means = Array.from({ length: 18 }, (_, i) => blockMean(shot, i * 8, 40))
  for (let i = 1; i < means.length; i++) {
    const step = means[i]! - means[i - 1]!
    assert.ok(step >= -0.02 && step < 0.35, `from block ${i - 1} to ${i}: ${step}`)
  }
  assert.ok(means.at(-1)! - means[0]! > 1)
})

test('a slow zoom never jumps', async () => {
  const scene = await createScene(
    [backdrop(examplePicture(), { zoom: (frame) => 1 + frame.index * 0.0005 })],
    SMALL,
  )
  let last = shoot(scene.draw(0))
  for (let i = 1; i < 60; i++) {
    const shot = shoot(scene.draw(i))
    assert.ok(typical(shot.y, last.y) < 0.6, `frame ${i}`)
    last = shot
  }
})

test('pan shows the edges of a picture that is wider than the frame', async () => {
  const image = createCanvas(400, 86)
  const ctx = image.getContext('2d')
  ctx.fillStyle = '#ffffff'
  ctx.fillRect(0, 0, 40, 86)
  const wide = { image, width: 400, height: 86 }
  const left = await drawLayers([backdrop(wide, { panX: -1 })])
  const middle = await drawLayers([backdrop(wide)])
  assert.equal(left.y[40 * width + 2], 235)
  assert.equal(Math.max(...middle.y), 16)
})

test('brightness, saturation, tint and shade do what they say', async () => {
  const picture = frameSized((ctx) => {
    ctx.fillStyle = '#c06030'
    ctx.fillRect(0, 0, width, height)
  })
  const luma = (shot: Shot, row = 43) => shot.y[row * width + 75]!
  const plain = await drawLayers([backdrop(picture)])
  const dim = await drawLayers([backdrop(picture, { brightness: 0.5 })])
  assert.ok(Math.abs(luma(dim) - 16 - (luma(plain) - 16) / 2) <= 1)
  const movingDim = await drawLayers([backdrop(picture, { brightness: () => 0.5 })])
  assert.ok(worst(movingDim.y, dim.y) <= 1)
  const grey = await drawLayers([backdrop(picture, { saturation: 0 })])
  assert.ok(worst(grey.u, new Uint8Array(grey.u.length).fill(128)) <= 1)
  const tinted = await drawLayers([backdrop(picture, { tint: '#0000ff', tintAmount: 1 })])
  assert.ok(Math.abs(tinted.u[1000]! - 240) <= 1)
  const shaded = await drawLayers([backdrop(picture, { shade: { top: 0.2, bottom: 0.6 } })])
  assert.ok(Math.abs((luma(shaded, 0) - 16) / (luma(plain) - 16) - 0.2) < 0.03)
  assert.ok(Math.abs((luma(shaded, 85) - 16) / (luma(plain) - 16) - 0.6) < 0.03)
  assert.ok(luma(shaded) >= luma(plain) - 2)
})

test('an opacity below 1 mixes with what is beneath', async () => {
  const flat = (colour: string) =>
    frameSized((ctx) => {
      ctx.fillStyle = colour
      ctx.fillRect(0, 0, width, height)
    })
  const mixed = await drawLayers([
    backdrop(flat('#000000')),
    backdrop(flat('#ffffff'), { opacity: () => 0.25 }),
  ])
  assert.ok(worst(mixed.y, new Uint8Array(mixed.y.length).fill(71)) <= 1)
})

function frameSized(draw: (ctx: ReturnType<ReturnType<typeof createCanvas>['getContext']>) => void) {
  const image = createCanvas(width, height)
  draw(image.getContext('2d'))
  return { image, width, height }
}

function blockMean(shot: Shot, x: number, y: number): number {
  let sum = 0
  for (let j = 0; j < 8; j++) for (let i = 0; i < 8; i++) sum += shot.y[(y + j) * width + x + i]!
  return sum / 64
}
