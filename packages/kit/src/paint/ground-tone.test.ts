import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrast, hexToOklch } from './colour.ts'
import { toGroundTone } from './ground-tone.ts'

for (const [text, ratio] of [
  ['#ffffff', 7],
  ['#f4f2ff', 11],
  ['#101010', 12],
] as const) {
  test(`any colour becomes a ground for ${text} at ${ratio}:1, by its lightness alone`, () => {
    for (const colour of ['#ff0000', '#00ff40', '#ffffff', '#2233ee', '#808080', '#000000']) {
      const ground = toGroundTone(colour, text, ratio)
      assert.ok(contrast(text, ground) >= ratio - 0.05, `${colour} became ${ground}`)
      if (contrast(text, colour) >= ratio) assert.equal(ground, colour)
      assert.ok(hexToOklch(ground).chroma <= hexToOklch(colour).chroma + 0.01)
    }
  })
}
