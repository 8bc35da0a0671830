import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { blendOver, contrast, hexToOklch, type Rgb, toHex } from './colour.ts'
import { createPalette, findScrimOpacity, type Palette } from './palette.ts'
import type { Picture } from './picture.ts'
import { findColours } from './swatches.ts'
import type { Theme } from './theme.ts'

const THEMES: Theme[] = ['DARK', 'LIGHT']
const anyRgb: fc.Arbitrary<Rgb> = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255))
const anyHex = anyRgb.map(toHex)

test('every role keeps its contrast for every cover, in both themes', () => {
  const anyCover = fc.array(anyRgb, { minLength: 1, maxLength: 9 }).map(aCover)
  fc.assert(
    fc.property(anyCover, fc.constantFrom(...THEMES), (cover, theme) => {
      assertReadable(createPalette(findColours(cover), { theme }))
    }),
    { numRuns: 150 },
  )
})

test('a wished accent keeps its contrast too, and stays as it is when it can', () => {
  const colours = findColours(aCover([[20, 40, 90]]))
  fc.assert(
    fc.property(anyHex, fc.constantFrom(...THEMES), (accentColor, theme) => {
      const palette = createPalette(colours, { theme, accentColor })
      assertReadable(palette)
      const isReadable = [palette.background, palette.surface].every(
        (ground) => contrast(accentColor, ground) >= 4.5,
      )
      if (isReadable) assert.equal(palette.accent, accentColor)
      else assertSameHue(accentColor, palette.accent)
    }),
    { numRuns: 150 },
  )
})

test('every pairing of a cover is readable, and differs from the others unless there is no colour', () => {
  const cover = aCover([
    [20, 40, 90],
    [220, 90, 40],
    [60, 160, 110],
  ])
  for (const theme of THEMES) {
    const palettes = [0, 1, 2].map((pairing) => createPalette(findColours(cover), { theme, pairing }))
    for (const palette of palettes) assertReadable(palette)
    assert.equal(new Set(palettes.map(({ accent }) => accent)).size, 3)
    assert.equal(new Set(palettes.map(({ background }) => background)).size, 3)
  }
  const [first, second] = [0, 1].map((pairing) =>
    createPalette(findColours(aCover([[90, 90, 90]])), { pairing }),
  )
  assert.deepEqual(second, first)
})

test('a cover of one hue gets no second colour that it does not hold: only a neighbour', () => {
  const covers: Record<string, Rgb[]> = {
    sky: [
      [80, 116, 153],
      [130, 155, 173],
      [67, 96, 124],
    ],
    sand: [
      [145, 103, 68],
      [180, 142, 117],
      [129, 87, 56],
    ],
    leaves: [
      [71, 81, 65],
      [91, 112, 78],
      [114, 136, 99],
    ],
  }
  for (const [name, rgbs] of Object.entries(covers)) {
    const hues = rgbs.map((rgb) => hexToOklch(toHex(rgb)).hue)
    for (const theme of THEMES) {
      for (const pairing of [0, 1, 2]) {
        const { accent, accent2, background } = createPalette(findColours(aCover(rgbs)), { theme, pairing })
        for (const colour of [accent, accent2, background]) {
          const { hue } = hexToOklch(colour)
          const nearest = Math.min(
            ...hues.map((own) => Math.abs(Math.atan2(Math.sin(hue - own), Math.cos(hue - own)))),
          )
          assert.ok(nearest < 0.45, `${colour} on ${name}, ${theme}, pairing ${pairing}`)
        }
      }
    }
  }
})

test('a second colour that the cover holds is taken before one that is made', () => {
  const { accent, accent2 } = createPalette(
    findColours(aCover([...Array(5).fill([174, 48, 18]), [228, 142, 55], [49, 10, 4]])),
  )
  assertSameHue('#ae3012', accent)
  assertSameHue('#e48e37', accent2)
})

test('cream does not turn brown where the gradient is dark: a clean colour of the cover takes its place', () => {
  const { gradient } = createPalette(
    findColours(
      aCover([
        [122, 175, 234],
        [248, 235, 184],
        [233, 243, 252],
        [99, 99, 96],
      ]),
    ),
    { theme: 'DARK' },
  )
  assertSameHue('#7aafea', gradient[2]!)
})

test('a grey with a breath of brown is not made brown', () => {
  const { accent } = createPalette(
    findColours(
      aCover([
        [164, 163, 159],
        [139, 118, 93],
        [196, 199, 201],
      ]),
    ),
  )
  assert.ok(hexToOklch(accent).chroma < 0.085, accent)
})

const EXTREMES: Record<string, Rgb[]> = {
  black: [[0, 0, 0]],
  white: [[255, 255, 255]],
  grey: [
    [128, 128, 128],
    [90, 90, 90],
    [200, 200, 200],
  ],
  neon: [
    [0, 255, 60],
    [255, 0, 255],
    [0, 255, 255],
  ],
  yellow: [[255, 255, 0]],
  navy: [
    [0, 0, 60],
    [0, 0, 90],
  ],
}

for (const [name, colours] of Object.entries(EXTREMES)) {
  test(`a ${name} cover gives a readable palette in both themes`, () => {
    for (const theme of THEMES) assertReadable(createPalette(findColours(aCover(colours)), { theme }))
  })
}

