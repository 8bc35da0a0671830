import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawLayers, typical, unsoftened, worst } from '../../testing/draw-layers.ts'
import { examplePicture } from '../../testing/layer-examples.ts'
import { backdrop } from '../layers/backdrop.ts'
import { field } from '../layers/field.ts'
import { glow } from '../layers/glow.ts'
import { paint } from '../layers/paint.ts'
import { sprite } from '../layers/sprite.ts'
import type { Layer } from './layer.ts'

const FORM = { size: { width: 402, height: 302 }, fps: 30, frameCount: 20 }
const card = paint({ x: 120, y: 80, width: 150, height: 140 }, (ctx) => ctx.fillRect(0, 0, 150, 140))

const GROUPS: Record<string, Layer[]> = {
  'a backdrop and two lights': [
    backdrop(examplePicture(), { blur: 120, zoom: (frame) => 1.1 + frame.position, panX: 0.5, panY: -0.7 }),
    glow(card.shape, { colour: '#ffd080', spread: 70, strength: (frame) => frame.position }),
    glow(card.shape, { colour: '#2040ff', spread: 90, x: (frame) => frame.index * 3, y: -60, scale: 1.4 }),
    sprite(card),
  ],
  'a shaded backdrop and a shadow': [
    backdrop(examplePicture(), {
      blur: 90,
      brightness: (frame) => 1 - 0.5 * frame.position,
      shade: { top: 0.3, bottom: 0.5 },
    }),
    glow(card.shape, { colour: '#000000', spread: 60, strength: 0.7 }),
  ],
  'a field and a light that leaves the frame': [
    field({
      cells: 10,
      shade: ({ columns, rgb }, frame) => {
        for (let i = 0; i < rgb.length / 3; i++)
          rgb.set([(i % columns) * 20, 90 + frame.index, 200 - i], i * 3)
      },
    }),
    glow(card.shape, { colour: '#ffffff', spread: 50, x: (frame) => 30 * frame.index - 260, y: 150 }),
  ],
}

for (const [name, layers] of Object.entries(GROUPS)) {
  test(`${name} look the same put together coarsely as drawn one over the other`, async () => {
    for (const frame of [1, 10, 19]) {
      const soft = await drawLayers(layers, frame, FORM)
      const plain = await drawLayers(layers.map(unsoftened), frame, FORM)
      for (const plane of ['y', 'u', 'v'] as const) {
        // A light that is drawn over a dark ground also covers some of its grain.
        assert.ok(
          worst(soft[plane], plain[plane]) <= 5,
          `${plane} of frame ${frame}: ${worst(soft[plane], plain[plane])}`,
        )
        const mean = typical(soft[plane], plain[plane])
        assert.ok(mean < 0.7, `${plane} of frame ${frame} by ${mean} in the mean`)
      }
    }
  })
}
