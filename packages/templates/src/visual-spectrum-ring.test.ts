import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrast, fromOklch, hexToOklch, keepsSubject, type Palette, parseHex } from '@songreel/kit'
import { createAudioTrack, silentAudioTrackData } from '@songreel/kit/core'
import { describeCover } from '@songreel/kit/input'
import { paintCover } from '@songreel/kit/testing/paint-cover.ts'
import { heightAt, planBars } from './visual-spectrum-ring/bars.ts'
import { chooseColours } from './visual-spectrum-ring/choose-colours.ts'
import { findDisc } from './visual-spectrum-ring/disc.ts'
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
        const layout = planLayout(size, words, { font: 'CONDENSED', side })
        const { foot, barLength, disc } = layout
        const name = `${size.width}x${size.height}, "${title}"`
        const reach = reachOf(layout)
        assert.ok(reach <= Math.min(foot.x, size.width - foot.x) + 0.01, `${name}: ${reach} across`)
        assert.ok(reach <= Math.min(foot.y, size.height - foot.y) + 0.01, `${name}: ${reach} down`)
        assert.ok(foot.x === disc.x && foot.y === disc.y && foot.radius > disc.radius, name)
        assert.ok(barLength > 0.25 * disc.radius, `${name}: bars of ${barLength}`)
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
      const { texts, foot } = planLayout(size, { label, title, artist }, { font: 'CONDENSED', side: 1 })
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
  const layout = planLayout(size, WORDS, { font: 'CONDENSED', side: 1 })
  const { disc, texts } = layout
  assert.ok(2 * disc.radius >= 0.6 * size.width && disc.x + disc.radius <= 940, `${disc.radius}`)
  const top = disc.y - reachOf(layout)
  const type = Math.max(...texts.map(({ box, layout: { ink } }) => box.y + ink.bottom))
  assert.ok(top > type && top < type + 60, `${top} below ${type}`)
  assert.ok(disc.y + disc.radius <= 1440, 'the cover ends above the names that a platform lays over it')
})

test('the bars of upright and square frames end where type ends', () => {
  for (const size of SIZES.filter(({ width, height }) => width <= height && height < 1.5 * width)) {
    const layout = planLayout(size, WORDS, { font: 'CONDENSED', side: 1 })
    const left = Math.min(...layout.texts.map(({ box }) => box.x))
    assert.ok(layout.foot.x - reachOf(layout) >= left - 0.01, `${size.width}x${size.height}`)
  }
})

const at = (box: { x: number; y: number; width: number }) => ({
  x: box.x + box.width / 2,
  y: box.y + box.width / 2,
  radius: box.width / 2,
})

test('the disc is the circle inside the cover where that shows its subject', () => {
  const cover = paintCover(400, (ctx) => {
    ctx.fillStyle = '#e0a020'
    ctx.fillRect(150, 120, 100, 160)
  })
  assert.deepEqual(at(findDisc(cover)), { x: 200, y: 200, radius: 200 })
})

test('where that circle would cut what stands in the corners, a larger one shows it, and no larger than the whole cover', () => {
  const cover = paintCover(400, (ctx) => {
    ctx.fillStyle = '#e0a020'
    for (const x of [0, 320]) ctx.fillRect(x, 0, 80, 90)
  })
  assert.ok(!keepsSubject(cover, { x: 0, y: 0, width: 400, height: 400 }, { isRound: true }))
  const disc = findDisc(cover)
  assert.ok(keepsSubject(cover, disc, { isRound: true }))
  assert.ok(disc.width > 400 && disc.width <= 400 * Math.SQRT2 + 0.01, `${disc.width}`)
})

test('a disc that is larger than a cover goes on above it and not below, where the ground would end in a seam', () => {
  const square = paintCover(400, (ctx) => {
    ctx.fillStyle = '#e0a020'
    for (const x of [0, 150, 320]) ctx.fillRect(x, 130, 80, 90)
    for (let i = 0; i < 400; i++) {
      ctx.fillStyle = i % 2 ? '#605030' : '#302010'
      ctx.fillRect((i % 40) * 10, 300 + 10 * Math.floor(i / 40), 10, 10)
    }
  })
  // The same picture, half as high again across as down.
  const wide = { ...square, width: 600 }
  const { y, radius } = at(findDisc(wide))
  assert.ok(radius > 200, `${radius}`)
  assert.ok(y + radius <= 400.01 && y - radius < 0, `from ${y - radius} to ${y + radius}`)
})

const BANDS = Float32Array.from({ length: 64 }, (_, i) => (i === 20 || i === 63 ? 1 : 0))

test('the spectrum has low notes on one side and high ones opposite, both halves alike, and the bass lifts its own side', () => {
  const silent = heightAt({ bands: BANDS, bass: 0, lift: 1 }, 0)
  const height = (place: number, bass = 0) => heightAt({ bands: BANDS, bass, lift: 1 }, place)
  for (const place of [20 / 126, 1 - 20 / 126, 20 / 126 - 3]) assert.ok(height(place) > 0.8, `${place}`)
  assert.ok(height(0.5) > 0.6 && height(0.5) < height(20 / 126), 'the highest notes stay low')
  assert.ok(height(0, 1) > 0.85 && height(0.03, 1) > 0.5 && height(0.97, 1) > 0.5)
  assert.equal(height(0.3, 1), silent, 'and no other')
})

test('bars go around under a spectrum that stays, on beats faster, and never so fast that they seem to go back', () => {
  const fps = 30
  const data = silentAudioTrackData(4 * fps, fps)
  const layout = planLayout(SIZES[0]!, WORDS, { font: 'CONDENSED', side: 1 })
  const chapters = [{ index: 0, startSecs: 0, endSecs: 4, energy: 1, label: 'A', isDrop: false }]
  for (const barStyle of ['BARS', 'NEEDLES', 'DOTS'] as const) {
    const beating = { ...createAudioTrack(data), beat: () => 1, bands: () => BANDS, bass: () => 0 }
    const plan = { layout, chapters, barStyle, axis: 180, direction: -1, isReduced: false }
    const { count, rotation, levels } = planBars({ ...plan, audio: beating })
    const frame = (index: number) => ({ index, count: 4 * fps, fps, secs: index / fps, position: 0 })
    const turnAt = (index: number) => (typeof rotation === 'function' ? rotation(frame(index)) : Number.NaN)
    const step = turnAt(20) - turnAt(21)
    assert.ok(step > 0 && step < 180 / count!, `${barStyle}: ${step} of ${360 / count!}`)
    const peakAt = (index: number) => {
      const heights = Array.from(levels(frame(index)))
      const half = heights.map((height, i) => {
        const place = i / count! + (turnAt(index) - 180) / 360
        return place - Math.floor(place) < 0.4 ? height : 0
      })
      const highest = half.indexOf(Math.max(...half))
      const place = highest / count! + (turnAt(index) - 180) / 360
      return place - Math.floor(place)
    }
    for (const index of [0, 31, 77])
      assert.ok(Math.abs(peakAt(index) - 20 / 126) <= 2 / count!, `${barStyle}, ${index}: ${peakAt(index)}`)
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
