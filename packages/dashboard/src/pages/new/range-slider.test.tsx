import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Analysis } from '@songreel/sdk'
import { mount } from '../../../testing/mount.ts'
import type { Range } from './draft.ts'
import { RangeSlider } from './range-slider.tsx'

/** Bars of two seconds. */
const ANALYSIS = {
  durationSecs: 60,
  bars: Array.from({ length: 30 }, (_, index) => index * 2),
  sections: [
    { startSecs: 0, endSecs: 1, label: 'A' },
    { startSecs: 1, endSecs: 60, label: 'B' },
  ],
  peaks: [0.1, 0.9, 0.4],
} as unknown as Analysis

async function open(t: Parameters<typeof mount>[0], range: Range, isSnapped = true) {
  const moves: Range[] = []
  const view = await mount(
    t,
    <RangeSlider
      analysis={ANALYSIS}
      range={range}
      isSnapped={isSnapped}
      onChange={(next) => moves.push(next)}
    />,
  )
  return { view, moves }
}

test('an arrow moves the part by a bar, with Shift by a tenth of a second', async (t) => {
  const { view, moves } = await open(t, { start: 10, end: 20 })
  const part = view.box<HTMLElement>('Part of the song')
  await view.key(part, 'ArrowRight')
  await view.key(part, 'ArrowLeft', { shiftKey: true })
  await view.key(part, 'Tab')
  assert.deepEqual(moves, [
    { start: 12, end: 22 },
    { start: 9.9, end: 19.9 },
  ])
})

test('each end has a grip of its own, and says where it is', async (t) => {
  const { view, moves } = await open(t, { start: 10, end: 20 })
  await view.key(view.box('Start'), 'ArrowRight')
  await view.key(view.box('End'), 'ArrowLeft')
  assert.deepEqual(moves, [
    { start: 12, end: 20 },
    { start: 10, end: 18 },
  ])
  assert.equal(view.box('Start').getAttribute('aria-valuetext'), '0:10.0')
  assert.equal(view.box('End').getAttribute('aria-valuetext'), '0:20.0')
})

test('without snapping every step is fine, and the part stays inside the song', async (t) => {
  const { view, moves } = await open(t, { start: 49.95, end: 59.95 }, false)
  await view.key(view.box('Part of the song'), 'ArrowRight')
  assert.deepEqual(moves, [{ start: 50, end: 60 }])
})

test('a section with no room for its letter has none', async (t) => {
  const { view } = await open(t, { start: 10, end: 20 })
  const letters = [...view.root.querySelectorAll('.excerpt-sections span')].map(
    ({ textContent }) => textContent,
  )
  assert.deepEqual(letters, ['', 'B'])
})
