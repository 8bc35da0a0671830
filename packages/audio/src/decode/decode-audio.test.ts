import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { RenderError } from '@songreel/kit/core'
import type { Pcm } from '../pcm.ts'
import { encodePcm } from '../synth/encode-pcm.ts'
import { decodeAudio } from './decode-audio.ts'
import { openAudio } from './open-audio.ts'

const KINDS = [
  { file: 'stereo.mp3', encoder: 'libmp3lame', container: 'mp3', sampleRate: 44_100, channelCount: 2 },
  { file: 'mono-8k.mp3', encoder: 'libmp3lame', container: 'mp3', sampleRate: 8_000, channelCount: 1 },
  { file: 'stereo.flac', encoder: 'flac', container: 'flac', sampleRate: 44_100, channelCount: 2 },
  { file: 'stereo-192k.flac', encoder: 'flac', container: 'flac', sampleRate: 192_000, channelCount: 2 },
  { file: 'surround.flac', encoder: 'flac', container: 'flac', sampleRate: 48_000, channelCount: 6 },
  { file: 'stereo.wav', encoder: 'pcm_s16le', container: 'wav', sampleRate: 44_100, channelCount: 2 },
  { file: 'mono-8bit.wav', encoder: 'pcm_u8', container: 'wav', sampleRate: 8_000, channelCount: 1 },
  { file: 'float.wav', encoder: 'pcm_f32le', container: 'wav', sampleRate: 96_000, channelCount: 2 },
  { file: 'surround.wav', encoder: 'pcm_s24le', container: 'wav', sampleRate: 48_000, channelCount: 6 },
  { file: 'stereo.aiff', encoder: 'pcm_s16be', container: 'aiff', sampleRate: 44_100, channelCount: 2 },
  { file: 'stereo.ogg', encoder: 'libvorbis', container: 'ogg', sampleRate: 44_100, channelCount: 2 },
  { file: 'stereo.opus', encoder: 'libopus', container: 'ogg', sampleRate: 48_000, channelCount: 2 },
  { file: 'mono-16k.opus', encoder: 'libopus', container: 'ogg', sampleRate: 16_000, channelCount: 1 },
  { file: 'stereo.m4a', encoder: 'aac', container: 'ipod', sampleRate: 44_100, channelCount: 2 },
  { file: 'lossless.m4a', encoder: 'alac', container: 'ipod', sampleRate: 44_100, channelCount: 2 },
]
const CLICK_SECS = [0.5, 1.25, 2.5, 3.4]
const SONG_SECS = 4

let folder: string
const pathOf = (file: string) => join(folder, file)

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'songreel-decode-'))
  for (const { file, encoder, container, sampleRate, channelCount } of KINDS) {
    encodePcm(clicks(sampleRate, channelCount), pathOf(file), { encoder, container, bitRate: 96_000 })
  }
})
after(() => rm(folder, { recursive: true }))

for (const kind of KINDS) {
  test(`${kind.file} decodes with every sample in its place, from the start and from the middle`, async () => {
    const whole = await decodeAudio(pathOf(kind.file))
    assert.equal(whole.sampleRate, 48_000)
    assert.equal(whole.info.sampleRate, kind.file.endsWith('.opus') ? 48_000 : kind.sampleRate)
    assert.equal(whole.info.channelCount, kind.channelCount)
    assert.ok(Math.abs(whole.channels[0]!.length - SONG_SECS * 48_000) < 48)
    for (const secs of CLICK_SECS) assertClickAt(whole, secs)

    const part = await decodeAudio(pathOf(kind.file), { startSecs: 2.2, endSecs: 3.2 })
    assert.equal(part.channels[1]!.length, 48_000)
    assertClickAt(part, 2.5 - 2.2)
    assertAlike(part.channels[1]!, whole.channels[1]!.subarray(2.2 * 48_000, 3.2 * 48_000))
  })
}

test('reading before the start and past the end gives silence, and never more than was asked', async () => {
  const source = await openAudio(pathOf('stereo.mp3'), { startSecs: -0.5, endSecs: SONG_SECS + 1 })
  let total = 0
  const block = [new Float32Array(1000), new Float32Array(1000)]
  for (let count = await source.read(block); count > 0; count = await source.read(block)) total += count
  source.close()
  assert.equal(total, (SONG_SECS + 1.5) * 48_000)

  const early = await decodeAudio(pathOf('stereo.mp3'), { startSecs: -0.5, endSecs: 1 })
  assertClickAt(early, 1)
  assert.ok(early.channels[0]!.subarray(0, 24_000).every((sample) => sample === 0))
})

