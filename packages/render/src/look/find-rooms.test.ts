import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentAudioTrackData } from '@songreel/kit/core'
import type { ScenePlan } from '../scene/build-scene.ts'
import { chooseMoments } from './find-rooms.ts'

const FPS = 30
const SECS = 10

test('a logo is kept clear of words wherever they come, a limited number of them', () => {
  const words = [2.02, 2.31, 7.77].map((endSecs) => ({ text: 'sea', startSecs: endSecs - 0.2, endSecs }))
  const lines = [{ text: 'sea sea sea', startSecs: 1.8, endSecs: 7.77, words }]
  const { all, some } = choose({ lines })
  for (const frame of [59, 68, 232]) assert.ok(all.includes(frame), `${frame} of ${all}`)
  assert.ok(!some.includes(59), 'pictures are where they were')
  const many = Array.from({ length: 300 }, (_, i) => ({
    text: 'la',
    startSecs: i / 40,
    endSecs: (i + 1) / 40,
  }))
  assert.ok(choose({ lines: [{ text: 'la', startSecs: 0, endSecs: 8, words: many }] }).all.length < 80)
})

function choose(lyrics: { lines: unknown[] }) {
  const audio = silentAudioTrackData(SECS * FPS, FPS)
  const plan = { fps: FPS, frameCount: SECS * FPS, audio, lyrics: { timing: 'WORD', ...lyrics } }
  return chooseMoments(plan as unknown as ScenePlan, 'ALWAYS')
}
