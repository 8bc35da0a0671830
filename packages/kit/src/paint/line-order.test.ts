import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { splitUnits } from './line-breaks.ts'
import { openLineJoiner } from './line-order.ts'
import { isRightToLeft } from './scripts.ts'
import { drawText, fitText, type TextLayout } from './text.ts'
import { drawWord, findWords } from './text-words.ts'

const STYLE = {
  font: 'MODERN',
  role: 'DISPLAY',
  maxSizePx: 40,
  minSizePx: 40,
  align: 'LEFT',
  tracking: 0,
} as const
const SIZE = { width: 420, height: 60 }

// A line, the paragraph it ends, and the same line as a reader of that paragraph sees it: set in its own direction.
for (const { start, line, direction } of [
  { start: 'שלום Tel Aviv', line: '2027 (Remix)', direction: 'ltr' },
  { start: 'أغنية Blue', line: '(Live) 99', direction: 'ltr' },
  { start: 'Song of שיר', line: '(אהבה) 7', direction: 'rtl' },
  { start: 'ליל AC/DC', line: '1984 – Tour', direction: 'ltr' },
] as const) {
  test(`"${line}" reads behind "${start}" as in one long line`, () => {
    const broken = layOut(`${start} ${line}`, start)
    assert.equal(broken.lines.length, 2)
    const last = strip(broken.lines[1]!.text)
    assert.equal(last, line)
    const seen = paintLine(broken, 1)
    const wanted = fitText(line, SIZE, { ...STYLE, context: mark(direction) })
    assert.ok(countStrays(seen, paintLine(wanted, 0)) < 12)
  })
}

test('the words of such a line stand where the line draws them', () => {
  for (const title of [
    'שלום Tel Aviv 2027 (Remix)',
    'Song of שיר אהבה (חדש) 7 by Noa',
    'אמש 🎵 in Haifa (2027) לילה',
  ]) {
    for (const width of [200, 300, 420]) {
      const layout = fitText(title, { width, height: 400 }, { ...STYLE, maxLines: 6, minSizePx: 12 })
      const size = { width, height: 400 }
      const whole = paint(size, (ctx) => drawText(ctx, layout, 0, 0, '#000'))
      const words = paint(size, (ctx) => {
        for (const word of findWords(layout)) drawWord(ctx, layout, word, { x: 0, y: 0, fill: '#000' })
      })
      assert.ok(countStrays(whole, words) < 24, `${title} at ${width}: ${countStrays(whole, words)}`)
    }
  }
})

test('a line of one direction has no marks, whatever surrounds it', () => {
  const units = splitUnits('one two')
  assert.equal(openLineJoiner({ units, direction: 'ltr' })(0, 2), 'one two')
  const hebrew = splitUnits('שיר אהבה')
  assert.equal(openLineJoiner({ units: hebrew, direction: 'rtl' })(0, 2), 'שיר אהבה')
})

test('emoji take the direction of their surroundings, and letters of the upper planes have their own', () => {
  const adlam = '\u{1e900}\u{1e901}'
  const units = splitUnits(`${adlam} 🎵 ab`)
  const line = openLineJoiner({ units, direction: isRightToLeft(`${adlam} ab`) ? 'rtl' : 'ltr' })(
    0,
    units.length,
  )
  assert.equal(line, `${adlam} 🎵 \u2066ab\u2069`)
})

/** Wide enough for the start, not for the whole. */
function layOut(text: string, start: string): TextLayout {
  const { ink } = fitText(start, { width: 2000, height: 60 }, STYLE)
  return fitText(text, { width: ink.right - ink.left + 30, height: 200 }, { ...STYLE, maxLines: 2 })
}

/** A neighbour that gives a line its direction. */
function mark(direction: 'ltr' | 'rtl') {
  const letter = direction === 'ltr' ? '\u200e' : '\u200f'
  return { before: letter, after: letter }
}

function strip(text: string): string {
  return text.replace(/[\u2066-\u2069]/g, '')
}

function paintLine(layout: TextLayout, index: number): Uint8ClampedArray {
  const line = layout.lines[index]!
  const moved = { ...line, x: line.x - line.ink.left + 5, baseline: 45 }
  return paint(SIZE, (ctx) => drawText(ctx, { ...layout, lines: [moved] }, 0, 0, '#000'))
}

function paint(
  { width, height }: { width: number; height: number },
  draw: (ctx: ReturnType<ReturnType<typeof createCanvas>['getContext']>) => void,
): Uint8ClampedArray {
  const ctx = createCanvas(width, height).getContext('2d')
  draw(ctx)
  return ctx.getImageData(0, 0, width, height).data
}

function countStrays(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  let strays = 0
  for (let at = 3; at < one.length; at += 4) if (Math.abs(one[at]! - other[at]!) > 96) strays++
  return strays
}
