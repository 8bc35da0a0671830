import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { BAND_COUNT } from '@songreel/kit/core'
import { analyseAudio } from './analyse-audio.ts'
import { readCachedAnalysis } from './analysis-cache.ts'
import { hashFile } from './hash-file.ts'
import { encodeMp3, encodePcm } from './synth/encode-pcm.ts'
import { synthesiseSong } from './synth/synthesise-song.ts'
import { writeWav } from './synth/write-wav.ts'

let folder: string
let songPath: string
/** For what does not depend on the music. */
let shortPath: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'songreel-analyse-'))
  songPath = join(folder, 'song.mp3')
  shortPath = join(folder, 'short.mp3')
  encodeMp3(synthesiseSong({ bpm: 120, secs: 20 }).pcm, songPath)
  encodeMp3(synthesiseSong({ bpm: 120, secs: 4 }).pcm, shortPath)
})
after(() => rm(folder, { recursive: true }))

test('an MP3 file is heard as what it is', async () => {
  const analysis = await analyseAudio(songPath)
  assert.equal(analysis.codec, 'mp3')
  assert.equal(analysis.sampleRate, 44_100)
  assert.equal(analysis.channelCount, 2)
  assert.ok(Math.abs(analysis.durationSecs - 21) < 0.01)
  assert.ok(Math.abs(analysis.tempo.bpm - 120) < 0.2, `${analysis.tempo.bpm}`)
  assert.ok(analysis.loudness.integratedLufs > -16 && analysis.loudness.integratedLufs < -8)
  assert.ok(analysis.loudness.truePeakDbtp > -2 && analysis.loudness.truePeakDbtp < 1)
  assert.equal(analysis.sha256, await hashFile(songPath))
  assert.ok(analysis.excerpts.length > 0)
  const rows = analysis.durationSecs * analysis.spectrum.rateHz
  assert.ok(Math.abs(analysis.spectrum.bands.length / BAND_COUNT - rows) < 2)
  assert.ok(
    Math.abs(analysis.envelope.peaks.length / analysis.envelope.rateHz - analysis.durationSecs) < 0.01,
  )
})

test('the same music gives the same beats, whatever the file is', async () => {
  const { pcm } = synthesiseSong({ bpm: 120, secs: 16, sampleRate: 48_000 })
  const mono = { sampleRate: 48_000, channels: [pcm.channels[0]!] }
  encodePcm(pcm, join(folder, 'high.flac'), { encoder: 'flac', container: 'flac' })
  encodePcm(mono, join(folder, 'mono.opus'), { encoder: 'libopus', container: 'ogg' })
  const [high, low] = await Promise.all(
    ['high.flac', 'mono.opus'].map((file) => analyseAudio(join(folder, file))),
  )
  assert.equal(high!.beats.length, low!.beats.length)
  high!.beats.forEach((beat, i) => {
    assert.ok(Math.abs(beat.secs - low!.beats[i]!.secs) < 0.01)
  })
  assert.ok(Math.abs(high!.loudness.integratedLufs - low!.loudness.integratedLufs) < 1.5)
})

test('an analysis is kept by content and read again instead of made again', async () => {
  const cacheFolder = join(folder, 'cache')
  const made = await analyseAudio(shortPath, { cacheFolder })
  const [entry] = await readdir(cacheFolder)
  const entryPath = join(cacheFolder, entry!)
  await utimes(entryPath, 1, 1)

  const copy = join(folder, 'other-name.bin')
  await writeFile(copy, await readFile(shortPath))
  assert.deepEqual(await analyseAudio(copy, { cacheFolder }), made)
  assert.equal((await stat(entryPath)).mtimeMs, 1000)
  assert.deepEqual(await readdir(cacheFolder), [entry])
})

test('a damaged cache entry is made anew', async () => {
  const cacheFolder = join(folder, 'damaged')
  const made = await analyseAudio(shortPath, { cacheFolder })
  const entryPath = join(cacheFolder, (await readdir(cacheFolder))[0]!)
  const sound = await readFile(entryPath)
  for (const damage of [flip(sound, 5000), sound.subarray(0, 1000), Buffer.alloc(0), Buffer.from('{}')]) {
    await writeFile(entryPath, damage)
    assert.deepEqual(await analyseAudio(shortPath, { cacheFolder }), made)
    assert.deepEqual(await readCachedAnalysis(cacheFolder, made.sha256), made)
  }
})

test('a cache that cannot be written does not stop the work', async () => {
  const file = join(folder, 'no-folder')
  await writeFile(file, '')
  const analysis = await analyseAudio(shortPath, { cacheFolder: file })
  assert.ok(analysis.beats.length > 0)
})

test('a canceled analysis stops soon, with a code', async () => {
  const cancel = new AbortController()
  const analysing = analyseAudio(songPath, { signal: cancel.signal })
  setTimeout(() => cancel.abort(), 30)
  await assert.rejects(analysing, { code: 'RENDER_CANCELED' })
  await assert.rejects(analyseAudio(songPath, { signal: AbortSignal.abort() }), { code: 'RENDER_CANCELED' })
})

test('silence and very short sounds have an analysis too', async () => {
  for (const secs of [0.02, 0.4, 2]) {
    const path = join(folder, `silent-${secs}.wav`)
    const samples = new Float32Array(Math.round(secs * 44_100))
    await writeWav({ sampleRate: 44_100, channels: [samples, samples] }, path)
    const analysis = await analyseAudio(path)
    assert.ok(Math.abs(analysis.durationSecs - secs) < 0.001)
    assert.equal(analysis.loudness.integratedLufs, -70)
    assert.equal(analysis.tempo.confidence, 0)
    assert.deepEqual(analysis.onsets, [])
    assert.equal(analysis.sections.length, 1)
    assert.deepEqual(
      analysis.excerpts.map(({ startSecs }) => startSecs),
      [0],
    )
  }
})

test('a song that is too long is refused', async () => {
  await assert.rejects(analyseAudio(songPath, { maxSecs: 15 }), {
    code: 'ASSET_TOO_LARGE',
    message: /longer than 15 s/,
  })
})

test('a file that is no song fails with its own code', async () => {
  const path = join(folder, 'page.mp3')
  await writeFile(path, '<!doctype html><p>Not found</p>')
  await assert.rejects(analyseAudio(path), { code: 'ASSET_TYPE_MISMATCH' })
  await assert.rejects(analyseAudio(join(folder, 'absent.mp3')), { code: 'AUDIO_MISSING' })
})

function flip(bytes: Buffer, at: number): Buffer {
  const flipped = Buffer.from(bytes)
  flipped[at] = flipped[at]! ^ 0x10
  return flipped
}
