import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countPassed, mirrorCascade, parseCascade, sumGrey } from './cascade.ts'
import { chance } from './chance.ts'
import { FRONTAL_FACE, PROFILE_FACE } from './face-cascades.ts'

test('the detectors are read whole, with all stages and features inside of their windows', () => {
  for (const [packed, width, height, stages, features] of [
    [FRONTAL_FACE, 24, 24, 20, 139],
    [PROFILE_FACE, 20, 34, 16, 130],
  ] as const) {
    const cascade = parseCascade(packed)
    assert.deepEqual([cascade.width, cascade.height, cascade.stages.length], [width, height, stages])
    assert.equal(
      cascade.stages.reduce((sum, { count }) => sum + count, 0),
      features,
    )
    for (const { cells, count } of cascade.stages) {
      for (let i = 0; i < count; i++) {
        const [x = 0, y = 0, across = 0, down = 0] = cells.subarray(4 * i, 4 * i + 4)
        assert.ok(across > 0 && down > 0 && x + 3 * across <= width && y + 3 * down <= height)
      }
    }
  }
})

test('a mirrored detector sees in a picture what the other sees in its mirror image', () => {
  const cascade = parseCascade(PROFILE_FACE)
  const mirrored = mirrorCascade(cascade)
  const { width, height } = cascade
  const seen = new Set<number>()
  for (let round = 0; round < 300; round++) {
    const grey = Uint8Array.from({ length: width * height }, (_, i) => 255 * chance(3, round, i))
    // Softened, so that some windows pass the first stages.
    const soft = grey.map((value, i) => (value + grey[(i + 7) % grey.length]! + 6 * (i % width)) / 3)
    const turned = soft.map((_, i) => soft[i - 2 * (i % width) + width - 1]!)
    const passed = countPassed(cascade, sumGrey(soft, width, height), 0, 0)
    assert.equal(countPassed(mirrored, sumGrey(turned, width, height), 0, 0), passed)
    seen.add(passed)
  }
  assert.ok(seen.size > 1, 'some windows must pass a stage')
})
