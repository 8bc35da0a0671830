import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { drawText, fitText } from './text.ts'
import { drawWord, findWords } from './text-words.ts'

const BOX = { width: 600, height: 120 }
const STYLE = { font: 'MODERN', role: 'DISPLAY', maxSizePx: 48 } as const

for (const title of [
  'We left the harbour',
  'أغنية الحب الأخيرة (Remix)',
  'Song of שיר אהבה by Noa',
  'เพลงรักที่ไม่มีวันลืม',
]) {
  test(`the words of "${title}" together are the whole title, pixel by pixel`, () => {
    const layout = fitText(title, BOX, STYLE)
    const whole = paint((ctx) => drawText(ctx, layout, 20, 20, '#000'))
    const words = paint((ctx) => {
      for (const word of findWords(layout)) drawWord(ctx, layout, word, { x: 20, y: 20, fill: '#000' })
    })
    let strayPixels = 0
    for (let at = 3; at < whole.length; at += 4) if (Math.abs(whole[at]! - words[at]!) > 96) strayPixels++
    assert.ok(strayPixels < 12, `${strayPixels} pixels differ`)
  })
}

test('words come in reading order', () => {
  const latin = findWords(fitText('one two three', BOX, STYLE))
  assert.deepEqual(
    latin.map((word) => word.text),
    ['one', 'two', 'three'],
  )
  assert.ok(latin[0]!.right < latin[1]!.left)
  const hebrew = findWords(fitText('שיר אהבה', BOX, STYLE))
  assert.ok(hebrew[0]!.left > hebrew[1]!.right)
})

function paint(draw: (ctx: ReturnType<ReturnType<typeof createCanvas>['getContext']>) => void) {
  const ctx = createCanvas(BOX.width + 40, BOX.height + 40).getContext('2d')
  draw(ctx)
  return ctx.getImageData(0, 0, BOX.width + 40, BOX.height + 40).data
}
