import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Box, contrast, parseHex, planFrame } from '@songreel/kit'
import { describeCover } from '@songreel/kit/input'
import { joinAccent, listBarColours, planGround } from './base-basic-unified/ground.ts'
import { type Layout, planLayout } from './base-basic-unified/layout.ts'

const SHAPES = [
  '9x16',
  '2x3',
  '3x4',
  '4x5',
  '1x1',
  '5x4',
  '4x3',
  '3x2',
  '16x9',
  '2x1',
  '21x9',
  '3x1',
  '1x2',
  '1x3',
]
const WORDS = [
  { label: 'Out now', title: 'Infinite Sea', artist: 'Aury Delacroix' },
  { label: '', title: 'X', artist: '' },
  { label: '', title: '', artist: '' },
  { label: 'word '.repeat(30), title: 'a longer word '.repeat(8), artist: 'and another '.repeat(6) },
]

/** Every shape with all kinds of text. */
function* listLayouts(): Generator<{
  what: string
  size: { width: number; height: number }
  layout: Layout
}> {
  for (const shape of SHAPES) {
    const [across = 1, down = 1] = shape.split('x').map(Number)
    const unit = 1080 / Math.min(across, down)
    const size = { width: across * unit, height: down * unit }
    for (const [i, words] of WORDS.entries()) {
      yield { what: `${shape}, text ${i}`, size, layout: planLayout(size, words, 'GROTESK') }
    }
  }
}

const partsOf = ({ card, label, title, artist, bars, line }: Layout): Record<string, Box> => ({
  card,
  label: label.box,
  title: title.box,
  artist: artist.box,
  bars,
  line,
})

test('the card is square, type stands inside of the safe box and all else inside of the frame', () => {
  for (const { what, size, layout } of listLayouts()) {
    const { safe: room } = planFrame(size)
    const whole = { x: 0, y: 0, ...size }
    assert.equal(layout.card.width, layout.card.height, what)
    for (const [name, box] of Object.entries(partsOf(layout))) {
      if (box.height === 0) continue
      const safe = ['label', 'title', 'artist'].includes(name) ? room : whole
      assert.ok(
        box.x >= safe.x - 0.5 && box.x + box.width <= safe.x + safe.width + 0.5,
        `${what}: ${name} across`,
      )
      assert.ok(
        box.y >= safe.y - 0.5 && box.y + box.height <= safe.y + safe.height + 0.5,
        `${what}: ${name} down`,
      )
    }
  }
})

test('nothing overlaps anything else', () => {
  for (const { what, layout } of listLayouts()) {
    const parts = Object.entries(partsOf(layout)).filter(([, box]) => box.height > 0)
    for (const [i, [name, a]] of parts.entries()) {
      for (const [other, b] of parts.slice(i + 1)) {
        const isApart =
          a.x + a.width <= b.x + 0.5 ||
          b.x + b.width <= a.x + 0.5 ||
          a.y + a.height <= b.y + 0.5 ||
          b.y + b.height <= a.y + 0.5
        assert.ok(isApart, `${what}: ${name} and ${other}`)
      }
    }
  }
})

test('in tall frames all type shares the left edge of the card', () => {
  const { card, label, title, artist, bars, line } = planLayout(
    { width: 1080, height: 1920 },
    WORDS[0]!,
    'MODERN',
  )
  assert.deepEqual([label.box.x, title.box.x, artist.box.x, bars.x, line.x], Array(5).fill(card.x))
})

test('a tall frame is filled down to where the margin begins', () => {
  for (const [words, least] of [
    [WORDS[0]!, 780],
    [WORDS[3]!, 500],
  ] as const) {
    const { card, line, bars, artist } = planLayout({ width: 1080, height: 1920 }, words, 'GROTESK')
    assert.ok(bars.y > 1440 && bars.height > 300, 'the spectrum fills what nobody reads')
    assert.ok(artist.box.y + artist.box.height > 1380, 'the type stands at the foot of the safe box')
    assert.ok(line.y >= bars.y + bars.height && line.y < bars.y + bars.height + 16, 'on its line')
    assert.equal(line.y + line.height, 1920 - line.x)
    assert.ok(card.y < 0.1 * 1920 && card.width > least, `a card of ${card.width} at ${card.y}`)
  }
})

test('a right-to-left title takes the card, the label and the artist to its side', () => {
  const words = { label: 'Out now', title: 'ليل بلا نهاية', artist: 'Odalys Wren' }
  for (const [width, height] of [
    [1920, 1080],
    [1080, 1080],
    [1080, 1350],
    [1080, 1920],
  ] as const) {
    const { card, label, title, artist } = planLayout({ width, height }, words, 'GROTESK')
    const latin = planLayout({ width, height }, { ...words, title: 'Night' }, 'GROTESK')
    const what = `${width}x${height}`
    for (const { box, layout } of [label, title, artist]) {
      assert.ok(Math.abs(layout.ink.right - box.width) < 0.01 * width, `${what}: ends at its right edge`)
    }
    const isSpread = card.width > 0.85 * width
    assert.ok(isSpread || latin.card.x !== card.x || latin.card.x * 2 + card.width === width, `${what}: card`)
    for (const { box, layout } of [latin.label, latin.artist]) {
      assert.ok(layout.ink.left < 0.01 * box.width, `${what}: a left-to-right title keeps them on the left`)
    }
  }
})

test('a composition is the same at every quality', () => {
  const small = planLayout({ width: 360, height: 640 }, WORDS[0]!, 'MODERN')
  const large = planLayout({ width: 2160, height: 3840 }, WORDS[0]!, 'MODERN')
  assert.ok(Math.abs(small.card.width * 6 - large.card.width) < 60)
  assert.ok(Math.abs(small.title.layout.sizePx * 6 - large.title.layout.sizePx) < 12)
})

