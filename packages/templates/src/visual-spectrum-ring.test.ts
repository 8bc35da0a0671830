import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrast, fromOklch, hexToOklch, type Palette, parseHex } from '@songreel/kit'
import { describeCover } from '@songreel/kit/input'
import { chooseColours } from './visual-spectrum-ring/choose-colours.ts'
import { planLayout, reachOf } from './visual-spectrum-ring/layout.ts'

const SIZES = [
  { width: 1080, height: 1920 },
  { width: 1080, height: 1350 },
  { width: 1080, height: 1080 },
  { width: 1920, height: 1080 },
]
const LONG =
  'The slow and steady drift of all the lights we left on in the house by the sea before the summer was over again '

test('the longest bars of the swollen ring end inside the frame, in every shape and beside every title', () => {
  for (const size of SIZES) {
    for (const title of ['', 'X', 'Infinite Sea', 'ليل طويل', LONG]) {
      for (const side of [-1, 1]) {
        const words = { label: 'Out now', title, artist: 'Aury Delacroix' }
        for (const ratio of [1, 1.5, 0.67]) {
          const layout = planLayout(size, words, { font: 'CONDENSED', side, ratio })
          const { foot, barLength, print } = layout
          const name = `${size.width}x${size.height}, "${title}", a cover of ${ratio}`
          const reach = reachOf(layout)
          assert.ok(reach.x <= Math.min(foot.x, size.width - foot.x) + 0.01, `${name}: ${reach.x} across`)
          assert.ok(reach.y <= Math.min(foot.y, size.height - foot.y) + 0.01, `${name}: ${reach.y} down`)
          assert.ok(Math.abs(print.width / print.height - ratio) < 0.01, `${name}: the cover keeps its shape`)
          assert.ok(
            barLength > (0.25 * Math.max(print.width, print.height)) / 2,
            `${name}: bars of ${barLength}`,
          )
        }
      }
    }
  }
})

test("a square frame's label stands at the other end of the artist's line", () => {
  const size = { width: 1080, height: 1080 }
  for (const label of ['Out now', 'A word that follows the name of the song wherever it is heard']) {
    for (const [title, artist] of [
      ['Infinite Sea', 'Aury Delacroix'],
      ['ليل طويل', 'نور الهدى'],
      [LONG, 'The long and winding orchestra of the harbour'],
    ] as const) {
      const { texts, foot } = planLayout(
        size,
        { label, title, artist },
        { font: 'CONDENSED', side: 1, ratio: 1 },
      )
      const [kicker, name, last] = texts.map(({ box, layout }) => ({
        left: box.x + layout.ink.left,
        right: box.x + layout.ink.right,
        top: box.y + layout.ink.top,
        bottom: box.y + layout.ink.bottom,
        baseline: box.y + (layout.lines.at(-1)?.baseline ?? 0),
      }))
      assert.ok(kicker && name && last)
      assert.ok(Math.abs(kicker.baseline - last.baseline) < 0.01, `"${label}", "${artist}"`)
      assert.ok(kicker.top > name.bottom && last.top > name.bottom, `"${label}" meets "${title}"`)
      const [first, second] = kicker.left > last.left ? [last, kicker] : [kicker, last]
      assert.ok(first.right < second.left, `"${label}" meets "${artist}"`)
      assert.ok(first.left >= 71 && second.right <= 1009, `${first.left} to ${second.right}`)
      assert.ok(Math.abs(foot.x - 540) < 0.01)
    }
  }
})

const WORDS = { label: 'Out now', title: 'Infinite Sea', artist: 'Aury Delacroix' }

test("in a tall frame the cover is large, clear of a platform's buttons, and in the middle of what the type leaves", () => {
  const size = { width: 1080, height: 1920 }
  const layout = planLayout(size, WORDS, { font: 'CONDENSED', side: 1, ratio: 1 })
  const { print, foot, texts } = layout
  assert.ok(print.width >= 0.68 * size.width && print.x + print.width <= 940, `${print.x} + ${print.width}`)
  const top = foot.y - reachOf(layout).y
  const type = Math.max(...texts.map(({ box, layout: { ink } }) => box.y + ink.bottom))
  assert.ok(top > type && top < type + 60, `${top} below ${type}`)
  assert.ok(size.height - foot.y - reachOf(layout).y < 270)
})

test('the bars of upright and square frames end where type ends', () => {
  for (const size of SIZES.filter(({ width, height }) => width <= height && height < 1.5 * width)) {
    const layout = planLayout(size, WORDS, { font: 'CONDENSED', side: 1, ratio: 1 })
    const left = Math.min(...layout.texts.map(({ box }) => box.x))
    assert.ok(layout.foot.x - reachOf(layout).x >= left - 0.01, `${size.width}x${size.height}`)
  }
})

