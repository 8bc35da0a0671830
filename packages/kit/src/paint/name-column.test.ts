import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planFrame } from './frame-layout.ts'
import { type NameColumnProps, planNameColumn } from './name-column.ts'

const PROPS: NameColumnProps = {
  font: 'GROTESK',
  edge: 'FOOT',
  maxWidthInHeights: 1,
  styles: ({ unit, width }) => {
    const small = { maxSizePx: 40 * unit, minSizePx: 24 * unit, maxHeightPx: 90 * unit, gapPx: 20 * unit }
    return {
      label: small,
      title: { ...small, maxSizePx: 0.2 * width, maxHeightPx: 300 * unit },
      artist: small,
    }
  },
}
const NAMES = { label: 'Out now', title: 'Paper Harbour', artist: 'Ida Voss' }
const SIZES = [
  { width: 1080, height: 1920 },
  { width: 1080, height: 1080 },
  { width: 1920, height: 1080 },
]

test('names stand at the edge of the safe box that was asked for, in their order', () => {
  for (const size of SIZES) {
    const { safe } = planFrame(size)
    for (const edge of ['TOP', 'FOOT'] as const) {
      const { box, texts } = planNameColumn(size, NAMES, { ...PROPS, edge })
      if (edge === 'TOP') assert.equal(box.y, safe.y)
      else assert.ok(Math.abs(box.y + box.height - safe.y - safe.height) < 1e-6)
      assert.deepEqual(
        texts.map(({ box: { y } }) => y),
        texts.map(({ box: { y } }) => y).toSorted((a, b) => a - b),
      )
    }
  }
})

test('names that are read from the right stand on the right', () => {
  for (const size of SIZES) {
    const { safe } = planFrame(size)
    const { box, align } = planNameColumn(size, { ...NAMES, title: 'ميناء الورق' }, PROPS)
    assert.equal(align, 'RIGHT')
    assert.ok(Math.abs(box.x + box.width - safe.x - safe.width) < 1e-6)
    assert.equal(planNameColumn(size, NAMES, PROPS).box.x, safe.x)
  }
})

test('in a wide frame the column keeps to its width', () => {
  const size = { width: 1920, height: 1080 }
  const long = { ...NAMES, title: 'A title that goes on and on over the whole width of the frame' }
  const { box, texts } = planNameColumn(size, long, { ...PROPS, maxWidthInHeights: 0.8 })
  assert.ok(box.width <= 0.8 * 1080)
  assert.ok(texts.every(({ box: { width } }) => width === 0.8 * 1080))
})

test('nothing to say covers nothing', () => {
  const { box } = planNameColumn({ width: 1080, height: 1080 }, { label: '', title: '', artist: '' }, PROPS)
  assert.equal(box.height, 0)
})
