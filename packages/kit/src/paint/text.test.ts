import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { createCanvas } from '@napi-rs/canvas'
import fc from 'fast-check'
import { splitClusters } from './clusters.ts'
import { FONT_STYLES } from './font-families.ts'
import { drawText, fitText, type TextBox, type TextLayout, type TextStyle } from './text.ts'

const TITLE: TextStyle = { font: 'MODERN', role: 'DISPLAY', maxSizePx: 120, minSizePx: 24, maxLines: 3 }
const BOX: TextBox = { width: 560, height: 320 }
const AIR = 60

const TITLES = {
  plain: 'Tin Lanterns',
  'one letter': 'j',
  'tall letters': 'Ǻgypjq ÅẪỆ',
  'a long title':
    'Painted Colours of the Night (feat. Odalys Wren & The Seventh) [Extended Remix 2026 — Live at the Old Harbour]',
  'one long word': 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
    .repeat(2)
    .slice(0, 120),
  arabic: 'أغنية الحب الأخيرة (Remix) 2026',
  hebrew: 'שיר אהבה — feat. Noa',
  hindi: 'प्रेम की रात्रि — क्षितिज कर्म',
  thai: 'เพลงรักที่ไม่มีวันลืม น้ำ กี่ ปู่',
  japanese: '夜に駆ける 君の名前を呼んでいる',
  chinese: '你的名字是我见过最短的情诗',
  korean: '사랑했지만 봄날은 간다 그리움',
  greek: 'Ελληνικά τραγούδια της νύχτας',
  russian: 'Полночный экспресс до Москвы',
  vietnamese: 'Tiếng Việt Đêm Nghệ',
  emoji: 'Summer 🌞🔥 👩🏽‍🎤 🇧🇷 ❤️',
  'emoji alone': '🔥',
  symbols: '★ ♥ ♪ ∞ → ½',
  mixed: 'NIGHT 夜 · לילה · ليل · रात · คืน · Ночь 🌙',
}

for (const [name, title] of Object.entries(TITLES)) {
  test(`${name}: every voice draws inside the box and where the layout says`, () => {
    for (const font of FONT_STYLES) {
      const layout = fitText(title, BOX, { ...TITLE, font })
      assert.equal(layout.isTruncated, false)
      assert.deepEqual(layout.uncovered, [])
      assertInkIsTrue(layout, BOX)
    }
  })
}

test('any text in any box stays inside it', () => {
  const alphabet = new Set(splitClusters(Object.values(TITLES).join(' ')))
  const anyText = fc.array(fc.constantFrom(...alphabet, ' ', ' ', ' '), { minLength: 1, maxLength: 120 })
  const anyBox = fc.record({
    width: fc.integer({ min: 60, max: 700 }),
    height: fc.integer({ min: 24, max: 400 }),
  })
  fc.assert(
    fc.property(anyText, anyBox, fc.constantFrom(...FONT_STYLES), (characters, box, font) => {
      const layout = fitText(characters.join(''), box, { ...TITLE, font, maxSizePx: 90, minSizePx: 14 })
      assertInkIsTrue(layout, box)
    }),
    { numRuns: 40, seed: 7 },
  )
})

test('a short title keeps the largest size and a long one shrinks', () => {
  assert.equal(fitText('Sea', BOX, TITLE).sizePx, TITLE.maxSizePx)
  const long = fitText(TITLES['a long title'], BOX, TITLE)
  assert.ok(long.sizePx < TITLE.maxSizePx / 2 && long.sizePx >= TITLE.minSizePx!)
})

test('what does not fit even at the smallest size ends in an ellipsis, and the layout says so', () => {
  const layout = fitText(TITLES['a long title'], { width: 200, height: 40 }, { ...TITLE, minSizePx: 20 })
  assert.equal(layout.isTruncated, true)
  assert.match(layout.lines.at(-1)!.text, /…$/)
  assert.ok(layout.sizePx >= 19.5)
})

test('right-to-left text stands at the right edge, left-to-right text at the left', () => {
  const latin = fitText('Sea', BOX, TITLE)
  const hebrew = fitText('שיר', BOX, TITLE)
  assert.ok(latin.ink.left < 1)
  assert.ok(hebrew.ink.right > BOX.width - 1)
  assert.equal(hebrew.type.direction, 'rtl')
  const forced = fitText('שיר', BOX, { ...TITLE, align: 'LEFT' })
  assert.ok(forced.ink.left < 1)
})

test('a block is anchored by its own height', () => {
  const middle = fitText('Sea', BOX, { ...TITLE, anchor: 'MIDDLE' }).block
  assert.ok(Math.abs(middle.top - (BOX.height - middle.bottom)) < 0.01)
  const bottom = fitText('Sea', BOX, { ...TITLE, anchor: 'BOTTOM' }).block
  assert.ok(Math.abs(bottom.bottom - BOX.height) < 0.01)
})

