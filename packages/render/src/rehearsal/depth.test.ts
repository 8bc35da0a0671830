import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findSteepness, guessDepth, readDepth } from '@songreel/kit/drawing'
import { paintCover } from './rehearsal-covers.ts'

const wish = { song: { title: 'Sea', artist: 'Aury' }, seed: 7, sidePx: 240 }

test('what stands out is nearer than the sky above it, and depth has no cliffs', () => {
  const depth = guessDepth(paintCover('NIGHT_SEA', wish))
  const sun = readDepth(depth, 0.62, 0.6)
  const sky = readDepth(depth, 0.15, 0.08)
  assert.ok(sun > sky + 0.3, `sun ${sun}, sky ${sky}`)
  assert.ok(findSteepness(depth) < 0.35, `${findSteepness(depth)} from cell to cell`)
})

test('depth lies between far and near on any cover, and goes on beyond its edge', () => {
  for (const name of ['DARK', 'RED', 'TINY', 'WIDE'] as const) {
    const depth = guessDepth(paintCover(name, wish))
    assert.ok(depth.values.every((value) => value >= 0 && value <= 1))
    assert.equal(readDepth(depth, -3, 0.5), readDepth(depth, 0, 0.5))
    assert.equal(readDepth(depth, 0.5, 9), readDepth(depth, 0.5, 1))
  }
})
