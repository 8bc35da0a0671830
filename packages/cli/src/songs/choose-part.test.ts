import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AudioAnalysis } from '@songreel/render'
import { choosePart, readGivenPart } from './choose-part.ts'

const HOOK = { kind: 'HOOK', secs: 15 } as const
const WHOLE = { kind: 'WHOLE' } as const

test('a part may be given by either end', () => {
  const cases: [Parameters<typeof readGivenPart>, [number, number] | undefined][] = [
    [[{ isFull: false }, 204, HOOK], undefined],
    [[{ isFull: true }, 204, HOOK], undefined],
    [
      [{ startSecs: 62, endSecs: 92, isFull: false }, 204, HOOK],
      [62, 92],
    ],
    [
      [{ startSecs: 62, isFull: false }, 204, HOOK],
      [62, 77],
    ],
    [
      [{ startSecs: 62, isFull: false }, 204, WHOLE],
      [62, 92],
    ],
    [
      [{ startSecs: 200, isFull: false }, 204, HOOK],
      [200, 204],
    ],
    [
      [{ endSecs: 30, isFull: false }, 204, HOOK],
      [0, 30],
    ],
    // What a player shows as 3:24 may be a little less.
    [
      [{ endSecs: 204, isFull: false }, 203.95, HOOK],
      [0, 203.95],
    ],
  ]
  for (const [args, range] of cases) {
    const part = readGivenPart(...args)
    assert.deepEqual(part && [part.startSecs, part.endSecs], range)
  }
})

test('a part outside of the song is refused with the length of the song', () => {
  const read = (part: { startSecs?: number; endSecs?: number }) => () =>
    readGivenPart({ ...part, isFull: false }, 204.3, HOOK)
  assert.throws(read({ startSecs: 300, endSecs: 330 }), {
    exitCode: 65,
    message: '--start 5:00 lies past the end of the song, which is 3:24 long.',
  })
  assert.throws(read({ startSecs: 190, endSecs: 220 }), {
    exitCode: 65,
    message: '--end 3:40 lies past the end of the song, which is 3:24 long.',
  })
})

test('a silent song has no hook: its start is taken, and said to be that', () => {
  const silent = describeSilence(40)
  const part = choosePart(silent, HOOK, { wanted: { isFull: false }, count: 2 })
  const start = { startSecs: 0, endSecs: 15 }
  assert.deepEqual(part, { kind: 'START', ranges: [start, start], isAutomatic: true, other: null })
})

/** What an analysis says about silence, as far as a part of it is concerned. */
function describeSilence(durationSecs: number): AudioAnalysis {
  const moments = durationSecs * 2
  const nothing = () => new Float32Array(moments)
  return {
    sha256: '0'.repeat(64),
    durationSecs,
    sampleRate: 44_100,
    channelCount: 2,
    codec: 'pcm_s16le',
    loudness: { integratedLufs: -70, truePeakDbtp: -120 },
    tempo: { bpm: 0, confidence: 0, isSteady: false },
    beats: [],
    onsets: [],
    sections: [],
    excerpts: [],
    spectrum: {
      rateHz: 1,
      bandCount: 1,
      bands: new Uint8Array(),
      bass: new Uint8Array(),
      momentaryLufs: new Float32Array(),
    },
    envelope: { rateHz: 1, peaks: new Uint16Array() },
    voice: { rateHz: 1, levels: new Uint8Array() },
    moments: {
      startSecs: Float64Array.from({ length: moments }, (_, i) => i / 2),
      isBarStart: new Uint8Array(moments).fill(1),
      energy: nothing(),
      activity: nothing(),
      novelty: nothing(),
      repetition: nothing(),
    },
  }
}
