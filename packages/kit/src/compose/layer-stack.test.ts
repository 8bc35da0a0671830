import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawLayers, shoot } from '../../testing/draw-layers.ts'
import { bars } from '../layers/bars.ts'
import { field } from '../layers/field.ts'
import { paint } from '../layers/paint.ts'
import { sprite } from '../layers/sprite.ts'
import { createScene } from './create-scene.ts'
import type { Layer } from './layer.ts'

const FORM = { size: { width: 310, height: 230 }, fps: 30, frameCount: 60 }
const WHOLE = { x: 0, y: 0, ...FORM.size }
/** Back and forth over the frames in which a card comes and goes. */
const ORDER = [0, 1, 20, 21, 22, 25, 26, 1, 30, 31, 5, 40, 41, 59, 20, 0, 1]

test('a picture over which a card came and went looks as if none had been there', async () => {
  for (const ground of [movingGround(), stillGround()]) {
    for (const withBars of [false, true]) {
      const layers = [ground, ...listLayers(withBars), ...card()]
      const scene = await createScene(layers, FORM)
      for (const index of ORDER) {
        const seen = shoot(scene.draw(index))
        assert.deepEqual(seen, await drawLayers(layers, index, FORM), `frame ${index}`)
      }
    }
  }
})

test('what lies below a card that fills the frame is not drawn', async () => {
  const drawn: number[] = []
  const spy: Layer = {
    kind: 'spy',
    mount: () => ({ isStill: false, draw: ({ index }) => drawn.push(index) }),
  }
  const scene = await createScene([movingGround(), spy, ...card()], FORM)
  for (const index of [19, 20, 29, 30, 39, 40]) scene.draw(index)
  assert.deepEqual(drawn, [19, 20, 40])
})

function movingGround(): Layer {
  return field({
    cells: 6,
    shade: ({ rgb }, { index }) => {
      for (let i = 0; i < rgb.length; i++) rgb[i] = 0.2 + 0.3 * Math.abs(Math.sin(i + index / 9))
    },
  })
}

function stillGround(): Layer {
  return sprite(paint(WHOLE, fill('#305060')))
}

/** A square that now and then stays where it is, and bars, which can't say what changes. */
function listLayers(withBars: boolean): Layer[] {
  const square = paint({ x: 40, y: 60, width: 90, height: 90 }, fill('#e0a020'))
  return [
    sprite(square, { x: ({ index }) => Math.floor(index / 10) * 7 }),
    ...(withBars
      ? [bars({ x: 20, y: 190, width: 200, height: 30 }, { count: 9, levels: ({ index }) => [index / 60] })]
      : []),
  ]
}

/** It comes from below, fills the frame from frame 25 to 39, and has a word on it. */
function card(): Layer[] {
  const word = paint({ x: 60, y: 90, width: 120, height: 30 }, fill('#ffffff'))
  const isThere = (index: number) => index >= 20 && index < 40
  return [
    sprite(paint(WHOLE, fill('#801040')), {
      reveal: ({ index }) => (isThere(index) ? Math.min(1, (index - 19) / 6) : 0),
      revealFrom: 'BOTTOM',
    }),
    sprite(word, { opacity: ({ index }) => (isThere(index) ? 1 : 0), y: ({ index }) => index % 3 }),
  ]
}

function fill(colour: string): Parameters<typeof paint>[1] {
  return (ctx, { width, height }) => {
    ctx.fillStyle = colour
    ctx.fillRect(0, 0, width, height)
  }
}
