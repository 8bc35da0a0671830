import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findNearest } from './find-nearest.ts'

const FIELDS = ['numVideos', 'aspectRatio', 'audioStartEndSecs', 'outputQuality', 'fps', 'format']
const TEMPLATES = ['BASE_ART_TRACK', 'BASE_BASIC_UNIFIED', 'LYRIC_STACK_FOCUS', 'LYRIC_KARAOKE_FILL']

test('a mistyped word is near, and a part of a name stands for it', () => {
  for (const [word, meant] of [
    ['aspectRatoi', 'aspectRatio'],
    ['ratio', 'aspectRatio'],
    ['quality', 'outputQuality'],
    ['videos', 'numVideos'],
    ['startEnd', 'audioStartEndSecs'],
    ['pect', undefined],
    ['num', undefined],
    ['x'.repeat(65), undefined],
  ] as const)
    assert.equal(findNearest(word, FIELDS), meant, word)
  for (const [word, meant] of [
    ['BASIC_UNIFIED', 'BASE_BASIC_UNIFIED'],
    ['basic', 'BASE_BASIC_UNIFIED'],
    ['karaoke', 'LYRIC_KARAOKE_FILL'],
    ['BASE_BASIC_UNIFED', 'BASE_BASIC_UNIFIED'],
    ['IFIED', undefined],
  ] as const)
    assert.equal(findNearest(word, TEMPLATES), meant, word)
})