test('reading that starts after the end gives silence in every kind of file', async () => {
  for (const { file } of KINDS) {
    const late = await decodeAudio(pathOf(file), { startSecs: SONG_SECS + 4, endSecs: SONG_SECS + 4.5 })
    assert.equal(late.channels[0]!.length, 24_000, file)
    assert.ok(late.channels[0]!.every((sample) => sample === 0))
  }
})

test('a mono mix has the level of the channels it is made of', async () => {
  const { channels } = await decodeAudio(pathOf('stereo.wav'), { channelCount: 1, sampleRate: 44_100 })
  assert.equal(channels.length, 1)
  const source = clicks(44_100, 1).channels[0]!
  assert.ok(channels[0]!.every((sample, i) => Math.abs(sample - source[i]!) < 0.001))
})

test('a song whose rate and channels change midway keeps all of its sound, in place', async () => {
  const parts = [await readFile(pathOf('stereo.mp3')), await readFile(pathOf('mono-8k.mp3'))]
  await writeFile(pathOf('chained.mp3'), Buffer.concat(parts))
  const alone = await decodeAudio(pathOf('stereo.mp3'))
  const chained = await decodeAudio(pathOf('chained.mp3'))
  assert.ok(Math.abs(chained.channels[0]!.length / 48_000 - 2 * SONG_SECS) < 0.3)
  for (const secs of CLICK_SECS) assertClickAt(chained, secs)
  const firstHalf = Math.floor(3.5 * 48_000)
  assertAlike(chained.channels[1]!.subarray(0, firstHalf), alone.channels[1]!.subarray(0, firstHalf))
})

test('a damaged float file gives no infinite or missing samples', async () => {
  const pcm = clicks(44_100, 1)
  pcm.channels[0]!.set([Number.NaN, Number.POSITIVE_INFINITY, -1e30, 1e30], 100)
  encodePcm(pcm, pathOf('wild.wav'), { encoder: 'pcm_f32le', container: 'wav' })
  const { channels } = await decodeAudio(pathOf('wild.wav'))
  assert.ok(channels[0]!.every((sample) => Math.abs(sample) <= 8))
})

test('a header with an absurd rate is refused instead of making hours out of seconds', async () => {
  const wav = Buffer.from(await readFile(pathOf('stereo.wav')))
  wav.writeUInt32LE(3, 24)
  await writeFile(pathOf('slow.wav'), wav)
  await assert.rejects(decodeAudio(pathOf('slow.wav')), {
    code: 'ASSET_UNSUPPORTED',
    message: /slow\.wav holds 2 channels at 3 Hz/,
  })
})

test('canceled reading stops with a code', async () => {
  const cancel = new AbortController()
  cancel.abort()
  const decoding = decodeAudio(pathOf('stereo.mp3'), { signal: cancel.signal })
  await assert.rejects(decoding, (error: RenderError) => error.code === 'RENDER_CANCELED')
})

const FOREIGN: [string, string | Buffer, string, RegExp][] = [
  [
    'page.mp3',
    '\n<!DOCTYPE html><title>Sign in</title>',
    'ASSET_TYPE_MISMATCH',
    /is a web page \(HTML\), not audio\. Was the download blocked\?/,
  ],
  ['list.mp3', '#EXTM3U\nfile:///etc/passwd\n', 'ASSET_TYPE_MISMATCH', /is a playlist, not audio/],
  [
    'concat.mp3',
    "ffconcat version 1.0\nfile '/etc/passwd'\n",
    'ASSET_TYPE_MISMATCH',
    /is a playlist, not audio/,
  ],
  ['error.mp3', '{"error":"not found"}', 'ASSET_TYPE_MISMATCH', /is a JSON document, not audio/],
  ['answer.wav', '<?xml version="1.0"?><Error/>', 'ASSET_TYPE_MISMATCH', /is an XML document, not audio/],
  ['note.flac', 'hello', 'ASSET_TYPE_MISMATCH', /is a text file, not audio/],
  [
    'pack.mp3',
    Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(300)]),
    'ASSET_TYPE_MISMATCH',
    /is a ZIP archive, not audio/,
  ],
  [
    'noise.mp3',
    Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * i * 31 + 7) % 251)),
    'ASSET_TYPE_MISMATCH',
    /no known kind of file/,
  ],
  ['empty.mp3', '', 'ASSET_TRUNCATED', /is empty \(0 bytes\)/],
  [
    'dolby.mp3',
    Buffer.concat([Buffer.from('0b77', 'hex'), Buffer.alloc(300)]),
    'ASSET_UNSUPPORTED',
    /is not supported\. Use mp3/,
  ],
]

for (const [file, content, code, message] of FOREIGN) {
  test(`${file} that holds something else is refused by its content`, async () => {
    await writeFile(pathOf(file), content)
    await assert.rejects(decodeAudio(pathOf(file)), (error: RenderError) => {
      assert.equal(error.code, code)
      assert.match(error.message, message)
      assert.ok(error.message.startsWith(file))
      return true
    })
  })
}

