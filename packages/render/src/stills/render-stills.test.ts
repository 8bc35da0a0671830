import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { examplePlan } from '../../testing/example-plan.ts'
import { buildScene } from '../scene/build-scene.ts'
import { renderStills } from './render-stills.ts'

test('stills are PNG pictures of the very frames of the video', async () => {
  const plan = await examplePlan()
  const stills = await renderStills(plan, { frames: [45, 3] })
  const scene = await buildScene(plan)
  for (const [i, frame] of [45, 3].entries()) {
    const { data, info } = await sharp(stills[i]).raw().toBuffer({ resolveWithObject: true })
    assert.deepEqual([info.format, info.width, info.height, info.channels], ['raw', 180, 320, 3])
    scene.draw(frame)
    assert.ok(data.equals(Buffer.from(scene.readRgb())), `frame ${frame}`)
  }
})

test('stills that nobody waits for are not drawn', async () => {
  const signal = AbortSignal.abort()
  await assert.rejects(async () => renderStills(await examplePlan(), { frames: [0], signal }), {
    name: 'AbortError',
  })
})
