import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Pcm } from '../pcm.ts'
import { encodePcm } from '../synth/encode-pcm.ts'
import { openAudio } from './open-audio.ts'

/** Lengths that are no whole number of packets, nor of samples at 48 kHz. */
const CUTS = [0, 1.2345, 2.0017, 3.3333]

const KINDS = [
  { kind: 'mp3', encoder: 'libmp3lame', container: 'mp3', sampleRate: 44_100 },
  { kind: 'flac', encoder: 'flac', container: 'flac', sampleRate: 44_100 },
  { kind: 'm4a', encoder: 'aac', container: 'ipod', sampleRate: 44_100 },
  { kind: 'alac', encoder: 'alac', container: 'ipod', sampleRate: 44_100 },
  { kind: 'opus', encoder: 'libopus', container: 'ogg', sampleRate: 48_000 },
  { kind: 'wav', encoder: 'pcm_f32le', container: 'wav', sampleRate: 44_100 },
]

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'songreel-several-'))
})
after(() => rm(folder, { recursive: true }))

for (const { kind, encoder, container, sampleRate } of KINDS) {
  test(`songs in ${kind} follow each other without a sample more or less`, async () => {
    const sound = makeSound(sampleRate, CUTS.at(-1)!)
    const paths = CUTS.slice(1).map((_, i) => join(folder, `${kind}-${i}`))
    for (const [i, path] of paths.entries()) {
      const [from, to] = [i, i + 1].map((at) => Math.round(CUTS[at]! * sampleRate))
      const channels = sound.channels.map((samples) => samples.slice(from, to))
      encodePcm({ sampleRate, channels }, path, { encoder, container, bitRate: 160_000 })
    }
    const heard = await readAll(paths)
    const expected = Math.round(CUTS.at(-1)! * sampleRate) * (48_000 / sampleRate)
    assert.ok(Math.abs(heard.length - expected) <= 1, `${heard.length} samples, expected ${expected}`)
    for (const secs of listClicks()) {
      const off = findClick(heard, secs)
      assert.ok(Math.abs(off) <= 1, `the click at ${secs} s is ${off} samples late`)
    }
  })
}

test('songs that are cut out of one sound like it, the resampler included', async () => {
  const sound = makeTone(44_100, 2)
  const whole = join(folder, 'whole.wav')
  encodePcm(sound, whole, { encoder: 'pcm_f32le', container: 'wav' })
  const cut = 44_100 + 17
  const paths = [
    sound.channels.map((each) => each.slice(0, cut)),
    sound.channels.map((each) => each.slice(cut)),
  ].map((channels, i) => {
    const path = join(folder, `half-${i}.wav`)
    encodePcm({ sampleRate: 44_100, channels }, path, { encoder: 'pcm_f32le', container: 'wav' })
    return path
  })
  const [heard, expected] = [await readAll(paths), await readAll([whole])]
  assert.equal(heard.length, expected.length)
  assert.deepEqual(heard, expected)
})

test('songs of different rates and channels keep their places, however many follow', async () => {
  const rates = [44_100, 48_000, 32_000, 44_100, 96_000, 22_050, 44_100, 8_000, 44_100]
  const paths = rates.map((sampleRate, i) => {
    const path = join(folder, `mixed-${i}.wav`)
    const { channels } = makeClick(sampleRate, 0.1003)
    const kept = i % 2 === 0 ? channels : channels.slice(0, 1)
    encodePcm({ sampleRate, channels: kept }, path, { encoder: 'pcm_f32le', container: 'wav' })
    return path
  })
  const heard = await readAll(paths)
  let startSecs = 0
  for (const [i, sampleRate] of rates.entries()) {
    const off = findClick(heard, startSecs + Math.round(0.05 * sampleRate) / sampleRate)
    assert.ok(Math.abs(off) <= 1, `the click of song ${i} is ${off} samples late`)
    startSecs += Math.round(0.1003 * sampleRate) / sampleRate
  }
  assert.ok(Math.abs(heard.length - startSecs * 48_000) <= 1)
})

test('silence before the first song and after the last one, and a song that is missing is named', async () => {
  const paths = [0, 1].map((i) => join(folder, `flac-${i}`))
  const source = await openAudio(paths, { startSecs: -0.5, endSecs: 4 })
  const block = [new Float32Array(4.5 * 48_000), new Float32Array(4.5 * 48_000)]
  assert.equal(await source.read(block), 4.5 * 48_000)
  source.close()
  assert.ok(block[0]!.subarray(0, 24_000).every((sample) => sample === 0))
  assert.ok(block[0]!.subarray((0.5 + 2.01) * 48_000).every((sample) => sample === 0))
  await assert.rejects(readAll([paths[0]!, join(folder, 'absent.flac')]), { code: 'AUDIO_MISSING' })
})

/** Just after each start, around the joins, and in the middle. */
function listClicks(): number[] {
  return [0.3, 1.2, 1.28, 1.6, 1.97, 2.05, 2.6, 3.2]
}

/** Clicks in some noise: as much for a codec to keep as in a song, which fills more than one page of an Ogg file. */
function makeSound(sampleRate: number, secs: number): Pcm {
  let seed = 1
  const samples = Float32Array.from({ length: Math.round(secs * sampleRate) }, () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return 0.06 * (seed / 2 ** 31 - 1)
  })
  for (const at of listClicks()) addClick(samples, sampleRate, at)
  return { sampleRate, channels: [samples, samples] }
}

function makeClick(sampleRate: number, secs: number): Pcm {
  const samples = new Float32Array(Math.round(secs * sampleRate))
  addClick(samples, sampleRate, 0.05)
  return { sampleRate, channels: [samples, samples] }
}

/** A short round wave, which codecs and resamplers keep; its highest point is the click's place. */
function addClick(samples: Float32Array, sampleRate: number, secs: number): void {
  const at = Math.round(secs * sampleRate)
  for (let i = -80; i <= 80; i++) {
    samples[at + i]! += shapeClick(i / sampleRate)
  }
}

function shapeClick(secs: number): number {
  return 0.7 * Math.exp(-((secs / 0.0006) ** 2)) * Math.cos(2 * Math.PI * 700 * secs)
}

function makeTone(sampleRate: number, secs: number): Pcm {
  const samples = Float32Array.from(
    { length: secs * sampleRate },
    (_, i) => 0.6 * Math.sin((2 * Math.PI * 441.7 * i) / sampleRate),
  )
  return { sampleRate, channels: [samples, samples] }
}

/** How many samples the click comes late: where it is most alike. */
function findClick(heard: Float32Array, secs: number): number {
  const at = Math.round(secs * 48_000)
  let best = { likeness: Number.NEGATIVE_INFINITY, off: 0 }
  for (let off = -40; off <= 40; off++) {
    let likeness = 0
    for (let i = -60; i <= 60; i++) likeness += heard[at + off + i]! * shapeClick((at + i) / 48_000 - secs)
    if (likeness > best.likeness) best = { likeness, off }
  }
  return best.off
}

async function readAll(paths: string[]): Promise<Float32Array> {
  const source = await openAudio(paths, { sampleRate: 48_000 })
  try {
    const blocks: Float32Array[] = []
    for (;;) {
      const block = [new Float32Array(5000), new Float32Array(5000)]
      const count = await source.read(block)
      if (count === 0) break
      blocks.push(block[0]!.slice(0, count))
    }
    const all = new Float32Array(blocks.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const block of blocks) {
      all.set(block, at)
      at += block.length
    }
    return all
  } finally {
    source.close()
  }
}
