import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { writeWav } from '../synth/write-wav.ts'
import { joinExcerpts, type SongPart } from './join-excerpts.ts'

const RATE = 48_000
const HZ = [310, 470, 233]

let folder: string
let parts: SongPart[]

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'songreel-join-'))
  parts = await Promise.all(
    HZ.map(async (hz, i) => {
      const path = join(folder, `${i}.wav`)
      const samples = Float32Array.from({ length: 2 * RATE }, (_, at) => tone(hz, at))
      await writeWav({ sampleRate: RATE, channels: [samples, samples] }, path)
      return { path, startSecs: 0.5 + i * 0.1, endSecs: 1.2 + i * 0.1001 }
    }),
  )
})
after(() => rm(folder, { recursive: true }))

test('parts follow each other at their very samples, and are heard alone outside of the fades', async () => {
  const heard = await read({ crossfadeSecs: 0.03 })
  let start = 0
  for (const [i, { startSecs, endSecs }] of parts.entries()) {
    const from = Math.round(startSecs * RATE)
    const length = Math.round(endSecs * RATE) - from
    const fade = i < parts.length - 1 ? 0.03 * RATE : 0
    for (let at = 0; at < length - fade; at += 7)
      assert.ok(Math.abs(heard[start + at]! - tone(HZ[i]!, from + at)) < 1e-3, `part ${i}, sample ${at}`)
    start += length
  }
  assert.equal(heard.length, start)
})

test('no join clicks: samples never step further than the tones themselves do', async () => {
  const steepest = 0.5 * 2 * Math.PI * (Math.max(...HZ) / RATE)
  assert.ok(measureSteps(await read({ crossfadeSecs: 0.03 })) < 1.45 * steepest)
  assert.ok(measureSteps(await read({ crossfadeSecs: 0 })) > 3 * steepest, 'a bare cut would be noticed')
})

test('two songs at once are no louder than one, and no quieter', async () => {
  const heard = await read({ crossfadeSecs: 0.1 })
  const end = Math.round(parts[0]!.endSecs * RATE) - Math.round(parts[0]!.startSecs * RATE)
  const power = (from: number, to: number) =>
    heard.subarray(from, to).reduce((sum, sample) => sum + sample ** 2, 0) / (to - from)
  const fading = power(end - 0.1 * RATE, end)
  const alone = power(0, end - 0.1 * RATE)
  assert.ok(Math.abs(10 * Math.log10(fading / alone)) < 0.5)
})

test('it begins before its start and ends after its end with silence', async () => {
  const heard = await read({ crossfadeSecs: 0.03, startSecs: -0.25, endSecs: 0.5 })
  assert.equal(heard.length, 0.75 * RATE)
  assert.ok(heard.subarray(0, 0.25 * RATE).every((sample) => sample === 0))
  assert.ok(Math.abs(heard[0.25 * RATE + 5]! - tone(HZ[0]!, 0.5 * RATE + 5)) < 1e-3)
})

function tone(hz: number, at: number): number {
  return 0.5 * Math.sin((2 * Math.PI * hz * at) / RATE)
}

function measureSteps(samples: Float32Array): number {
  return samples.reduce((most, sample, i) => Math.max(most, Math.abs(sample - (samples[i - 1] ?? sample))), 0)
}

async function read(options: {
  crossfadeSecs: number
  startSecs?: number
  endSecs?: number
}): Promise<Float32Array> {
  const source = joinExcerpts(parts, { sampleRate: RATE, ...options })
  const blocks: number[] = []
  const block = [new Float32Array(1000), new Float32Array(1000)]
  for (let count = await source.read(block); count > 0; count = await source.read(block))
    blocks.push(...block[0]!.subarray(0, count))
  source.close()
  return Float32Array.from(blocks)
}
