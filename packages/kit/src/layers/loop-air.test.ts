import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPalette } from '../paint/palette.ts'
import { loopAir } from './loop-air.ts'

const size = { width: 360, height: 640 }

test('a clean bright graphic has neither dust nor fog before it; photographs and dark covers have', () => {
  const light = (hex: string) =>
    createPalette({ swatches: [{ colour: hex, share: 1 }], lightestArea: hex, darkestArea: hex })
  const count = (hex: string, plainness: number) =>
    loopAir({ size, palette: light(hex), seed: 1, plainness }).length
  assert.equal(count('#d8f3e4', 0.8), 0)
  assert.equal(count('#d8f3e4', 0), 2)
  assert.equal(count('#10131c', 0.8), 2)
})
