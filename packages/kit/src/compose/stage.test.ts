import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage } from '../../testing/draw-layers.ts'
import { BAND_BYTES } from './sprite-layout.ts'

test('all bands of pixels lie in the same memory, and only longer rows take more', async () => {
  const { stage } = await openStage()
  const first = stage.pixelMemory(1000)
  const used = stage.sharedMemory.usedBytes()
  assert.equal(stage.pixelMemory(BAND_BYTES), first)
  assert.equal(stage.sharedMemory.usedBytes(), used)

  const longer = stage.pixelMemory(2 * BAND_BYTES)
  assert.ok(longer > first)
  assert.equal(stage.pixelMemory(1000), longer)
})
