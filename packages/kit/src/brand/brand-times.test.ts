import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClipFile } from '../compose/clip-file.ts'
import { planBrandTimes } from './brand-times.ts'

/** Fifteen seconds with a bar every two. */
const TRACK = { fps: 30, frameCount: 450, downbeatSecs: [0.4, 2.4, 4.4, 6.4, 8.4, 10.4, 12.4, 14.4] }
const aClip = (durationSecs: number): ClipFile => ({
  path: '',
  container: 'mov',
  width: 16,
  height: 9,
  fps: 30,
  durationSecs,
  looks: [],
})

test('the end card begins on the bar that is nearest to its length', () => {
  assert.equal(planBrandTimes({ fonts: {}, endCard: {} }, TRACK).cardStartSecs, 12.4)
  assert.equal(planBrandTimes({ fonts: {}, endCard: { secs: 4.5 } }, TRACK).cardStartSecs, 10.4)
  assert.equal(planBrandTimes({ fonts: {} }, TRACK).cardStartSecs, 15)
})

test('nothing takes more than a third of the video, and without bars all begins where it was wished for', () => {
  const { cardStartSecs } = planBrandTimes({ fonts: {}, endCard: { secs: 10 } }, TRACK)
  assert.ok(cardStartSecs >= 9.9, `${cardStartSecs}`)
  const silent = { ...TRACK, downbeatSecs: [] }
  assert.equal(planBrandTimes({ fonts: {}, endCard: { secs: 2 } }, silent).cardStartSecs, 13)
})

test('clips are cut on bars, and never shown longer than they last', () => {
  const times = planBrandTimes({ fonts: {}, intro: aClip(3), outro: aClip(3.5), endCard: {} }, TRACK)
  assert.equal(times.introEndSecs, 2.4)
  assert.equal(times.outroStartSecs, 10.4)
  assert.equal(times.cardStartSecs, 12.4)
  const alone = planBrandTimes({ fonts: {}, outro: aClip(60) }, TRACK)
  assert.ok(alone.outroStartSecs >= 9.9, `${alone.outroStartSecs}`)
})

test('intro, outro and end card together leave two fifths of the video to the look, and it is the clips that become shorter', () => {
  const brand = { fonts: {}, intro: aClip(60), outro: aClip(20), endCard: {} }
  for (const track of [TRACK, { ...TRACK, downbeatSecs: [] }, { ...TRACK, frameCount: 300 }]) {
    const { introEndSecs, outroStartSecs, cardStartSecs, endSecs } = planBrandTimes(brand, track)
    assert.ok(outroStartSecs - introEndSecs >= 0.4 * endSecs - 0.06, `${introEndSecs} to ${outroStartSecs}`)
    assert.ok(introEndSecs > 0.5 && cardStartSecs - outroStartSecs > 0.5, 'both are seen')
    assert.ok(endSecs - cardStartSecs > 1.5, 'the card can be read')
  }
})