test('tracking tightens large Latin type and leaves joined scripts alone', () => {
  assert.ok(fitText('Sea', BOX, TITLE).type.trackingPx < 0)
  for (const title of ['ليل', 'रात', 'คืน', '夜']) assert.equal(fitText(title, BOX, TITLE).type.trackingPx, 0)
})

test('capitals follow the language', () => {
  const style = { ...TITLE, uppercase: true }
  assert.equal(
    fitText('istanbul straße', BOX, style)
      .lines.map((line) => line.text)
      .join(' '),
    'ISTANBUL STRASSE',
  )
  assert.equal(fitText('istanbul', BOX, { ...style, language: 'tr' }).lines[0]!.text, 'İSTANBUL')
})

test('an empty text has no lines and takes no room', () => {
  const layout = fitText('  ', BOX, TITLE)
  assert.deepEqual(layout.lines, [])
  assert.equal(layout.block.bottom, 0)
})

test('a layout at half the size is the same layout at half the size', () => {
  const large = fitText(TITLES['a long title'], BOX, TITLE)
  const half = { width: BOX.width / 2, height: BOX.height / 2 }
  const small = fitText(TITLES['a long title'], half, { ...TITLE, maxSizePx: 60, minSizePx: 12 })
  assert.deepEqual(
    small.lines.map((line) => line.text),
    large.lines.map((line) => line.text),
  )
  assert.ok(Math.abs(small.sizePx * 2 - large.sizePx) / large.sizePx < 0.03)
})

test('a worker thread lays text out like the main thread', async () => {
  const source = `
    const { parentPort } = require('node:worker_threads')
    import(${JSON.stringify(new URL('./text.ts', import.meta.url).href)}).then(({ fitText }) => {
      parentPort.postMessage(fitText(${JSON.stringify(TITLES.mixed)}, ${JSON.stringify(BOX)}, ${JSON.stringify(TITLE)}))
    })`
  const worker = new Worker(source, { eval: true })
  const layout = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  assert.deepEqual(layout, fitText(TITLES.mixed, BOX, TITLE))
})

/** Draws the text with air around the box, then looks for its pixels. */
function assertInkIsTrue(layout: TextLayout, box: TextBox): void {
  const width = box.width + 2 * AIR
  const height = box.height + 2 * AIR
  const ctx = createCanvas(width, height).getContext('2d')
  drawText(ctx, layout, AIR, AIR, '#000')
  const { data } = ctx.getImageData(0, 0, width, height)
  let left = width
  let right = 0
  let top = height
  let bottom = 0
  for (let at = 0; at < width * height; at++) {
    // A tenth of a pixel's coverage is not visible, and not clipped either.
    if (data[at * 4 + 3]! < 26) continue
    const x = at % width
    const y = Math.floor(at / width)
    left = Math.min(left, x)
    right = Math.max(right, x + 1)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y + 1)
  }
  if (layout.lines.length === 0) {
    assert.equal(right, 0)
    return
  }
  const seen = { left: left - AIR, top: top - AIR, right: right - AIR, bottom: bottom - AIR }
  const text = layout.lines.map((line) => line.text).join(' | ')
  const facts = `${text}: seen ${JSON.stringify(seen)}, said ${JSON.stringify(layout.ink)}`
  assert.ok(seen.left >= -1 && seen.top >= -1, facts)
  assert.ok(seen.right <= box.width + 1 && seen.bottom <= box.height + 1, facts)
  // Emoji say that they fill their square, which is a little more than they do.
  const slack = 2.5 + (/\p{Emoji_Presentation}|\ufe0f/u.test(text) ? layout.sizePx * 0.06 : 0)
  for (const side of ['left', 'top', 'right', 'bottom'] as const) {
    assert.ok(Math.abs(seen[side] - layout.ink[side]) <= slack, `${side} of ${facts}`)
  }
}

test('a web address stays on one line as long as it can be read, and breaks only behind a slash or before a dot', () => {
  const style: TextStyle = {
    font: 'GROTESK',
    role: 'TEXT',
    maxSizePx: 60,
    minSizePx: 26,
    maxLines: 1,
    isAddress: true,
  }
  const address = 'ineshollander.example/loud-water'
  const linesOf = (text: string, width: number) =>
    fitText(text, { width, height: 160 }, style).lines.map((line) => line.text)
  assert.deepEqual(linesOf(address, 900), [address])
  assert.deepEqual(linesOf(address, 600), [address])
  assert.deepEqual(linesOf(address, 330), ['ineshollander.example/', 'loud-water'])
  assert.deepEqual(linesOf(address, 250), ['ineshollander', '.example/', 'loud-water'])
  const long = fitText(`ines.example/${'x'.repeat(300)}`, { width: 500, height: 160 }, style)
  assert.equal(long.isTruncated, true)
  assert.match(long.lines.map((line) => line.text).join(''), /^ines\.example\/x+…$/)
})
