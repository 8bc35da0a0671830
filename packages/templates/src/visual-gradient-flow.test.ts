import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planFrame } from '@songreel/kit'
import { planLayout } from './visual-gradient-flow/layout.ts'

const NAMES = { label: 'Out now', title: 'Infinite Sea', artist: 'Aury Delacroix' }

for (const [shape, size, least] of [
  ['9x16', { width: 1080, height: 1920 }, 0.79],
  ['1x1', { width: 1080, height: 1080 }, 0.46],
] as const)
  test(`${shape}: the cover is large, above the type and on its edge`, () => {
    const { stamp, quiet } = planLayout(size, NAMES, 'MODERN')
    assert.ok(stamp && stamp.width >= least * size.width, `${stamp?.width} px`)
    assert.ok(Math.abs(stamp.x - quiet.x) <= 1)
    assert.ok(stamp.y + stamp.height < quiet.y)
  })

test('16x9: the cover has all of the height, beside the type and on its lowest line', () => {
  const size = { width: 1920, height: 1080 }
  const { safe } = planFrame(size)
  for (const title of ['Infinite Sea', 'بحر بلا نهاية']) {
    const { stamp, quiet } = planLayout(size, { ...NAMES, title }, 'MODERN')
    assert.ok(stamp && stamp.height >= 0.98 * safe.height, `${stamp?.height} px`)
    assert.ok(stamp.x > quiet.x + quiet.width || stamp.x + stamp.width < quiet.x)
    assert.ok(Math.abs(stamp.y + stamp.height - (safe.y + safe.height)) <= 2)
  }
})

test('a wide cover has all of the width, and stays whole', () => {
  const { stamp } = planLayout({ width: 1080, height: 1920 }, NAMES, 'MODERN', 1.5)
  assert.ok(stamp && Math.abs(stamp.width / stamp.height - 1.5) < 0.01)
  assert.ok(stamp.width > 0.78 * 1080, `${stamp.width} px`)
})

test('a title that needs the room takes it from the cover', () => {
  const size = { width: 1080, height: 1080 }
  const title = 'Nobody Remembers Yesterday'
  const [short, long] = [planLayout(size, NAMES, 'MODERN'), planLayout(size, { ...NAMES, title }, 'MODERN')]
  assert.ok((long.stamp?.width ?? 0) < (short.stamp?.width ?? 0))
  if (long.stamp) assert.ok(long.stamp.y + long.stamp.height < long.quiet.y)
})
