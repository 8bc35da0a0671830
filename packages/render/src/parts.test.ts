import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tryDrawing, tryEncoder, tryFonts } from './parts.ts'

test('the native parts answer for themselves', async () => {
  assert.match((await tryDrawing()).version, /^\d+\.\d+\.\d+/)
  const { ffmpegVersion, encoders } = await tryEncoder()
  assert.match(ffmpegVersion, /\d/)
  assert.deepEqual(encoders, { libx264: true, aac: true })
})

test('every script of the promise is drawn by a bundled font', async () => {
  const scripts = await tryFonts()
  assert.ok(scripts.length >= 9)
  assert.deepEqual(
    scripts.filter(({ uncovered }) => uncovered.length > 0),
    [],
  )
})
