import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAudioTrack, silentAudioTrackData } from '../track/audio-track.ts'
import { planEntrance } from './entrance.ts'
import { frameAt } from './frame.ts'

test('things come from where they go to, and stand still in between', () => {
  const awayAt = planEntrance(createAudioTrack(silentAudioTrackData(240, 30)))
  const away = (index: number, order?: number) => awayAt(frameAt(index, 240, 30), order)

  assert.deepEqual([away(0), away(0, 3), away(239)], [1, 1, 1])
  assert.deepEqual([away(30), away(120), away(200)], [0, 0, 0])
  assert.ok(away(4, 0) < away(4, 2), 'one after another')
})
