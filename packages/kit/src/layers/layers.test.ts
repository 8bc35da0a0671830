import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { drawLayers, type Shot, SMALL, shoot, uncovering, worst } from '../../testing/draw-layers.ts'
import { examplePicture, layerExamples } from '../../testing/layer-examples.ts'
import { createScene, type SceneShare } from '../compose/create-scene.ts'
import { backdrop } from './backdrop.ts'
import { bars } from './bars.ts'
import { field } from './field.ts'
import { glow } from './glow.ts'
import { grain } from './grain.ts'
import { paint } from './paint.ts'
import { ring } from './ring.ts'
import { sprite } from './sprite.ts'
import { waveform } from './waveform.ts'

const FRAMES = [0, 7, 31, 32, 59]

const straight: Record<string, Shot[]> = {}
const shares: Record<string, SceneShare> = {}

before(async () => {
  for (const [name, layers] of Object.entries(layerExamples())) {
    const scene = await createScene(layers, SMALL)
    straight[name] = FRAMES.map((frame) => shoot(scene.draw(frame)))
    shares[name] = scene.share
    scene.close()
  }
})

describe('every layer', () => {
  test('gives equal bytes when frames are drawn out of order and twice', async () => {
    for (const [name, layers] of Object.entries(layerExamples())) {
      const scene = await createScene(layers, SMALL)
      for (const index of [4, 1, 3, 3, 0, 2]) {
        const shot = shoot(scene.draw(FRAMES[index]!))
        assert.deepEqual(shot, straight[name]![index], `${name}, frame ${FRAMES[index]}`)
      }
      scene.close()
    }
  })

  test('gives equal bytes on another thread, which paints nothing itself', async () => {
    const worker = new Worker(new URL('../../testing/draw-in-thread.ts', import.meta.url), {
      workerData: { shares, frames: FRAMES.toReversed() },
    })
    const shots = await new Promise<Record<string, Shot[]>>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    })
    for (const [name, wanted] of Object.entries(straight)) {
      assert.deepEqual(shots[name]!.toReversed(), wanted, name)
    }
  })

  test('looks the same whether hidden pixels are left out or not', async () => {
    for (const [name, layers] of Object.entries(layerExamples())) {
      const shot = await drawLayers(layers.map(uncovering), FRAMES[2])
      assert.deepEqual(shot, straight[name]![2], name)
    }
  })

  test('shows something, and moves where it is meant to move', () => {
    for (const [name, shots] of Object.entries(straight)) {
      const [first, , later] = shots as [Shot, Shot, Shot]
      assert.ok(Math.max(...first.y) > 40, `${name} is not black`)
      if (name !== 'everything at rest') assert.ok(worst(first.y, later.y) > 3, `${name} moves`)
    }
  })

  test('stays within the range of video', () => {
    for (const [name, shots] of Object.entries(straight)) {
      for (const { y, u, v } of shots) {
        assert.ok(Math.min(...y) >= 16 && Math.max(...y) <= 235, `${name}: luma`)
        assert.ok(Math.min(...u, ...v) >= 16 && Math.max(...u, ...v) <= 240, `${name}: chroma`)
      }
    }
  })
})

test('numbers that make no sense draw nothing or something, but never break', async () => {
  const { below, card } = await senseless()
  const wrong = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e9, -1e9]
  for (const value of wrong) {
    for (const property of ['x', 'y', 'scale', 'rotation', 'opacity', 'reveal'] as const) {
      await drawLayers([below, sprite(card, { [property]: () => value })])
    }
    await drawLayers([
      backdrop(examplePicture(), { zoom: () => value, panX: () => value, brightness: () => value }),
    ])
    await drawLayers([below, glow(card.shape, { strength: () => value, scale: () => value, x: () => value })])
    await drawLayers([
      below,
      bars({ x: 5, y: 5, width: 90, height: 60 }, { levels: () => [value, 0.5], opacity: () => value }),
    ])
    await drawLayers([
      below,
      ring({ x: 60, y: 40, radius: 20 }, { levels: () => [value], length: 9, width: 3, scale: () => value }),
    ])
    const wave = { peaks: [value, 1], colour: '#ffffff', playedColour: '#ff0000' }
    await drawLayers([
      below,
      waveform({ x: 5, y: 5, width: 90, height: 60 }, { ...wave, progress: () => value }),
    ])
    await drawLayers([field({ shade: ({ rgb }) => rgb.fill(value) })])
    await drawLayers([below, grain({ amount: () => value })])
  }
})

async function senseless() {
  const picture = examplePicture()
  const card = paint({ x: 30, y: 10, width: 60, height: 60 }, (ctx) =>
    ctx.drawImage(picture.image, 0, 0, 60, 60),
  )
  return { below: backdrop(picture, { blur: 40 }), card }
}
