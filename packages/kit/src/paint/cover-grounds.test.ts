import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isMud } from './clean-ground.ts'
import { contrast, hexToOklch, toDegrees, toHex } from './colour.ts'
import { findCoverGrounds, findPapers } from './cover-grounds.ts'
import { toGroundTone } from './ground-tone.ts'
import { createPalette } from './palette.ts'
import { shine } from './shine.ts'
import type { Swatch } from './swatches.ts'

const AREAS = { lightestArea: '#f0f0f0', darkestArea: '#101010' }
const degreesOf = (colour: string) => toDegrees(hexToOklch(colour).hue)
const groundsOf = (swatches: Swatch[], pairing = 0) =>
  createPalette({ swatches, ...AREAS }, { theme: 'DARK', pairing }).grounds

test('an orange sky in the dark is an ember, although none of its tones is as strong as one in the light', () => {
  const sky = [
    { colour: '#0b0906', share: 0.42 },
    { colour: '#4d2003', share: 0.18 },
    { colour: '#6b2402', share: 0.13 },
    { colour: '#8b2e03', share: 0.1 },
    { colour: '#b13a03', share: 0.08 },
    { colour: '#dc5404', share: 0.05 },
    { colour: '#fee63a', share: 0.04 },
  ]
  const [ground] = findCoverGrounds(sky, 'DARK')
  assert.ok(ground.chroma > 0.08, `a chroma of ${ground.chroma}`)
  const browns = ['#0b0906', '#3d2b1c', '#4d3625', '#5d4430', '#6e5040', '#856750', '#e0cba0']
  const wood = sky.map(({ share }, i) => ({ colour: browns[i]!, share }))
  assert.ok(findCoverGrounds(wood, 'DARK')[0].chroma < 0.04, 'brown wood fills the frame')
})

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

test('where a cover holds nothing but orange, its dark grounds are embers; yellow is a charcoal', () => {
  for (const ground of groundsOf([
    { colour: '#f3863b', share: 0.9 },
    { colour: '#23414f', share: 0.1 },
  ]))
    assert.ok(!isMud(ground) && (degreesOf(ground) < 40 || degreesOf(ground) > 340), ground)
  for (const ground of groundsOf([
    { colour: '#fce757', share: 0.9 },
    { colour: '#23414f', share: 0.1 },
  ]))
    assert.ok(hexToOklch(ground).chroma < 0.03, ground)
})

const SEA: Swatch[] = [
  { colour: '#78295e', share: 0.21 },
  { colour: '#592466', share: 0.18 },
  { colour: '#2a1960', share: 0.17 },
  { colour: '#923254', share: 0.16 },
  { colour: '#aa3e4f', share: 0.1 },
  { colour: '#c13d37', share: 0.09 },
  { colour: '#803b81', share: 0.05 },
  { colour: '#c47784', share: 0.04 },
]

test('a sky from indigo to orange has a ground of indigo and violet, and its light is the accent', () => {
  const palette = createPalette({ swatches: SEA, ...AREAS }, { theme: 'DARK' })
  const [first] = palette.grounds
  assert.ok(degreesOf(first) > 270 && degreesOf(first) < 320, first)
  assert.ok(degreesOf(palette.background) > 270 && degreesOf(palette.background) < 320, palette.background)
  assert.ok(degreesOf(palette.accent) < 40, palette.accent)
})

test('a sepia photograph keeps its tint in all that stands around it, and is neither cement nor mud', () => {
  const sepia: Swatch[] = [
    { colour: '#454035', share: 0.28 },
    { colour: '#534b3f', share: 0.28 },
    { colour: '#615648', share: 0.2 },
    { colour: '#817564', share: 0.14 },
    { colour: '#c2b7a3', share: 0.1 },
  ]
  for (const theme of ['DARK', 'LIGHT'] as const) {
    const palette = createPalette({ swatches: sepia, ...AREAS }, { theme })
    assert.equal(palette.isMonochrome, false)
    const { background, surface, accent, accent2, grounds } = palette
    for (const each of [
      background,
      surface,
      accent,
      accent2,
      ...grounds,
      ...grounds.map((one) => shine(one)),
    ]) {
      const { chroma } = hexToOklch(each)
      assert.ok(chroma > 0.008 && chroma < 0.05 && degreesOf(each) > 55 && degreesOf(each) < 96, each)
      assert.equal(isMud(each), false, each)
    }
  }
})

