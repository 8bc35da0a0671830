import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrast, hexToOklch } from './colour.ts'
import { toGroundTone } from './ground-tone.ts'

for (const [text, ratio] of [
  ['#ffffff', 7],
  ['#f4f2ff', 11],
  ['#101010', 12],
] as const) {
  test(`any colour becomes a ground for ${text} at ${ratio}:1`, () => {
    for (const colour of ['#ff0000', '#00ff40', '#ffffff', '#2233ee', '#808080', '#000000']) {
      const ground = toGroundTone(colour, text, ratio)
      assert.ok(contrast(text, ground) >= ratio - 0.05, `${colour} became ${ground}`)
      if (contrast(text, colour) >= ratio) assert.equal(ground, colour)
      assert.ok(hexToOklch(ground).chroma <= hexToOklch(colour).chroma + 0.01)
    }
  })
}

test('orange that has to be dark turns towards red instead of brown; other hues stay', () => {
  const hueOf = (colour: string) => hexToOklch(colour).hue
  const turn = (colour: string) => hueOf(colour) - hueOf(toGroundTone(colour, '#ffffff', 9))
  assert.ok(turn('#f0a020') > 0.3, `orange turned by ${turn('#f0a020')}`)
  for (const colour of ['#3a7bd5', '#2fae66', '#d03050'])
    assert.ok(Math.abs(turn(colour)) < 0.08, `${colour} turned by ${turn(colour)}`)
})
