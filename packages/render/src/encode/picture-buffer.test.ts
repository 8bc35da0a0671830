import assert from 'node:assert/strict'
import { test } from 'node:test'
import { examplePlan } from '../../testing/example-plan.ts'
import { buildScene } from '../scene/build-scene.ts'
import { createPictureBuffer } from './picture-buffer.ts'

/** Widths that fill whole vectors, and such that do not. */
const WIDTHS = [160, 202, 360, 720, 1080]

test('the encoder reads every scene where it was drawn, without a copy', async () => {
  for (const width of WIDTHS) {
    const scene = await buildScene(await examplePlan({ size: { width, height: 90 } }))
    const planes = scene.draw(0)
    const { frame, load, free } = createPictureBuffer(scene.size, planes)
    load(planes, 0)
    for (const [index, plane] of [planes.y, planes.u, planes.v].entries()) {
      plane[5] = plane[5]! ^ 255
      assert.equal(frame.data![index]![5], plane[5], `plane ${index} at a width of ${width}`)
    }
    free()
    scene.close()
  }
})
