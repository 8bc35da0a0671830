import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromOklch, hexToOklch } from './colour.ts'
import { toGroundTone } from './ground-tone.ts'
import { shine } from './shine.ts'

const wine = (hue: number) => fromOklch({ lightness: 0.42, chroma: 0.15, hue: (hue * Math.PI) / 180 })

test('wine, raspberry and plum as light are no bubblegum; blue, green and orange are as bright as before', () => {
  for (const hue of [340, 355, 8]) assert.ok(hexToOklch(shine(wine(hue))).lightness < 0.6, `${hue}`)
  for (const hue of [45, 145, 250]) {
    const { lightness, chroma } = hexToOklch(shine(wine(hue)))
    assert.ok(lightness > 0.66 && chroma > hexToOklch(wine(hue)).chroma, `${hue}`)
  }
})

test('pink that black type needs lighter is paler, too, and keeps its hue; orange stays strong', () => {
  for (const hue of [340, 355, 8]) {
    const own = hexToOklch(wine(hue))
    const { lightness, chroma, hue: tone } = hexToOklch(toGroundTone(wine(hue), '#000000', 11))
    assert.ok(chroma < 0.115, `${hue}: ${chroma} at ${lightness}`)
    assert.ok(Math.abs(Math.sin(own.hue - tone)) < 0.1, `${hue}`)
  }
  assert.ok(
    hexToOklch(toGroundTone(fromOklch({ lightness: 0.55, chroma: 0.16, hue: 0.9 }), '#000000', 11)).chroma >
      0.1,
  )
})
