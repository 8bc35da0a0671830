import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrast, hexToOklch } from './colour.ts'
import { toGroundTone } from './ground-tone.ts'
import { createPalette } from './palette.ts'
import type { Swatch } from './swatches.ts'

const AREAS = { lightestArea: '#f0f0f0', darkestArea: '#101010' }
const degreesOf = (colour: string) => ((hexToOklch(colour).hue * 180) / Math.PI + 360) % 360
const groundsOf = (swatches: Swatch[], pairing = 0) =>
  createPalette({ swatches, ...AREAS }, { theme: 'DARK', pairing }).grounds

test('a yellow sky over the sea gives grounds of the sea, readable and not brown', () => {
  const swatches = [
    { colour: '#23414f', share: 0.31 },
    { colour: '#586e84', share: 0.24 },
    { colour: '#fce757', share: 0.2 },
    { colour: '#f3863b', share: 0.15 },
    { colour: '#fef9dc', share: 0.1 },
  ]
  const grounds = groundsOf(swatches)
  for (const ground of grounds) {
    const tone = toGroundTone(ground, '#f7f7f7', 9)
    assert.ok(degreesOf(tone) > 200 && degreesOf(tone) < 280, `${ground} as ${tone}`)
    assert.ok(contrast('#f7f7f7', tone) >= 9)
  }
  assert.deepEqual(groundsOf(swatches, 1), grounds.toReversed())
})

test('without enough of a clean colour the accents stay, and accents that are no brown always do', () => {
  const warm: Swatch[] = [
    { colour: '#fce757', share: 0.5 },
    { colour: '#f3863b', share: 0.4 },
    { colour: '#23414f', share: 0.1 },
  ]
  const palette = createPalette({ swatches: warm, ...AREAS }, { theme: 'DARK' })
  assert.deepEqual(palette.grounds, [palette.accent, palette.accent2])
  const pink = createPalette(
    {
      swatches: [
        { colour: '#d81b60', share: 0.5 },
        { colour: '#1565c0', share: 0.5 },
      ],
      ...AREAS,
    },
    { theme: 'DARK' },
  )
  assert.deepEqual(pink.grounds, [pink.accent, pink.accent2])
})

test('an accent that was asked for is the ground, too', () => {
  const swatches = [
    { colour: '#23414f', share: 0.6 },
    { colour: '#fce757', share: 0.4 },
  ]
  const palette = createPalette({ swatches, ...AREAS }, { theme: 'DARK', accentColor: '#ffaa00' })
  assert.equal(palette.grounds[0], palette.accent)
})

test('two grounds are two, also where a cover has one clean colour, which is an accent already', () => {
  for (const warm of ['#f3863b', '#fce757']) {
    const [one, other] = groundsOf([
      { colour: '#1f5fb0', share: 0.6 },
      { colour: warm, share: 0.4 },
    ])
    assert.notEqual(one, other)
    for (const ground of [one, other]) assert.ok(degreesOf(ground) > 200 && degreesOf(ground) < 300, ground)
  }
})
