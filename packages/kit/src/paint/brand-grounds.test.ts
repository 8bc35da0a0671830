import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBrandGrounds } from './brand-grounds.ts'
import { contrast, hexToOklch, turnTo } from './colour.ts'

const GOLD = {
  background: '#12201c',
  text: '#efe6d2',
  accent: '#c9a96a',
  accent2: '#e0c080',
  theme: 'DARK',
} as const
const RED_ON_YELLOW = {
  background: '#ffd400',
  text: '#111111',
  accent: '#c8140a',
  accent2: '#860000',
  theme: 'LIGHT',
} as const

test('an accent that carries the type of its brand is a ground to the last digit', () => {
  const [, second] = findBrandGrounds({
    background: '#f3e9d8',
    text: '#2a1410',
    accent: '#b3231d',
    accent2: '#e8a33d',
    theme: 'LIGHT',
  })
  assert.equal(second, '#e8a33d')
})

test('one that stays itself in the dark is no darker than type needs', () => {
  const [first] = findBrandGrounds({
    background: '#0b0014',
    text: '#fdf6ff',
    accent: '#ff2bd6',
    accent2: '#00f0ff',
    theme: 'DARK',
  })
  assert.ok(Math.abs(turnTo(hexToOklch(first).hue, hexToOklch('#ff2bd6').hue)) < 0.03, first)
  const ratio = contrast('#fdf6ff', first)
  assert.ok(ratio >= 7.6 && ratio < 8.3, `${first} ${ratio}`)
})

test('gold never turns brown nor red salmon: a shade of the ground is there instead', () => {
  for (const brand of [GOLD, RED_ON_YELLOW]) {
    const own = hexToOklch(brand.background)
    for (const ground of findBrandGrounds(brand)) {
      const { hue, lightness } = hexToOklch(ground)
      assert.ok(Math.abs(turnTo(hue, own.hue)) < 0.12, `${ground} on ${brand.background}`)
      assert.ok(Math.abs(lightness - own.lightness) < 0.09, `${ground} on ${brand.background}`)
      assert.ok(contrast(brand.text, ground) >= 7.6)
    }
  }
})

test('yellow gets lighter and never darker, which would be olive', () => {
  for (const ground of findBrandGrounds(RED_ON_YELLOW))
    assert.ok(hexToOklch(ground).lightness > hexToOklch(RED_ON_YELLOW.background).lightness, ground)
})
