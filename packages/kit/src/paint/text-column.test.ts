import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitColumn } from './text-column.ts'

const aText = (text: string) => ({
  text,
  style: { font: 'MODERN', role: 'TEXT', maxSizePx: 40 } as const,
  maxHeightPx: 120,
  gapPx: 20,
})

test('texts stand below each other, and an empty one leaves neither room nor gap', () => {
  const whole = fitColumn(['Out now', 'Infinite Sea'].map(aText), 400)
  const gappy = fitColumn(['', 'Out now', '', 'Infinite Sea', ''].map(aText), 400)
  const [label, title] = whole.place(10, 100)

  assert.equal(gappy.heightPx, whole.heightPx)
  assert.deepEqual([label?.box.x, label?.box.y, label?.box.width], [10, 100, 400])
  assert.equal(title?.box.y, 100 + (label?.box.height ?? 0) + 20)
  assert.equal(fitColumn(['', ''].map(aText), 400).heightPx, 0)
})
