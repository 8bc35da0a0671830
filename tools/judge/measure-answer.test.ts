import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RehearsedScene } from '@songreel/render/authoring'
import { measureAnswer } from './measure-answer.ts'

/** Ten frames a second, beats at 1 and 2 s. */
function play(shares: number[], beatSecs: number[]): RehearsedScene {
  const frames = shares.map((changedPixels, i) => ({ index: i + 1, changedPixels }))
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
  const life = { changedPixels: mean, changedLuma: 0, frames }
  return { beatSecs, fps: 10, measureLife: () => life } as unknown as RehearsedScene
}

test('what changes just after a beat is compared with what changes elsewhere', () => {
  const shares = Array.from({ length: 29 }, (_, i) => ([10, 11, 20, 21].includes(i + 1) ? 0.3 : 0.1))
  const { beat, alive } = measureAnswer(play(shares, [1, 2]))
  assert.ok(Math.abs(beat - 3) < 1e-9, `${beat}`)
  assert.ok(alive > 0.1 && alive < 0.3)
})

test('the frame nearest to a beat shows it, also from just before', () => {
  const shares = Array.from({ length: 29 }, (_, i) => (i + 1 === 10 ? 0.3 : 0.1))
  assert.ok(measureAnswer(play(shares, [1.04])).beat > 1.5)
  assert.ok(measureAnswer(play(shares, [1.06])).beat < 1)
})

test('without a beat there is nothing to answer', () => {
  assert.ok(Number.isNaN(measureAnswer(play([0.1, 0.1, 0.1], [])).beat))
})
