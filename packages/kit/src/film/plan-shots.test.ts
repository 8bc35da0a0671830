import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClipFile } from '../compose/clip-file.ts'
import type { AudioTrack } from '../track/audio-track.ts'
import { planCuts } from './plan-cuts.ts'
import { planShots } from './plan-shots.ts'

const FORM = { fps: 30, frameCount: 480 }
/** Not on whole frames, as in every song. */
const BEAT_SECS = 60 / 123
const beatSecs = Array.from({ length: 32 }, (_, i) => 0.117 + i * BEAT_SECS)
const downbeatSecs = beatSecs.filter((_, i) => i % 4 === 0)
const dropSecs = downbeatSecs[4] ?? 0

/** Four quiet bars, then four loud ones. */
const audio = {
  durationSecs: 16,
  beatSecs,
  downbeatSecs,
  sections: [
    { startSecs: 0, endSecs: dropSecs, label: 'A', energy: 0.2 },
    { startSecs: dropSecs, endSecs: 16, label: 'B', energy: 0.8 },
  ],
} as unknown as AudioTrack

function createClip(durationSecs: number): ClipFile {
  return { path: 'a.mp4', container: 'mov', width: 640, height: 360, fps: 30, durationSecs, looks: [] }
}

test('cuts fall on the frame nearest to a bar line, faster after the drop, and each rate is faster than the last', () => {
  const nearest = new Set(downbeatSecs.map((secs) => Math.round(secs * FORM.fps)))
  const beats = new Set(beatSecs.map((secs) => Math.round(secs * FORM.fps)))
  const counts = (['SLOW', 'MID', 'FAST'] as const).map((rate) => {
    const [first, ...others] = planCuts(audio, rate, FORM)
    assert.equal(first?.startFrame, 0)
    assert.equal(others.at(-1)?.endFrame, FORM.frameCount)
    for (const { startFrame } of others)
      assert.ok((rate === 'FAST' ? beats : nearest).has(startFrame), `${rate}: ${startFrame}`)
    const loud = others.filter(({ isLoud }) => isLoud).length
    assert.ok(loud >= 2 * (others.length - loud) || rate === 'SLOW', `${rate}: ${loud} of ${others.length}`)
    assert.equal(others.find(({ whip }) => whip === 1)?.startFrame, Math.round(dropSecs * FORM.fps))
    return others.length
  })
  assert.deepEqual(
    counts.toSorted((a, b) => a - b),
    counts,
  )
  assert.equal(new Set(counts).size, 3)
})

test('a song without a beat is cut, too, and a very short one is a single shot', () => {
  const free = { ...audio, beatSecs: [], downbeatSecs: [] }
  assert.ok(planCuts(free, 'MID', FORM).length >= 4)
  assert.equal(planCuts({ ...free, durationSecs: 0.5 }, 'FAST', { fps: 30, frameCount: 15 }).length, 1)
})

test('no clip comes twice in a row, no part twice while others are left, and another seed has another order', () => {
  const clips = [createClip(30), createClip(12), createClip(8)]
  const order = (seed: number) =>
    planShots(planCuts(audio, 'MID', FORM), clips, { ...FORM, seed, beatSecs }).map((shot) => {
      const toSecs = shot.fromSecs + (shot.speed * (shot.endFrame - shot.startFrame)) / FORM.fps
      assert.equal(shot.speed, 1)
      assert.ok(toSecs <= (clips[shot.clip]?.durationSecs ?? 0), 'a shot ends before its clip does')
      return { clip: shot.clip, fromSecs: shot.fromSecs, toSecs }
    })
  const shots = order(1)
  for (const [i, shot] of shots.entries()) {
    assert.notEqual(shot.clip, shots[i - 1]?.clip)
    const again = shots
      .slice(0, i)
      .find((each) => each.clip === shot.clip && each.fromSecs < shot.toSecs && each.toSecs > shot.fromSecs)
    assert.equal(again, undefined, `shot ${i} was seen before`)
  }
  assert.equal(new Set(shots.map(({ clip }) => clip)).size, 3)
  assert.deepEqual(order(1), shots)
  assert.notDeepEqual(order(2), shots)
})

test('a single clip shows other parts after each cut; one that is too short is slowed and cut on beats', () => {
  const spans = planCuts(audio, 'MID', FORM)
  const parts = planShots(spans, [createClip(40)], { ...FORM, seed: 1, beatSecs })
  for (const [i, { fromSecs }] of parts.entries())
    if (i > 0) assert.ok(Math.abs(fromSecs - (parts[i - 1]?.fromSecs ?? 0)) > 1, `shot ${i}`)
  const beats = new Set(beatSecs.map((secs) => Math.round(secs * FORM.fps)))
  const short = planShots(spans, [createClip(0.6)], { ...FORM, seed: 1, beatSecs })
  assert.ok(short.length > spans.length)
  assert.equal(short.at(-1)?.endFrame, FORM.frameCount)
  for (const { startFrame, speed } of short) {
    assert.ok(startFrame === 0 || beats.has(startFrame))
    assert.ok(speed >= 0.5 && speed <= 1)
  }
})
