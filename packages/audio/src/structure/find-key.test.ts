import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PITCH_CLASSES } from '../spectrum/chroma.ts'
import { TEXTURE_RATE_HZ } from '../spectrum/song-features.ts'
import { findKey } from './find-key.ts'

/** How strong the harmonics of a note sound as pitch classes: octaves on itself, then its fifth and its third. */
const HARMONICS: [semitones: number, strength: number][] = [
  [0, 1],
  [7, 0.4],
  [4, 0.2],
]
const CHORD_SECS = 2

/** Triads by root and third, again and again. */
function play(chords: [root: number, third: 3 | 4][], { tonic = 0, secs = 48 } = {}) {
  const rowCount = Math.round(secs * TEXTURE_RATE_HZ)
  const chroma = new Float32Array(12 * rowCount)
  for (let row = 0; row < rowCount; row++) {
    const at = Math.floor(row / TEXTURE_RATE_HZ / CHORD_SECS) % chords.length
    const [root, third] = chords[at]!
    for (const tone of [0, third, 7]) {
      for (const [semitones, strength] of HARMONICS)
        chroma[12 * row + ((tonic + root + tone + semitones) % 12)]! += strength
    }
  }
  return { rowCount, chroma, timbre: new Float32Array() }
}

test('chords that two keys share are in the key of the first of them', () => {
  for (const [tonic, name] of PITCH_CLASSES.entries()) {
    const major = play(
      [
        [0, 4],
        [9, 3],
        [5, 4],
        [7, 4],
      ],
      { tonic },
    )
    const minor = play(
      [
        [0, 3],
        [8, 4],
        [3, 4],
        [10, 4],
      ],
      { tonic },
    )
    assert.equal(findKey(major)?.name, `${name} major`)
    assert.equal(findKey(minor)?.name, `${name} minor`)
  }
})

test('a minor song with a minor or a major fifth is in its own key, not in that of the fifth', () => {
  for (const fifth of [3, 4] as const) {
    const song = play(
      [
        [0, 3],
        [5, 3],
        [7, fifth],
        [0, 3],
      ],
      { tonic: 9 },
    )
    const key = findKey(song)
    assert.equal(key?.name, 'A minor')
    assert.ok(key.confidence > 0.1 && key.confidence <= 1)
  }
})

test('silence before the first sound is not the start', () => {
  const song = play([
    [0, 3],
    [8, 4],
    [3, 4],
    [10, 4],
  ])
  const chroma = new Float32Array(song.chroma.length + 12 * 40)
  chroma.set(song.chroma, 12 * 40)
  assert.equal(findKey({ ...song, chroma })?.name, 'C minor')
})

test('silence has no key, and neither has what sounds alike in all of them', () => {
  const even = (value: number) => ({
    rowCount: 100,
    timbre: new Float32Array(),
    chroma: new Float32Array(1200).fill(value),
  })
  assert.equal(findKey(even(0)), undefined)
  assert.equal(findKey(even(0.3)), undefined)
})

test('a song that begins in all keys at once is in the key of what follows', () => {
  const song = play([
    [0, 4],
    [9, 3],
    [5, 4],
    [7, 4],
  ])
  // So long that nothing of what follows counts for the start.
  const chroma = new Float32Array(song.chroma.length + 12 * Math.round(1600 * TEXTURE_RATE_HZ)).fill(1)
  chroma.set(song.chroma, chroma.length - song.chroma.length)
  const key = findKey({ ...song, chroma })
  assert.equal(key?.name, 'C major')
  assert.ok(key.confidence > 0 && key.confidence <= 1, `${key.confidence}`)
})
