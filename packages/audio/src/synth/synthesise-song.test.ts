import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { synthesiseClicks } from '../../testing/synthesise-clicks.ts'
import { decodeAudio } from '../decode/decode-audio.ts'
import { encodeMp3 } from './encode-pcm.ts'
import { synthesiseSong } from './synthesise-song.ts'
import { encodeWav, writeWav } from './write-wav.ts'

test('the same options give the same song, another seed another tune', () => {
  const options = { seed: 3, secs: 12, sampleRate: 22_050 }
  const first = encodeWav(synthesiseSong(options).pcm)
  assert.ok(first.equals(encodeWav(synthesiseSong(options).pcm)))
  assert.ok(!first.equals(encodeWav(synthesiseSong({ ...options, seed: 4 }).pcm)))
})

test('a song is stereo, as loud as a master, and as long as its bars', () => {
  const { pcm, beatSecs, downbeatSecs, parts } = synthesiseSong({ bpm: 120, secs: 30, sampleRate: 22_050 })
  const [left, right] = pcm.channels as [Float32Array, Float32Array]
  const peak = left.reduce((top, sample) => Math.max(top, Math.abs(sample)), 0)
  const level = Math.sqrt(left.reduce((sum, sample) => sum + sample * sample, 0) / left.length)

  assert.equal(beatSecs.length, 60)
  assert.deepEqual(downbeatSecs.slice(0, 3), [0, 2, 4])
  assert.equal(parts.at(-1)!.endSecs, 30)
  assert.ok(peak > 0.8 && peak < 0.9)
  assert.ok(level > 0.1)
  assert.ok(left.some((sample, i) => Math.abs(sample - right[i]!) > 0.01))
})

test('silence, swing and tempo steps move the beats as told', () => {
  const { pcm, beatSecs } = synthesiseSong({
    bpm: 120,
    parts: [{ part: 'verse', bars: 2 }],
    leadSilenceSecs: 1.5,
    tempoSteps: [{ bar: 1, bpm: 60 }],
    swing: 0.33,
    sampleRate: 22_050,
  })
  assert.deepEqual(beatSecs, [1.5, 2, 2.5, 3, 3.5, 4.5, 5.5, 6.5])
  assert.ok(pcm.channels[0]!.subarray(0, 1.49 * 22_050).every((sample) => sample === 0))
})

test('WAV and MP3 files of a song decode to it again', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'songreel-synth-'))
  t.after(() => rm(folder, { recursive: true }))
  const { pcm } = synthesiseSong({ secs: 6 })
  await writeWav(pcm, join(folder, 'song.wav'))
  encodeMp3(pcm, join(folder, 'song.mp3'), { title: 'Demo' })

  for (const [file, tolerance] of [
    ['song.wav', 0.0001],
    ['song.mp3', 0.05],
  ] as const) {
    const decoded = await decodeAudio(join(folder, file), { sampleRate: 44_100 })
    assert.equal(decoded.channels[1]!.length, pcm.channels[1]!.length)
    const error = decoded.channels[1]!.reduce(
      (sum, sample, i) => sum + (sample - pcm.channels[1]![i]!) ** 2,
      0,
    )
    assert.ok(Math.sqrt(error / pcm.channels[1]!.length) < tolerance)
  }
})

test('clicks stand exactly where they were asked for', () => {
  const { channels, sampleRate } = synthesiseClicks([0.25, 1], 2)
  const first = channels[0]!.findIndex((sample) => sample !== 0)
  assert.equal(first, 0.25 * sampleRate)
  assert.ok(channels[0]![sampleRate]! > 0.7)
  assert.equal(channels[0]![sampleRate - 1], 0)
})
