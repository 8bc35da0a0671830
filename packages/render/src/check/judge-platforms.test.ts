import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DeliveryFacts, judgePlatforms } from './judge-platforms.ts'

const LOOP: DeliveryFacts = {
  format: 'MP4',
  videoTag: 'avc1',
  width: 1080,
  height: 1920,
  fps: 30,
  durationSecs: 6,
  bitsPerSec: 8e6,
  hasAudio: false,
  flashesPerSec: 0,
  hasText: false,
  stray: null,
  weakest: null,
  startsWithCover: true,
}

test('a silent upright loop without text is a canvas, and an upright video as well', () => {
  const verdicts = judgePlatforms(LOOP)
  assert.deepEqual(verdicts.STREAMER_CANVAS, { status: 'PASS', reasons: [] })
  assert.equal(verdicts.VERTICAL_FEED.status, 'PASS')
  assert.equal(verdicts.VIDEOSITE.status, 'PASS')
  assert.equal(verdicts.STORE_MOTION.status, 'FAIL')
})

test('a moving cover has one of two sizes, enough bits, and begins with the cover', () => {
  const artwork = {
    ...LOOP,
    width: 3840,
    height: 3840,
    durationSecs: 12,
    bitsPerSec: 60e6,
    format: 'MOV' as const,
    videoTag: 'ap4h',
  }
  assert.deepEqual(judgePlatforms(artwork).STORE_MOTION, { status: 'PASS', reasons: [] })
  assert.equal(judgePlatforms({ ...artwork, width: 2048, height: 2732 }).STORE_MOTION.status, 'PASS')
  assert.deepEqual(judgePlatforms({ ...artwork, videoTag: 'apcn' }).STORE_MOTION.reasons, [
    'It is ProRes 422; MP4 or ProRes 4444 (MOV at ULTRA) is taken.',
  ])
  const poor = { ...artwork, bitsPerSec: 20e6, startsWithCover: false }
  assert.deepEqual(judgePlatforms(poor).STORE_MOTION.reasons, [
    'It has 20 Mbit/s; at least 45 are wanted.',
    'Its first frame is not the cover.',
  ])
})

test('every broken rule is a reason that says what was seen and what is taken', () => {
  const wrong: DeliveryFacts = {
    ...LOOP,
    format: 'GIF',
    width: 640,
    height: 360,
    fps: 15,
    durationSecs: 200,
    hasAudio: true,
    flashesPerSec: 5,
    hasText: true,
    stray: 'Out now',
  }
  const { STREAMER_CANVAS, VERTICAL_FEED, VIDEOSITE } = judgePlatforms(wrong)
  assert.deepEqual(STREAMER_CANVAS.reasons, [
    'It is GIF; MP4 is taken.',
    'It is 16x9, not 9x16.',
    'It is 640x360; the shorter side must have 720 pixels.',
    'It lasts 200 s; 3 to 8 s are taken.',
    'It has sound, and must be silent.',
    'It shows text, and must show none.',
    'It flashes 5 times a second; 3 are safe.',
  ])
  assert.ok(VERTICAL_FEED.reasons.includes('"Out now" stands where the platform puts its own signs.'))
  assert.ok(VIDEOSITE.reasons.includes('It has 15 frames a second; 23 to 60 are taken.'))
})
