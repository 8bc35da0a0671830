import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { AspectRatio } from './aspect-ratio.ts'

const side = fc.integer({ min: 0, max: 99 })

test('exactly the ratios of sides 1 to 32 between 1:3 and 3:1 are accepted', () => {
  fc.assert(
    fc.property(side, side, (width, height) => {
      const isAllowed =
        Math.min(width, height) >= 1 &&
        Math.max(width, height) <= 32 &&
        Math.max(width, height) <= 3 * Math.min(width, height)
      assert.equal(AspectRatio.safeParse(`${width}x${height}`).success, isAllowed)
    }),
    { numRuns: 500 },
  )
})

test('a ratio is answered in one way however it is written', () => {
  for (const text of ['16x9', '16:9', '16 x 9', '16 : 9', '16×9', '16X9', ' 16x9 ']) {
    assert.equal(AspectRatio.parse(text), '16x9', text)
  }
})

test('what was answered is understood again', () => {
  fc.assert(
    fc.property(side, side, fc.constantFrom('x', ':', ' × '), (width, height, sign) => {
      const result = AspectRatio.safeParse(`${width}${sign}${height}`)
      if (result.success) assert.equal(AspectRatio.parse(result.data), result.data)
    }),
  )
})

test('a refusal says which rule was broken', () => {
  const messageOf = (text: string) => AspectRatio.safeParse(text).error?.issues[0]?.message ?? ''
  assert.match(messageOf('wide'), /must look like 16x9/)
  assert.match(messageOf('016x9'), /must look like 16x9/)
  assert.match(messageOf('33x32'), /from 1 to 32/)
  assert.match(messageOf('10x3'), /between 1x3 and 3x1/)
})
