import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAudioTrack, silentAudioTrackData } from './audio-track.ts'
import { createBarClock, findChapter, listChapters } from './chapters.ts'

const aTrack = (secs: number, data: Partial<ReturnType<typeof silentAudioTrackData>> = {}) =>
  createAudioTrack({ ...silentAudioTrackData(secs * 30, 30), ...data })

const everyTwoSecs = (count: number) => Array.from({ length: count }, (_, i) => i * 2)

test('a long section has a chapter every four bars, and a short rest joins the one before', () => {
  const chapters = listChapters(aTrack(17, { downbeatSecs: everyTwoSecs(9) }))

  assert.deepEqual(
    chapters.map(({ startSecs, endSecs }) => [startSecs, endSecs]),
    [
      [0, 8],
      [8, 17],
    ],
  )
})

test('a section that is clearly stronger than the one before begins with a drop', () => {
  const sections = [
    { startSecs: 0, endSecs: 5, label: 'A', energy: 0.3 },
    { startSecs: 5, endSecs: 10, label: 'B', energy: 0.8 },
  ]
  const chapters = listChapters(aTrack(10, { sections, downbeatSecs: everyTwoSecs(5) }))

  assert.deepEqual(
    chapters.map(({ label, isDrop }) => [label, isDrop]),
    [
      ['A', false],
      ['B', true],
    ],
  )
  assert.equal(findChapter(chapters, { secs: 5 }).label, 'B')
  assert.equal(findChapter(chapters, { secs: 4.9 }).label, 'A')
})

test('without a trusted beat chapters and bars go on at an even pace', () => {
  assert.deepEqual(
    listChapters(aTrack(20)).map(({ startSecs }) => startSecs),
    [0, 8, 16],
  )
})

test('the bar clock counts on where a bar begins anew', () => {
  const barPosition = Float32Array.from([0.5, 0.75, 0, 0.25, 0.5, 0.75, 0])
  const clock = createBarClock(aTrack(1, { frameCount: 7, barPosition }))

  assert.deepEqual(
    Array.from(barPosition, (_, index) => clock({ index })),
    [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2],
  )
  assert.equal(clock({ index: 99 }), 2)
})