test('a file that is not there is named', async () => {
  await assert.rejects(decodeAudio(pathOf('absent.mp3')), {
    code: 'AUDIO_MISSING',
    message: /absent\.mp3 cannot be read \(ENOENT\)/,
  })
})

for (const file of [
  'stereo.mp3',
  'stereo.flac',
  'stereo.wav',
  'stereo.aiff',
  'stereo.ogg',
  'stereo.opus',
  'stereo.m4a',
]) {
  test(`${file} cut in half is reported as cut off`, async () => {
    const bytes = await readFile(pathOf(file))
    await writeFile(pathOf(`half-${file}`), bytes.subarray(0, bytes.length / 2 + 3))
    await assert.rejects(decodeAudio(pathOf(`half-${file}`)), (error: RenderError) => {
      assert.equal(error.code, 'ASSET_TRUNCATED', error.message)
      assert.match(error.message, /is cut off/)
      return true
    })
  })
}

test('bit-flipped and cut files end in sound or in a code, never in a crash or a hang', async () => {
  const outcomes = new Map<string, number>()
  let seed = 7
  const chance = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 1
    return seed / 2 ** 31
  }
  for (const { file } of KINDS.filter(
    (kind) => kind.file.startsWith('stereo.') || kind.file.startsWith('lossless'),
  )) {
    const bytes = await readFile(pathOf(file))
    for (let round = 0; round < 12; round++) {
      const damaged = Buffer.from(
        round % 3 === 0 ? bytes.subarray(0, Math.floor(bytes.length * chance())) : bytes,
      )
      const flips = [1, 20, 400][round % 3]!
      const reach = round % 2 === 0 ? Math.min(600, damaged.length) : damaged.length
      for (let flip = 0; flip < flips && reach > 0; flip++) {
        const at = Math.floor(chance() * reach)
        damaged[at] = damaged[at]! ^ (1 << Math.floor(chance() * 8))
      }
      await writeFile(pathOf('damaged'), damaged)
      const outcome = await decodeAudio(pathOf('damaged'), { signal: AbortSignal.timeout(180_000) }).then(
        ({ channels }) => (channels[0]!.every((sample) => Number.isFinite(sample)) ? 'DECODED' : 'WILD'),
        (error) => (error instanceof RenderError ? error.code : `UNKNOWN ${error}`),
      )
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
  }
  const allowed = [
    'DECODED',
    'ASSET_CORRUPT',
    'ASSET_TRUNCATED',
    'ASSET_TYPE_MISMATCH',
    'ASSET_UNSUPPORTED',
    'AUDIO_MISSING',
  ]
  assert.deepEqual(
    [...outcomes.keys()].filter((outcome) => !allowed.includes(outcome)),
    [],
  )
  assert.ok(outcomes.size >= 4, `expected several kinds of outcome, got ${[...outcomes.keys()]}`)
})

/** Silence with a short 900 Hz burst at each click. */
function clicks(sampleRate: number, channelCount: number): Pcm {
  const samples = new Float32Array(SONG_SECS * sampleRate)
  for (const secs of CLICK_SECS) {
    for (let i = 0; i < sampleRate / 100; i++) {
      const envelope = Math.exp((-i / sampleRate) * 300)
      samples[Math.round(secs * sampleRate) + i] =
        0.8 * envelope * Math.cos((2 * Math.PI * 900 * i) / sampleRate)
    }
  }
  return { sampleRate, channels: Array.from({ length: channelCount }, () => samples) }
}

/** The largest sample near the click lies within 0.4 ms of it (codecs smear a little). */
function assertClickAt({ channels, sampleRate }: Pcm, secs: number): void {
  for (const samples of channels) {
    const from = Math.round((secs - 0.2) * sampleRate)
    const near = samples.subarray(Math.max(0, from), Math.round((secs + 0.2) * sampleRate))
    const highest = near.reduce((best, sample, i) => (Math.abs(sample) > Math.abs(near[best]!) ? i : best), 0)
    const found = (Math.max(0, from) + highest) / sampleRate
    assert.ok(Math.abs(near[highest]!) > 0.2, `no click near ${secs}`)
    assert.ok(Math.abs(found - secs) < 0.0006, `click at ${found}, expected ${secs}`)
  }
}

function assertAlike(part: Float32Array, whole: Float32Array): void {
  let difference = 0
  for (let i = 0; i < part.length; i++) difference = Math.max(difference, Math.abs(part[i]! - whole[i]!))
  assert.ok(difference < 0.02, `differs by ${difference}`)
}
