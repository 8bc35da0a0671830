import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { encodePcm } from '../synth/encode-pcm.ts'
import { decodeAudio } from './decode-audio.ts'
import { createStartFinder } from './start-finder.ts'

test('most frames are right about where they began, and the others are outvoted', () => {
  const finder = createStartFinder()
  const rate = 48_000
  let at = 100_000
  let dropped = 0
  for (let frame = 0; finder.add((at + (frame % 5 === 0 ? 448 : 0)) / rate, 1024, rate); frame++) {
    at += 1024
    dropped++
  }
  assert.equal(dropped, Math.ceil((0.75 * rate) / 1024))
  assert.equal(Math.round(finder.startSecs() * rate), at)
})

test('a Vorbis song with hard sounds is read from any point as from its start', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'songreel-vorbis-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'hits.ogg')
  const sampleRate = 48_000
  let seed = 1
  const samples = Float32Array.from({ length: 12 * sampleRate }, (_, i) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    const sinceHit = (i % 11_111) / sampleRate
    return 0.5 * Math.exp(-sinceHit * 60) * (seed / 2 ** 31 - 1) + 0.1 * Math.sin(i / 40)
  })
  encodePcm({ sampleRate, channels: [samples] }, path, {
    encoder: 'libvorbis',
    container: 'ogg',
    bitRate: 96_000,
  })
  const { channels } = await decodeAudio(path)
  for (let startSecs = 5.1; startSecs < 11; startSecs += 0.17) {
    const part = await decodeAudio(path, { startSecs, endSecs: startSecs + 0.05 })
    const from = Math.round(startSecs * sampleRate)
    const expected = channels[0]!.subarray(from, from + part.channels[0]!.length)
    const off = part.channels[0]!.reduce(
      (most, sample, i) => Math.max(most, Math.abs(sample - expected[i]!)),
      0,
    )
    assert.ok(off < 1e-3, `differs by ${off} at ${startSecs} s`)
  }
})