test('the spectrum of a cover of two hues has one of them, light enough to be seen', () => {
  const side = 56
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(4 * side * side))
  for (let i = 0; i < side * side; i++)
    pixels.set(i % side < side / 2 ? [150, 30, 20, 255] : [20, 50, 130, 255], 4 * i)
  const picture = {
    pixels,
    width: side,
    height: side,
    originalWidth: side,
    originalHeight: side,
    hasAlpha: false,
  }
  for (const theme of ['DARK', 'LIGHT'] as const) {
    const { palette } = describeCover(picture, picture, { theme }, false)
    const ground = planGround(palette)
    const colours = listBarColours({ picture, palette }, ground)
    const reds = colours.map((colour) => parseHex(colour)).map(([red, , blue]) => red > blue)
    assert.deepEqual(reds, [reds[0], reds[0]])
    for (const colour of colours) assert.ok(contrast(colour, ground.tint) >= 4, `${colour} on ${ground.tint}`)
  }
})

test('the spectrum beside a cover of navy and orange is orange: no mix of both, which the cover does not hold', () => {
  const [width, height] = [120, 120]
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(width * height * 4))
  for (let i = 0; i < width * height; i++) {
    const isOrange = (i % width) % 12 < 4 && i % width < 100
    pixels.set([...(isOrange ? [235, 120, 40] : [22, 32, 84]), 255], 4 * i)
  }
  const picture = { pixels, width, height, originalWidth: width, originalHeight: height, hasAlpha: false }
  const { palette } = describeCover(picture, picture, { theme: 'DARK' }, false)
  for (const colour of listBarColours({ picture, palette }, planGround(palette))) {
    const [red, green, blue] = parseHex(colour)
    assert.ok(red > 1.3 * green && green > 1.2 * blue, `${colour} is not orange`)
  }
})

test('type over bars of another hue takes theirs and can be read; a quiet or a like one stays', () => {
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(4 * 56 * 56)).fill(40)
  const picture = { pixels, width: 56, height: 56, originalWidth: 56, originalHeight: 56, hasAlpha: false }
  for (const theme of ['DARK', 'LIGHT'] as const) {
    const ground = planGround(describeCover(picture, picture, { theme }, false).palette)
    const { accent } = joinAccent({ ...ground, accent: '#5b9dff' }, ['#e0892f'])
    const [red, , blue] = parseHex(accent)
    assert.ok(red > 1.4 * blue, `${accent} beside orange bars`)
    assert.ok(contrast(accent, ground.lit) >= 4.6)
    for (const same of ['#d8d4cc', '#e0692f'])
      assert.equal(joinAccent({ ...ground, accent: same }, ['#e0892f']).accent, same)
  }
})

test('beside a label in a quiet colour the spectrum is as quiet, and can still be seen', () => {
  const [width, height] = [56, 56]
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(4 * width * height))
  for (let i = 0; i < width * height; i++) pixels.set([200, 110, 90, 255], 4 * i)
  const picture = { pixels, width, height, originalWidth: width, originalHeight: height, hasAlpha: false }
  const { palette } = describeCover(picture, picture, { theme: 'DARK' }, false)
  const ground = { ...planGround(palette), accent: '#ddd3c4' }
  const spreadOf = (colour: string) => Math.max(...parseHex(colour)) - Math.min(...parseHex(colour))
  for (const colour of listBarColours({ picture, palette }, ground)) {
    assert.ok(spreadOf(colour) < 40, colour)
    assert.ok(contrast(colour, ground.tint) >= 4, colour)
  }
})

test('over the width of a square the spectrum is thin and low, with its own air below the cover', () => {
  const words = { label: 'Out now', title: 'Infinite Sea', artist: 'Aury Delacroix' }
  const { card, bars, barCount, barThickness, treble, line } = planLayout(
    { width: 1080, height: 1080 },
    words,
    'GROTESK',
  )
  const pitch = bars.width / barCount
  assert.ok(pitch * barThickness < 9 && barThickness < 0.5, `${pitch * barThickness} of ${pitch}`)
  assert.ok(bars.height < 0.3 * card.height && treble < 0.7, `${bars.height}`)
  assert.ok(bars.y - card.y - card.height > 100 && line.y > bars.y + bars.height)
  const row = planLayout({ width: 1920, height: 1080 }, words, 'GROTESK')
  assert.ok(row.barThickness > 0.6 && row.treble === 1, 'beside a cover it is as bold as it was')
})

test('in a square a long title has at most six lines and the artist is whole, and a short title leaves the card as it is', () => {
  const size = { width: 1080, height: 1080 }
  const artist = 'Ines Hollander feat. Kofi Brandt'
  const long =
    'I Was Younger Then, and So Were You, and the Long Road Home Went On Beside the River Until Morning'
  for (const font of ['MODERN', 'GROTESK', 'SERIF', 'CONDENSED'] as const)
    for (const title of [long, `${long.slice(0, 90)} ليل`]) {
      const layout = planLayout(size, { label: 'Out now', title, artist }, font)
      assert.ok(layout.title.layout.lines.length <= 6, `${font}: ${layout.title.layout.lines.length} lines`)
      assert.ok(!layout.title.layout.isTruncated && !layout.artist.layout.isTruncated, font)
      assert.ok(layout.card.width >= 0.4 * size.width)
    }
  const widths = ['X', 'Infinite Sea', 'I Was Younger Then, and So Were You'].map(
    (title) => planLayout(size, { label: '', title, artist }, 'MODERN').card.width,
  )
  assert.equal(new Set(widths).size, 1)
})
