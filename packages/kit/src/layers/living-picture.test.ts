import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SMALL, shoot } from '../../testing/draw-layers.ts'
import { createScene } from '../compose/create-scene.ts'
import { LIVING_STYLES, livingPicture } from './living-picture.ts'
import { paint } from './paint.ts'

const { width, height } = SMALL.size

/** An upright white bar before a dark ground, which is far above and near below. */
async function shootBar(style: (typeof LIVING_STYLES)[number], isRigid: boolean) {
  const place = { x: 0, y: 0, width, height }
  const picture = paint(place, (ctx) => {
    ctx.fillStyle = '#203040'
    ctx.fillRect(0, 0, width, height)
    ctx.fillStyle = '#ffffff'
    ctx.fillRect(width / 2 - 4, 0, 8, height)
  })
  const depth = { columns: 2, rows: 8, values: Float32Array.from({ length: 16 }, (_, i) => (i >> 1) / 7) }
  const size = SMALL.size
  const layers = livingPicture(picture, {
    style,
    size,
    place,
    depth,
    seed: 3,
    times: 1,
    reachPx: 24,
    isRigid,
  })
  return createScene(layers, SMALL)
}

test('what is rigid stays straight in every style, and moves all the same', async () => {
  for (const style of LIVING_STYLES) {
    const scene = await shootBar(style, true)
    const middles: number[] = []
    for (const index of [0, 6, 10, 14, 20]) {
      const { y } = shoot(scene.draw(index))
      const middleOf = (row: number) => {
        let [sum, all] = [0, 1e-6]
        for (let x = 0; x < width; x++) {
          const light = Math.max(0, y[row * width + x]! - 60)
          sum += light * x
          all += light
        }
        return sum / all
      }
      const bent = Math.abs(middleOf(4) - middleOf(height - 5))
      assert.ok(bent < 1, `${style}, frame ${index}: ${bent} pixels aside`)
      middles.push(middleOf(height / 2))
    }
    assert.ok(Math.max(...middles) - Math.min(...middles) > 0.4, `${style}: it does not move: ${middles}`)
  }
})

test('what touches the upper edge of the frame stays in it where that is held, and all moves', async () => {
  const place = { x: 0, y: 0, width, height }
  const picture = paint(place, (ctx) => {
    ctx.fillStyle = '#203040'
    ctx.fillRect(0, 0, width, height)
    ctx.fillStyle = '#ffffff'
    ctx.fillRect(0, 0, width, 5)
    ctx.fillRect(0, height - 20, width, 8)
  })
  const depth = { columns: 2, rows: 2, values: new Float32Array(4).fill(0.75) }
  for (const style of ['PARALLAX', 'REBOUND'] as const) {
    const wish = { style, size: SMALL.size, place, depth, seed: 3, times: 1, reachPx: 24, holdsTop: true }
    const scene = await createScene(livingPicture(picture, wish), SMALL)
    const frames = [0, 6, 10, 14].map((index) => shoot(scene.draw(index)).y)
    for (const y of frames) assert.ok(y[2 * width + width / 2]! > 180, `${style}: the top is there`)
    const foots = frames.map((y) => sumRows(y, height - 24, height))
    assert.ok(Math.max(...foots) - Math.min(...foots) > 100, `${style}: and the foot moves: ${foots}`)
  }
})

function sumRows(luma: Uint8Array, from: number, to: number): number {
  let sum = 0
  for (let row = from; row < to; row++) sum += luma[row * width + width / 2]! * (row - from)
  return sum
}
