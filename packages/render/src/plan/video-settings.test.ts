import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resolveSettings, takesAspectRatio } from './video-settings.ts'

const HOOK = { excerpt: { kind: 'HOOK', secs: 15 } } as const

test('what nobody asked for is what the template prefers, else what everybody gets', () => {
  const usual = { outputQuality: 'FULL', format: 'MP4', loudness: 'ORIGINAL', motion: 'FULL' }
  const template = { aspectRatios: 'ALL', defaults: HOOK } as const
  assert.deepEqual(resolveSettings(template, {}), { ...usual, aspectRatio: '9x16', fps: 30 })
  const wide = { aspectRatios: ['1x1', '16x9'], defaults: { ...HOOK, fps: 24 } } as const
  assert.deepEqual(resolveSettings(wide, {}), { ...usual, aspectRatio: '1x1', fps: 24 })
  const own = { ...wide, defaults: { ...HOOK, aspectRatio: '16x9' } }
  assert.deepEqual(resolveSettings(own, { fps: 60 }), { ...usual, aspectRatio: '16x9', fps: 60 })
})

test('PREVIEW has a frame rate of its own, whatever was asked', () => {
  const template = { aspectRatios: 'ALL', defaults: HOOK } as const
  assert.equal(resolveSettings(template, { outputQuality: 'PREVIEW', fps: 60 }).fps, 15)
})

test('a template takes a shape under any of its names', () => {
  const template = { aspectRatios: ['16x9'], defaults: HOOK }
  const taken = ['16x9', '32x18', '16:9', '9x16', '4x3'].map((ratio) => takesAspectRatio(template, ratio))
  assert.deepEqual(taken, [true, true, true, false, false])
})
