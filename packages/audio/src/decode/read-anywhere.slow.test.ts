import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { AV_SAMPLE_FMT_S32 } from 'node-av/constants'
import type { Pcm } from '../pcm.ts'
import { encodePcm } from '../synth/encode-pcm.ts'
import { decodeAudio } from './decode-audio.ts'

const OUTPUT_RATE = 48_000
const SONG_SECS = 11
const STARTS_PER_FILE = 16
const READ_SECS = 0.04

/** In the last moment of a song a filter has less to look at, and how much less depends on where it began. */
const END_SECS = 0.01
const END_SHARE = 5

/** The largest difference to the whole decode: lossy codecs forget what came long before, rates that 48 kHz does not divide are rounded. */
const FILES = [
  { file: 'cd.mp3', encoder: 'libmp3lame', container: 'mp3', sampleRate: 44_100, differs: 2e-3 },
  { file: 'half.mp3', encoder: 'libmp3lame', container: 'mp3', sampleRate: 22_050, differs: 2e-3 },
  { file: 'phone.mp3', encoder: 'libmp3lame', container: 'mp3', sampleRate: 8_000, differs: 2e-3 },
  { file: 'dat.mp3', encoder: 'libmp3lame', container: 'mp3', sampleRate: 32_000, differs: 2e-3 },
  { file: 'cd.flac', encoder: 'flac', container: 'flac', sampleRate: 44_100, differs: 1e-6 },
  {
    file: 'studio.flac',
    encoder: 'flac',
    container: 'flac',
    sampleRate: 96_000,
    sampleFormat: AV_SAMPLE_FMT_S32,
    differs: 1e-6,
  },
  {
    file: 'fine.flac',
    encoder: 'flac',
    container: 'flac',
    sampleRate: 192_000,
    sampleFormat: AV_SAMPLE_FMT_S32,
    differs: 1e-6,
  },
  { file: 'odd.flac', encoder: 'flac', container: 'flac', sampleRate: 44_101, differs: 1e-3 },
  { file: 'plain.wav', encoder: 'pcm_s16le', container: 'wav', sampleRate: 48_000, differs: 1e-6 },
  { file: 'double.wav', encoder: 'pcm_s24le', container: 'wav', sampleRate: 88_200, differs: 1e-6 },
  { file: 'prime.wav', encoder: 'pcm_s16le', container: 'wav', sampleRate: 11_027, differs: 1e-3 },
  { file: 'cd.aiff', encoder: 'pcm_s16be', container: 'aiff', sampleRate: 44_100, differs: 1e-6 },
  { file: 'cd.ogg', encoder: 'libvorbis', container: 'ogg', sampleRate: 44_100, differs: 2e-3 },
  { file: 'web.opus', encoder: 'libopus', container: 'ogg', sampleRate: 48_000, differs: 2e-3 },
  { file: 'cd.m4a', encoder: 'aac', container: 'ipod', sampleRate: 44_100, differs: 2e-3 },
  { file: 'lossless.m4a', encoder: 'alac', container: 'ipod', sampleRate: 44_100, differs: 1e-6 },
]

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'songreel-anywhere-'))
})
after(() => rm(folder, { recursive: true }))

for (const { file, sampleRate, differs, ...how } of FILES) {
  test(`${file} read from any point is the whole song from that point`, async () => {
    const path = join(folder, file)
    encodePcm(createMusic(sampleRate), path, { ...how, bitRate: 96_000 })
    const whole = (await decodeAudio(path)).channels
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -1e5, max: SONG_SECS * 1e6 }), async (startMicrosecs) => {
        const startSecs = startMicrosecs / 1e6
        const from = Math.round(startSecs * OUTPUT_RATE)
        const part = await decodeAudio(path, { startSecs, endSecs: startSecs + READ_SECS })
        assert.ok(Math.abs(part.channels[0]!.length - READ_SECS * OUTPUT_RATE) <= 1)
        for (const [channel, samples] of part.channels.entries()) {
          const all = whole[channel]!
          const edge = all.length - END_SECS * OUTPUT_RATE
          for (const [i, sample] of samples.entries()) {
            const by = Math.abs(sample - (all[from + i] ?? 0))
            const most = from + i < edge ? differs : END_SHARE * differs
            assert.ok(by <= most, `from ${startSecs} s: differs by ${by} at ${(from + i) / OUTPUT_RATE} s`)
          }
        }
      }),
      {
        numRuns: STARTS_PER_FILE,
        endOnFailure: true,
        examples: [[5_000_000], [5_000_001], [8_640_000], [10_960_000], [10_995_436]],
      },
    )
  })
}

/** Rising tones, different on both sides, so that no two places sound alike. */
function createMusic(sampleRate: number): Pcm {
  const tone = (fromHz: number, hzPerSec: number) =>
    Float32Array.from({ length: SONG_SECS * sampleRate }, (_, i) => {
      const secs = i / sampleRate
      return 0.3 * Math.sin(2 * Math.PI * (fromHz + (hzPerSec * secs) / 2) * secs)
    })
  return { sampleRate, channels: [tone(200, 90), tone(700, 60)] }
}
