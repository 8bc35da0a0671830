import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { cleanText } from './clean-text.ts'
import { splitClusters } from './clusters.ts'
import { joinTornEmoji, tearJoinedEmoji } from './joined-emoji.ts'
import { splitUnits } from './line-breaks.ts'
import { drawText, fitText } from './text.ts'

const SIZE_PX = 60
const BOX = { width: 600, height: 200 }

const SEQUENCES =
  '❤️‍🔥 ❤️‍🩹 🏳️‍🌈 🏳️‍⚧️ ⛓️‍💥 ❤‍🔥 👁️‍🗨️ 👁‍🗨 🏳‍⚧ 👩🏽‍🚀 👨‍👩‍👧‍👦 🏴‍☠️ 🧑🏻‍❤️‍💋‍🧑🏿 🐻‍❄️ 🕵🏽‍♂️ 🙂‍↔️ 🐦‍🔥 🇻🇳 🇧🇷 1️⃣ #️⃣ 👍🏿 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️ 🔥'.split(
    ' ',
  )

test('every emoji sequence is one picture, one emoji wide, also between letters and with letter-spacing', () => {
  for (const sequence of SEQUENCES) {
    const alone = inkWidth(sequence)
    assert.ok(alone > SIZE_PX * 0.4 && alone <= SIZE_PX * 1.3, `${sequence} is ${alone / SIZE_PX} em wide`)
    const spaced = (text: string) =>
      fitText(text, BOX, { font: 'GROTESK', role: 'DISPLAY', maxSizePx: SIZE_PX, tracking: 0.2 }).ink.right
    const gain = spaced(`a${sequence}b`) - spaced('ab')
    // One letter-space more than one: Skia gives some variation selectors a space of their own, behind the picture.
    assert.ok(gain <= SIZE_PX * 1.7, `${sequence} takes ${gain / SIZE_PX} em between letters`)
  }
})

test('the four sequences that were drawn as two emoji are pictures of their own', () => {
  for (const [sequence, first] of [
    ['❤️‍🔥', '❤️'],
    ['❤️‍🩹', '❤️'],
    ['🏳️‍🌈', '🏳️'],
    ['⛓️‍💥', '⛓️'],
  ] as const) {
    assert.notDeepEqual(pixels(sequence), pixels(first), sequence)
    assert.equal(fitText(sequence, BOX, TITLE).lines[0]!.text, sequence)
    assert.equal(tearJoinedEmoji(joinTornEmoji(sequence)), sequence)
  }
})

test('what stands in for a sequence while drawing cannot come from a title', () => {
  assert.equal(cleanText('⿰⿱⿲⿳').text, '')
})

test('of a sequence that the font does not know the first emoji is drawn, and it is reported', () => {
  assert.deepEqual(cleanText('a 👩‍🔥 b'), { text: 'a 👩 b', uncovered: ['👩‍🔥'] })
  assert.deepEqual(cleanText('👨🏽‍👩🏿‍👧🏻'), { text: '👨🏽', uncovered: ['👨🏽‍👩🏿‍👧🏻'] })
  assert.deepEqual(cleanText('❤️‍👩').text, '❤️')
})

test('no line ends inside a sequence', () => {
  const text = SEQUENCES.join('夜')
  const units = splitUnits(text).map((unit) => unit.text + unit.gap)
  assert.deepEqual(splitClusters(text), units.flatMap(splitClusters))
  const narrow = fitText(
    SEQUENCES.join(''),
    { width: 70, height: 4000 },
    { ...TITLE, minSizePx: 40, maxLines: 30 },
  )
  assert.deepEqual(
    narrow.lines.flatMap((line) => splitClusters(line.text)),
    splitClusters(narrow.lines.map((line) => line.text).join('')),
  )
})

const TITLE = { font: 'MODERN', role: 'DISPLAY', maxSizePx: SIZE_PX } as const

function inkWidth(text: string): number {
  const data = pixels(text)
  let [left, right] = [BOX.width, 0]
  for (let at = 3; at < data.length; at += 4) {
    if (data[at]! < 26) continue
    const x = ((at - 3) / 4) % BOX.width
    left = Math.min(left, x)
    right = Math.max(right, x + 1)
  }
  return right - left
}

function pixels(text: string): Uint8ClampedArray {
  const ctx = createCanvas(BOX.width, BOX.height).getContext('2d')
  drawText(ctx, fitText(text, BOX, TITLE), 0, 0, '#000')
  return ctx.getImageData(0, 0, BOX.width, BOX.height).data
}