test('a cover without colour gives a palette without colour', () => {
  const palette = createPalette(findColours(aCover(EXTREMES.grey!)))
  assert.equal(palette.isMonochrome, true)
  for (const colour of [
    palette.background,
    palette.surface,
    palette.text,
    palette.accent,
    ...palette.gradient,
  ]) {
    assert.ok(hexToOklch(colour).chroma < 0.01, colour)
  }
})

test('the accent has the hue of what strikes the eye, the ground the hue of what fills the cover', () => {
  const palette = createPalette(findColours(aCover([...Array(8).fill([24, 38, 92]), [240, 90, 40]])))
  assertSameHue('#f05a28', palette.accent)
  assertSameHue('#18265c', palette.background)
})

test('a cover of one pixel is enough', () => {
  const { swatches } = findColours({ ...aCover([[200, 30, 30]]), width: 1, height: 1 })
  assert.deepEqual(swatches, [{ colour: '#c81e1e', share: 1 }])
})

test('a large cover gives the same colours twice and shares that add up', () => {
  const cover = aCover(
    [
      [20, 30, 80],
      [220, 90, 40],
      [240, 230, 210],
      [30, 120, 90],
    ],
    300,
  )
  const { swatches } = findColours(cover)
  assert.deepEqual(findColours(cover).swatches, swatches)
  assert.ok(swatches.length >= 4)
  assert.ok(Math.abs(swatches.reduce((sum, swatch) => sum + swatch.share, 0) - 1) < 0.05)
})

test('the gradient rises in lightness', () => {
  fc.assert(
    fc.property(
      fc.array(anyRgb, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(...THEMES),
      (colours, theme) => {
        const { gradient } = createPalette(findColours(aCover(colours)), { theme })
        assert.equal(gradient.length, 5)
        const steps = gradient.map((colour) => hexToOklch(colour).lightness)
        for (let stop = 1; stop < steps.length; stop++) assert.ok(steps[stop]! > steps[stop - 1]!)
      },
    ),
    { numRuns: 40 },
  )
})

test('under the scrim type is readable on the worst area of the blurred cover, and no scrim is too thick', () => {
  fc.assert(
    fc.property(
      fc.array(anyRgb, { minLength: 1, maxLength: 9 }),
      fc.constantFrom(...THEMES),
      (colours, theme) => {
        const palette = createPalette(findColours(aCover(colours)), { theme })
        const opacity = findScrimOpacity(palette)
        const worst = theme === 'DARK' ? palette.lightestArea : palette.darkestArea
        const under = (alpha: number) => contrast(palette.text, blendOver(palette.background, worst, alpha))
        assert.ok(under(opacity) >= 7)
        if (opacity > 0.03) assert.ok(under(opacity - 0.03) < 7.05)
      },
    ),
    { numRuns: 60 },
  )
})

function assertReadable(palette: Palette): void {
  for (const ground of [palette.background, palette.surface]) {
    assert.ok(contrast(palette.text, ground) >= 7, `text on ${ground}: ${JSON.stringify(palette)}`)
    for (const role of ['accent', 'accent2', 'muted'] as const) {
      assert.ok(contrast(palette[role], ground) >= 4.5, `${role} on ${ground}: ${JSON.stringify(palette)}`)
    }
  }
  assert.ok(
    contrast(palette.accentText, palette.accent) >= 4.5,
    `type on the accent: ${JSON.stringify(palette)}`,
  )
}

function assertSameHue(first: string, second: string): void {
  const a = hexToOklch(first)
  const b = hexToOklch(second)
  // Near white, black and grey a hue is noise.
  if (a.chroma < 0.03 || b.chroma < 0.03) return
  const turn = Math.abs(a.hue - b.hue) % (2 * Math.PI)
  assert.ok(Math.min(turn, 2 * Math.PI - turn) < 0.25, `${first} and ${second}`)
}

/** A square cover of vertical stripes. */
function aCover(stripes: Rgb[], sidePx = 36): Picture {
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(sidePx * sidePx * 4))
  for (let at = 0; at < sidePx * sidePx; at++) {
    const stripe = stripes[Math.floor(((at % sidePx) / sidePx) * stripes.length)]!
    pixels.set([...stripe, 255], at * 4)
  }
  return {
    pixels,
    width: sidePx,
    height: sidePx,
    originalWidth: sidePx,
    originalHeight: sidePx,
    hasAlpha: false,
  }
}

test('a pale cover asks for a light ground, every other for a dark one, and a wish wins', () => {
  const white: Rgb = [250, 249, 246]
  const ink: Rgb = [20, 20, 24]
  const covers: [Theme, Rgb[]][] = [
    ['LIGHT', [white]],
    ['LIGHT', [white, white, white, ink]],
    ['LIGHT', [white, white, [240, 214, 205], [226, 232, 240]]],
    ['DARK', [ink]],
    ['DARK', [ink, ink, white]],
    ['DARK', [[128, 128, 128]]],
    ['DARK', [[255, 214, 10]]],
    ['DARK', [[225, 0, 15]]],
  ]
  for (const [theme, rgbs] of covers) {
    const colours = findColours(aCover(rgbs))
    assert.equal(createPalette(colours).theme, theme, JSON.stringify(rgbs))
    for (const wish of THEMES) assert.equal(createPalette(colours, { theme: wish }).theme, wish)
  }
})
