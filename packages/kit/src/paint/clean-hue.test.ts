import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanHue, measureOlive } from './clean-hue.ts'
import { hexToOklch, toDegrees, toRadians } from './colour.ts'

test('olive, mustard and khaki lean to brown or to green', () => {
  for (const [mud, from, to] of [
    ['#847645', 45, 72],
    ['#7a5f1a', 45, 75],
    ['#474a2a', 122, 145],
  ] as const) {
    const hue = toDegrees(cleanHue(hexToOklch(mud)).hue)
    assert.ok(hue > from && hue < to, `${mud}: ${hue}`)
    assert.ok(measureOlive(cleanHue(hexToOklch(mud))) < 0.5, mud)
  }
})

test('what is clean stays as it is', () => {
  for (const clean of [
    '#ffef9f',
    '#ea5640',
    '#5a1f12',
    '#2f6b33',
    '#4d6fb0',
    '#7024a4',
    '#808080',
    '#f2d21b',
  ]) {
    const colour = hexToOklch(clean)
    assert.deepEqual(cleanHue(colour), colour, clean)
  }
})

test('hues that lie side by side stay in their order', () => {
  const hues = [60, 70, 80, 90, 97].map((hue) =>
    toDegrees(cleanHue({ lightness: 0.5, chroma: 0.08, hue: toRadians(hue) }).hue),
  )
  assert.deepEqual(
    hues,
    [...hues].sort((a, b) => a - b),
  )
  assert.equal(new Set(hues).size, hues.length)
})
