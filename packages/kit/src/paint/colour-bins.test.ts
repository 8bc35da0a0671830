import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareColours } from './colour-bins.ts'

test('colours of a picture that is all behind, or all in front, are told apart by nothing but that', () => {
  const bins = Int32Array.from({ length: 40 }, (_, i) => 100 + (i % 5))
  const ratios = [0, 1].map((value) => compareColours(bins, new Float32Array(40).fill(value)))
  for (const found of ratios) assert.ok(found.every((ratio) => Number.isFinite(ratio)))
  const [behind, front] = ratios.map((found) => found[102]!)
  assert.ok(behind! < 0 && front! > 0, `${behind}, ${front}`)
})
