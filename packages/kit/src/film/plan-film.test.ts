import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClipFile } from '../compose/clip-file.ts'
import type { AudioTrack } from '../track/audio-track.ts'
import { listMoments, planFilm } from './plan-film.ts'

const FORM = { fps: 30, frameCount: 480, seed: 1 }
const BAR_SECS = (4 * 60) / 123
const downbeatSecs = Array.from({ length: 9 }, (_, i) => 0.117 + i * BAR_SECS)
const audio = {
  durationSecs: 16,
  beatSecs: downbeatSecs,
  downbeatSecs,
  sections: [{ startSecs: 0, endSecs: 16, label: 'A', energy: 0.5 }],
} as unknown as AudioTrack

function createClip(durationSecs: number): ClipFile {
  return { path: 'a.mp4', container: 'mov', width: 640, height: 360, fps: 30, durationSecs, looks: [] }
}

test('a single short clip goes around and begins again on a bar, before it ends', () => {
  const bars = new Set(downbeatSecs.map((secs) => Math.round(secs * FORM.fps)))
  const shots = planFilm(audio, [createClip(5)], FORM)
  assert.ok(shots.length >= 3)
  for (const [i, { startFrame, endFrame, fromSecs }] of shots.entries()) {
    assert.equal(fromSecs, 0)
    assert.ok(i === 0 || bars.has(startFrame), `frame ${startFrame}`)
    assert.ok((endFrame - startFrame) / FORM.fps <= 5 + 1 / FORM.fps)
  }
  assert.equal(shots.at(-1)?.endFrame, FORM.frameCount)
  const free = planFilm({ ...audio, downbeatSecs: [] }, [createClip(0.2)], FORM)
  assert.ok(free.length <= 16, 'one that is hardly a picture does not begin again in every frame')
})

test('a clip as long as the video is not cut, several are, on bars', () => {
  assert.equal(planFilm(audio, [createClip(18)], FORM).length, 1)
  const shots = planFilm(audio, [createClip(30), createClip(12)], FORM)
  assert.ok(shots.length >= 2)
  assert.equal(new Set(shots.map(({ clip }) => clip)).size, 2)
})

test('the moments of a shot begin with its first picture and end with its last', () => {
  const [shot] = planFilm(audio, [createClip(18)], FORM)
  assert.ok(shot)
  const moments = listMoments(shot, FORM.fps, 5)
  assert.deepEqual([moments.length, moments[0], moments.at(-1)], [5, 0, 479 / 30])
})
