import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LAG_WINDOW, measureLag } from './sync-lag.ts'

const { samples, reach } = LAG_WINDOW

test('a shifted sound is found to the sample', () => {
  for (const lag of [0, 1, -700, 1600]) {
    assert.equal(
      measureLag({ reference: cut(noise, 0), output: cut(noise, -reach - lag, samples + 2 * reach) }),
      lag,
    )
  }
})

test('a steady tone counts as in time, because it repeats itself', () => {
  const tone = (i: number) => Math.sin(i / 10)
  assert.equal(measureLag({ reference: cut(tone, 0), output: cut(tone, -reach, samples + 2 * reach) }), 0)
})

test('silence and a foreign sound say nothing', () => {
  const silence = () => 0
  assert.equal(
    measureLag({ reference: cut(silence, 0), output: cut(noise, 0, samples + 2 * reach) }),
    undefined,
  )
  assert.equal(
    measureLag({ reference: cut(noise, 0), output: cut(noise, 90_000, samples + 2 * reach) }),
    undefined,
  )
})

function cut(sample: (i: number) => number, start: number, length = samples): Float32Array {
  return Float32Array.from({ length }, (_, i) => sample(start + i))
}

function noise(i: number): number {
  let hash = Math.imul(i ^ (i >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 31 - 1
}
