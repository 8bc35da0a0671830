import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stackTexts } from './stack-texts.ts'
import { fitText } from './text.ts'

test('texts stand below each other by their ink, and one that says nothing takes no room', () => {
  const set = (text: string) =>
    fitText(text, { width: 800, height: 200 }, { font: 'MODERN', role: 'DISPLAY', maxSizePx: 90 })
  const stack = stackTexts([set('Night Ferry'), set(''), set('North')], 40)
  const [first, second, ...others] = stack.place(10, 100)
  assert.equal(others.length, 0)
  assert.equal(first!.y + first!.text.ink.top, 100)
  assert.ok(Math.abs(second!.y + second!.text.ink.top - (first!.y + first!.text.ink.bottom + 40)) < 1e-9)
  assert.ok(Math.abs(second!.y + second!.text.ink.bottom - 100 - stack.heightPx) < 1e-9)
  assert.equal(first!.x, 10)
  assert.equal(stackTexts([set('')], 40).heightPx, 0)
})