/** Palettes of covers with one large colour and one small one. */
function paletteOf(large: string, small = '#e8e4da', options: { accentColor?: string } = {}): Palette {
  const side = 32
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(side * side * 4))
  for (let at = 0; at < side * side; at++)
    pixels.set([...parseHex(at % side < 26 ? large : small), 255], 4 * at)
  const size = { width: side, height: side, originalWidth: side, originalHeight: side }
  const picture = { ...size, pixels, hasAlpha: false }
  return describeCover(picture, picture, { theme: 'DARK', ...options }, false).palette
}
const HUES = Array.from({ length: 24 }, (_, i) => (i * Math.PI) / 12)
const apart = (one: string, other: string) =>
  Math.abs(Math.sin((hexToOklch(one).hue - hexToOklch(other).hue) / 2)) * 2

test('the ground has the hue of what fills the cover, and type on it and its bars can be told, whatever it is', () => {
  for (const hue of HUES) {
    for (const [lightness, chroma] of [
      [0.36, 0.12],
      [0.55, 0.03],
      [0.75, 0.12],
    ] as const) {
      const large = fromOklch({ lightness, chroma, hue })
      const { palette, glow, bars } = chooseColours(paletteOf(large), undefined, false)
      for (const ground of [palette.background, glow]) {
        assert.ok(contrast(palette.text, ground) >= 7, `${large}: ${palette.text} on ${ground}`)
        for (const bar of bars) assert.ok(contrast(bar, ground) >= 2.7, `${large}: ${bar} on ${ground}`)
      }
      // Dark orange and yellow are brown and olive: others stand in for them.
      if (chroma < 0.1 || (lightness < 0.5 && hue > 0.6 && hue < 2.2)) continue
      assert.ok(apart(palette.background, large) < 0.45, `${large}: ${palette.background}`)
      assert.ok(hexToOklch(palette.background).chroma > 0.05, `${large}: ${palette.background}`)
    }
  }
})

test('an indigo sea has a deep ground, a green meadow a bright one, and a wished colour is kept', () => {
  const lightnessOf = (colour: string) =>
    hexToOklch(chooseColours(paletteOf(colour), undefined, false).palette.background).lightness
  assert.ok(lightnessOf('#2a1960') < 0.45)
  assert.ok(lightnessOf('#73b434') > 0.7)
  const wished = chooseColours(paletteOf('#73b434', '#ffffff', { accentColor: '#30a0ff' }), undefined, false)
  assert.ok(apart(wished.palette.background, '#30a0ff') < 0.1, wished.palette.background)
})

test('a cover that is nearly black has a night around it, in which its one small colour sounds', () => {
  const grounds = ['#443b35', '#685e58'] as const
  const own = { background: '#110c08', text: '#fcf3ed', accent: '#de5b64', accent2: '#e2bba1', grounds }
  const at = (black: number) => {
    const swatches = [
      { colour: '#090608', share: black },
      { colour: '#de5b64', share: 1 - black },
    ]
    return chooseColours({ ...own, theme: 'DARK', swatches } as unknown as Palette, undefined, false)
  }
  const night = at(0.9)
  assert.equal(night.palette.background, own.background)
  assert.ok(contrast(own.text, night.glow) >= 7)
  assert.ok(hexToOklch(night.bars[0]).chroma > 0.1)
  assert.ok(hexToOklch(at(0.4).palette.background).lightness > 0.7)
})

test('a cover without colour has a grey ground, and a dark theme or a brand its own', () => {
  const grey = {
    accent: '#b0b0b0',
    accent2: '#909090',
    theme: 'DARK',
    isMonochrome: true,
    grounds: ['#404040', '#606060'],
    swatches: [] as Palette['swatches'],
  } as unknown as Palette
  assert.ok(hexToOklch(chooseColours(grey, undefined, false).palette.background).chroma < 0.01)
  const grounds = ['#d05020', '#2050d0'] as const
  const dark = { ...grey, background: '#101010', text: '#f4f4f4', grounds, isMonochrome: false } as Palette
  assert.equal(chooseColours(dark, 'DARK', false).palette.background, '#101010')
  const brand = chooseColours({ ...dark, hasBrandGround: true }, undefined, false)
  assert.equal(brand.palette.background, '#101010')
  assert.ok(contrast(brand.palette.text, brand.glow) >= 7)
})
