import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { alignStart } from './align-start.ts'

const FILE_RATES = [
  8_000, 11_025, 11_027, 12_000, 16_000, 22_050, 24_000, 32_000, 37_800, 44_056, 44_100, 44_101, 47_999,
  48_000, 50_000, 64_000, 88_200, 96_000, 176_400, 192_000,
]
const OUTPUT_RATES = [22_050, 44_100, 48_000]

test('at every frame of an hour a read starts with a whole sample, and at the right time', () => {
  for (const fileRate of FILE_RATES) {
    for (const outputRate of OUTPUT_RATES) {
      for (let firstSample = 0; firstSample < 3600 * fileRate; firstSample += 1152 * 37)
        assertAligned(firstSample, fileRate, outputRate)
    }
  }
})

test('at any sample of any rate, too', () => {
  const rates = fc.integer({ min: 4_000, max: 400_000 })
  fc.assert(fc.property(fc.integer({ min: 0, max: 2 ** 40 }), rates, rates, assertAligned), {
    numRuns: 20_000,
  })
})

function assertAligned(firstSample: number, fileRate: number, outputRate: number): void {
  const { dropped, startSample } = alignStart(firstSample, fileRate, outputRate)
  const seen = `${firstSample} at ${fileRate} to ${outputRate}: ${dropped}, ${startSample}`
  assert.ok(Number.isSafeInteger(startSample) && Number.isSafeInteger(dropped), seen)
  assert.ok(dropped >= 0 && dropped < fileRate, seen)
  // Both name the same moment; in whole numbers, because the same fraction of seconds may differ in its last bit.
  assert.equal(
    BigInt(startSample) * BigInt(fileRate),
    BigInt(firstSample + dropped) * BigInt(outputRate),
    seen,
  )
}
