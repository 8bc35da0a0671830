import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawLayers, ground } from '../../testing/draw-layers.ts'
import { createScene } from '../compose/create-scene.ts'
import { veil } from './veil.ts'

const FORM = { size: { width: 320, height: 180 }, fps: 30, frameCount: 30 }

/** A shadow on the left half of a grey ground, twice a second one column further. */
const draw = (frame: number, opacity = 1) =>
  drawLayers(
    [
      ground('#808080', FORM),
      veil({
        cells: 16,
        timesPerSec: 2,
        opacity,
        shade: ({ columns, levels }, { secs }) => {
          for (const i of levels.keys()) levels[i] = i % columns < columns / 2 + 2 * secs ? 1 : 0
        },
      }),
    ],
    frame,
    FORM,
  )

const lumaAt = ({ y }: { y: Uint8Array }, x: number) => y[90 * FORM.size.width + x] ?? 0

test('a veil covers what lies below as much as its levels say, with a soft edge', async () => {
  const shot = await draw(0)
  const [shadow, edge, light] = [20, 160, 300].map((x) => lumaAt(shot, x))
  assert.ok(shadow! <= 17, `shadow ${shadow}`)
  assert.ok(light! > 120, `light ${light}`)
  assert.ok(edge! > 40 && edge! < 110, `edge ${edge}`)
})

test('its opacity thins all of it', async () => {
  const [whole, half] = [await draw(0, 1), await draw(0, 0.5)]
  const middle = (lumaAt(whole, 20) + lumaAt(whole, 300)) / 2
  assert.ok(Math.abs(lumaAt(half, 20) - middle) <= 2)
  assert.equal(lumaAt(half, 300), lumaAt(whole, 300))
})

test('it is shaded anew only as often as it asks', async () => {
  const [first, before, after] = [await draw(0), await draw(14), await draw(15)]
  assert.deepEqual(before, first)
  assert.notDeepEqual(after, first)
})

test('a shade that stays is worked out once for all frames that share it, whatever order they are drawn in', async () => {
  const shaded: number[] = []
  const layers = [
    ground('#808080', FORM),
    veil({
      cells: 16,
      stays: ({ index }) => Math.floor(index / 10),
      shade: ({ levels }, { index }) => {
        shaded.push(index)
        levels.fill(index < 10 ? 0.25 : 0.75)
      },
    }),
  ]
  const scene = await createScene(layers, FORM)
  const lumas = [3, 4, 9, 12, 19, 5].map((index) => lumaAt(scene.draw(index), 20))
  scene.close()
  assert.deepEqual(shaded, [3, 12, 5])
  assert.deepEqual(lumas.slice(0, 3), [lumas[0], lumas[0], lumas[0]])
  assert.ok(lumas[3]! < lumas[0]! - 30 && lumas[4] === lumas[3] && lumas[5] === lumas[0])
})
