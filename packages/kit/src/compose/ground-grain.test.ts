import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { drawLayers, type Shot, shoot, worst } from '../../testing/draw-layers.ts'
import { backdrop } from '../layers/backdrop.ts'
import { field } from '../layers/field.ts'
import { flow } from '../layers/flow.ts'
import { createScene } from './create-scene.ts'

const FORM = { size: { width: 320, height: 180 }, fps: 30, frameCount: 20 }
const DARK = 40

test('a dark, soft ground has grain of a few levels, whose mean is the ground itself', async () => {
  for (const [name, layer] of Object.entries({
    field: field({ shade: ({ rgb }) => rgb.fill(DARK) }),
    flow: flow({ shade: ({ levels }) => levels.fill(0.5), ramp: [grey(DARK), grey(DARK)] }),
    backdrop: backdrop(plainPicture(DARK), { blur: 200 }),
    'shaded backdrop': backdrop(plainPicture(DARK * 2), { blur: 200, brightness: () => 0.5 }),
  })) {
    const { mean, low, high } = measure(await drawLayers([layer], 0, FORM))
    assert.ok(Math.abs(mean - toLuma(DARK)) < 0.3, `${name}: ${mean} in the mean`)
    assert.ok(low >= toLuma(DARK) - 5 && low < toLuma(DARK) - 2, `${name}: ${low} is its darkest`)
    assert.ok(high <= toLuma(DARK) + 5 && high > toLuma(DARK) + 2, `${name}: ${high} is its brightest`)
  }
})

test('grain stays in place while the ground changes beneath it', async () => {
  const shade = ({ rgb }: { rgb: Float32Array }, frame: { index: number }) =>
    void rgb.fill(DARK + frame.index / 2)
  const scene = await createScene([field({ shade })], FORM)
  const first = shoot(scene.draw(0))
  const later = shoot(scene.draw(4))
  scene.close()
  const rise = measure(later).mean - measure(first).mean
  assert.ok(Math.abs(rise - (2 * 219) / 255) < 0.1)
  assert.ok(
    worst(
      later.y.map((value) => value - Math.round(rise)),
      first.y,
    ) <= 1,
  )
})

test('a frame has the same grain in whatever order frames are drawn', async () => {
  const zoom = (frame: { position: number }) => 1 + frame.position
  const layers = [backdrop(gradientPicture(), { blur: 90, zoom })]
  const scene = await createScene(layers, FORM)
  for (const index of [12, 3, 7]) scene.draw(index)
  const late = shoot(scene.draw(5))
  scene.close()
  assert.deepEqual(late, await drawLayers(layers, 5, FORM))
})

test('where one dark ground fades over another, there is no more and no less grain', async () => {
  const layer = (opacity: number) => field({ shade: ({ rgb }) => rgb.fill(DARK), opacity })
  const alone = await drawLayers([layer(1)], 0, FORM)
  for (const opacity of [0.25, 0.5, 0.9]) {
    assert.ok(worst((await drawLayers([layer(1), layer(opacity)], 0, FORM)).y, alone.y) <= 1, `${opacity}`)
  }
})

test('bright grounds, black and sharp pictures have none', async () => {
  for (const value of [0, 120, 200, 255]) {
    const { low, high } = measure(await drawLayers([field({ shade: ({ rgb }) => rgb.fill(value) })], 0, FORM))
    assert.ok(high - low <= 1, `${value}: from ${low} to ${high}`)
  }
  const { low, high } = measure(await drawLayers([backdrop(plainPicture(DARK))], 0, FORM))
  assert.ok(high - low <= 1)
})

test('colours have none', async () => {
  const shot = await drawLayers([field({ shade: ({ rgb }) => rgb.fill(DARK) })], 0, FORM)
  for (const plane of [shot.u, shot.v]) assert.ok(plane.every((value) => value === 128))
})

test('in a large frame grains are larger, in a small one never finer than two pixels', async () => {
  const [small = 0, full = 0, ultra = 0] = await Promise.all([360, 1080, 2160].map(measureSteps))
  assert.ok(Math.abs(small / full - 1) < 0.05, `${small} and ${full} from pixel to pixel`)
  assert.ok(ultra < 0.75 * full, `${ultra} and ${full} from pixel to pixel`)
})

/** How much a pixel differs from the next one in a square frame, in the mean. */
async function measureSteps(side: number): Promise<number> {
  const form = { ...FORM, size: { width: side, height: side } }
  const { y } = await drawLayers([field({ shade: ({ rgb }) => rgb.fill(DARK) })], 0, form)
  let sum = 0
  for (let i = 1; i < y.length; i++) sum += Math.abs((y[i] ?? 0) - (y[i - 1] ?? 0))
  return sum / y.length
}

function measure({ y }: Shot): { mean: number; low: number; high: number } {
  let [sum, low, high] = [0, 255, 0]
  for (const value of y) {
    sum += value
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return { mean: sum / y.length, low, high }
}

function toLuma(value: number): number {
  return 16 + (value * 219) / 255
}

function grey(value: number): string {
  return `#${value.toString(16).padStart(2, '0').repeat(3)}`
}

function plainPicture(value: number) {
  return paintPicture((ctx) => {
    ctx.fillStyle = grey(value)
    ctx.fillRect(0, 0, FORM.size.width, FORM.size.height)
  })
}

function gradientPicture() {
  return paintPicture((ctx) => {
    const gradient = ctx.createLinearGradient(0, 0, FORM.size.width, 0)
    gradient.addColorStop(0, '#101018')
    gradient.addColorStop(1, '#404860')
    ctx.fillStyle = gradient
    ctx.fillRect(0, 0, FORM.size.width, FORM.size.height)
  })
}

function paintPicture(draw: (ctx: SKRSContext2D) => void) {
  const image = createCanvas(FORM.size.width, FORM.size.height)
  draw(image.getContext('2d'))
  return { ...FORM.size, image }
}