test('on paper an orange cover is orange and a yellow one yellow; a wish and a brand stay', () => {
  for (const colour of ['#f3863b', '#fce757']) {
    const palette = createPalette({ swatches: [{ colour, share: 1 }], ...AREAS }, { theme: 'DARK' })
    const [paper] = findPapers(palette)
    assert.ok(Math.abs(toDegrees(paper.hue) - degreesOf(colour)) < 8 && paper.chroma > 0.08, colour)
    const wished = createPalette({ swatches: SEA, ...AREAS }, { theme: 'DARK', accentColor: colour })
    assert.ok(Math.abs(toDegrees(findPapers(wished)[0].hue) - degreesOf(colour)) < 8)
    const brand = { ...palette, hasBrandGround: true, grounds: ['#0000aa', '#00aa00'] as const }
    assert.ok(Math.abs(toDegrees(findPapers(brand)[0].hue) - degreesOf('#0000aa')) < 1)
  }
})

test('what fills a cover is its ground, and what is small in it is an accent', () => {
  const night: Swatch[] = [
    { colour: '#060506', share: 0.35 },
    { colour: '#302723', share: 0.3 },
    { colour: '#4b4136', share: 0.2 },
    { colour: '#9c7b6a', share: 0.1 },
    { colour: '#5a0a14', share: 0.05 },
  ]
  const { accent, grounds } = createPalette({ swatches: night, ...AREAS }, { theme: 'DARK' })
  assert.ok(degreesOf(accent) < 36 && hexToOklch(accent).chroma > 0.12, accent)
  for (const ground of grounds) {
    const { lightness, chroma } = hexToOklch(ground)
    assert.ok(chroma < 0.03 && lightness < 0.45, ground)
  }
  const lips: Swatch[] = [
    { colour: '#dadbde', share: 0.6 },
    { colour: '#d1b3b0', share: 0.37 },
    { colour: '#d94d43', share: 0.03 },
  ]
  for (const ground of groundsOf(lips)) assert.ok(hexToOklch(ground).chroma < 0.04, ground)
})

test('vivid covers keep their colours as grounds, in both themes', () => {
  const vivid: Swatch[] = [
    { colour: '#d81b60', share: 0.5 },
    { colour: '#1565c0', share: 0.5 },
  ]
  for (const theme of ['DARK', 'LIGHT'] as const) {
    const { grounds } = createPalette({ swatches: vivid, ...AREAS }, { theme })
    const [blue, pink] = grounds.toSorted(
      (a, b) => Math.abs(degreesOf(a) - 255) - Math.abs(degreesOf(b) - 255),
    )
    const least = theme === 'DARK' ? 0.1 : 0.06
    assert.ok(Math.abs(degreesOf(blue!) - 255) < 20 && hexToOklch(blue!).chroma > least, blue)
    assert.ok(Math.abs(degreesOf(pink!) - 5) < 20 && hexToOklch(pink!).chroma > least, pink)
  }
})

test('no surface of any cover is mud, in either theme and any pairing, and no ground where type is laid on it', () => {
  const channel = fc.nat(255)
  const anySwatch = fc.record({
    colour: fc.tuple(channel, channel, channel).map(toHex),
    share: fc.double({ min: 0.02, max: 1, noNaN: true }),
  })
  fc.assert(
    fc.property(
      fc.array(anySwatch, { minLength: 1, maxLength: 8 }),
      fc.constantFrom('DARK' as const, 'LIGHT' as const),
      fc.nat(2),
      (parts, theme, pairing) => {
        const all = parts.reduce((sum, { share }) => sum + share, 0)
        const swatches = parts.map(({ colour, share }) => ({ colour, share: share / all }))
        const palette = createPalette({ swatches, ...AREAS }, { theme, pairing })
        const { background, surface, grounds, gradient, text } = palette
        const laid = grounds.map((ground) => toGroundTone(ground, text, 7))
        for (const each of [background, surface, ...grounds, ...gradient, ...laid])
          assert.equal(isMud(each), false, `${each} of ${JSON.stringify(palette)}`)
        for (const each of laid) assert.ok(contrast(text, each) >= 6.95, each)
      },
    ),
    { numRuns: 400 },
  )
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
