import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage } from '../../../testing/draw-layers.ts'
import { chance } from '../../paint/chance.ts'
import { allocTexture } from '../sprite-layout.ts'

const STEPS = 256
const WORDS = 8
/** No multiple of four; every level from below 0 to full is met. */
const SIZE = { width: 331, height: 100 }

test('a level has the colour between its step of the ramp and the next one, exactly', async () => {
  const { stage } = await openStage()
  const { sharedMemory, kernels } = stage
  const { width, height } = SIZE
  const texture = allocTexture(sharedMemory, width, height, 'FULL')
  const view = (plane: number) => sharedMemory.words(plane, texture.stride * height)
  const planes = [texture.planeY, texture.planeU, texture.planeV].map(view)
  const ramp = sharedMemory.alloc(STEPS * WORDS * 2)
  const sampleAt = (step: number, plane: number) =>
    Math.floor((chance(1, Math.min(step, STEPS - 1), plane) * 2 - 1) * 28_000)
  const words = Array.from({ length: STEPS * WORDS }, (_, i) => {
    const [step, plane] = [Math.floor(i / WORDS), (i % WORDS) >> 1]
    return plane < 3 ? sampleAt(step + (i & 1), plane) : 0
  })
  sharedMemory.words(ramp, words.length).set(words)
  const levels = Array.from({ length: width * height }, (_, i) => Math.min(32_767, i - 20))
  for (const [i, level] of levels.entries())
    planes[0]![Math.floor(i / width) * texture.stride + (i % width)] = level

  kernels.colourLevels(texture.address, ramp)

  for (const [plane, samples] of planes.entries()) {
    const seen = levels.map((_, i) => samples[Math.floor(i / width) * texture.stride + (i % width)])
    const wanted = levels.map((level) => {
      const [step, part] = [Math.max(0, level) >> 7, Math.max(0, level) & 127]
      const from = sampleAt(step, plane)
      return from + (((sampleAt(step + 1, plane) - from) * part) >> 7)
    })
    assert.deepEqual(seen, wanted, `plane ${plane}`)
  }
})
