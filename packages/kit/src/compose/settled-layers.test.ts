import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawLayers, shoot } from '../../testing/draw-layers.ts'
import { bars } from '../layers/bars.ts'
import { field } from '../layers/field.ts'
import { glow } from '../layers/glow.ts'
import { paint } from '../layers/paint.ts'
import { sprite } from '../layers/sprite.ts'
import { createScene } from './create-scene.ts'
import { frameAt } from './frame.ts'
import type { MountedLayer } from './layer.ts'
import { createSettledFinder } from './settled-layers.ts'

const FORM = { size: { width: 310, height: 230 }, fps: 30, frameCount: 60 }
const ORDER = [0, 1, 2, 20, 21, 22, 23, 5, 5, 40, 41, 42, 3, 59, 0, 1]

test('a card that stands in the frame already looks as if it were drawn in every frame', async () => {
  for (const withGlow of [false, true]) {
    const layers = listLayers(withGlow)
    const scene = await createScene(layers, FORM)
    for (const index of ORDER) {
      const seen = shoot(scene.draw(index))
      assert.deepEqual(seen, await drawLayers(layers, index, FORM), `frame ${index}`)
    }
  }
})

test('a layer is settled once it was drawn, stays the same and is alone in its rows', () => {
  let [isSame, bar] = [false, { top: 150, bottom: 160 }]
  const card: MountedLayer = {
    isStill: false,
    occlusion: () => null,
    reach: () => ({ isSame, top: 10, bottom: 100 }),
    draw: () => undefined,
  }
  const moving: MountedLayer = {
    isStill: false,
    reach: () => ({ isSame: false, ...bar }),
    draw: () => undefined,
  }
  const findSettled = createSettledFinder([card, moving])
  const at = (index: number) => findSettled(frameAt(index, 9, 30))[0]

  assert.equal(at(0), false, 'never drawn')
  isSame = true
  assert.equal(at(1), true)
  bar = { top: 90, bottom: 100 }
  assert.equal(at(2), false, 'something is drawn over it')
  bar = { top: 150, bottom: 160 }
  assert.equal(at(3), false, 'something was drawn over it')
  assert.equal(at(4), true)
})

test('a layer that may draw anywhere leaves nothing settled', () => {
  const card: MountedLayer = {
    isStill: false,
    occlusion: () => null,
    reach: () => ({ isSame: true, top: 0, bottom: 10 }),
    draw: () => undefined,
  }
  const anywhere: MountedLayer = { isStill: false, draw: () => undefined }
  const findSettled = createSettledFinder([anywhere, card])
  findSettled(frameAt(0, 2, 30))
  assert.equal(findSettled(frameAt(1, 2, 30))[1], false)
})

/** A moving ground, a card that now and then swells, a line that now and then crosses it, and bars below. */
function listLayers(withGlow: boolean) {
  const card = paint({ x: 31, y: 20, width: 170, height: 121 }, (ctx, { width, height }) => {
    const gradient = ctx.createLinearGradient(0, 0, width, height)
    gradient.addColorStop(0, '#ff8040')
    gradient.addColorStop(1, '#4020a0')
    ctx.fillStyle = gradient
    ctx.beginPath()
    ctx.roundRect(0, 0, width, height, 12)
    ctx.fill()
  })
  const line = paint({ x: 10, y: 160, width: 250, height: 11 }, (ctx, { width, height }) => {
    ctx.fillStyle = '#ffffff'
    ctx.fillRect(0, 0, width, height)
  })
  const ground = field({
    cells: 6,
    shade: ({ rgb }, { index }) => {
      for (let i = 0; i < rgb.length; i++) rgb[i] = 0.2 + 0.3 * Math.abs(Math.sin(i + index / 9))
    },
  })
  return [
    ground,
    ...(withGlow ? [glow(card.shape, { spread: 60, strength: ({ index }) => 0.3 + 0.01 * index })] : []),
    sprite(card, { scale: ({ index }) => (index === 21 ? 1.1 : 1), x: ({ index }) => (index >= 40 ? 8 : 0) }),
    sprite(line, { y: ({ index }) => (index === 2 || index === 41 ? -60 : 0) }),
    bars({ x: 20, y: 190, width: 200, height: 30 }, { count: 9, levels: ({ index }) => [index / 60] }),
  ]
}
