import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { AudioSource } from '@songreel/audio'
import { type Dip, masterSource } from '@songreel/audio/engine'
import { synthesiseSong } from '@songreel/audio/synth'
import type { AudioCodec } from '../codecs/codec.ts'
import { getFormat } from '../get-format.ts'
import { type AudioEncoder, type AudioPacket, createAudioEncoder } from './audio-encoder.ts'
import { createPacketPlayer } from './packet-player.ts'
import { patchPackets } from './patch-packets.ts'

const SECS = 6
const SAMPLE_RATE = 48_000
const DIPS: Dip[] = [
  { startSample: 1.5 * SAMPLE_RATE, endSample: 1.56 * SAMPLE_RATE, depthDb: 3 },
  { startSample: 4 * SAMPLE_RATE, endSample: 4.06 * SAMPLE_RATE, depthDb: 3 },
]
const codec = getFormat('MP4').audio as AudioCodec
const { channels: MUSIC } = synthesiseSong({ secs: SECS }).pcm

describe('sound of which a part has changed', () => {
  let whole: AudioEncoder
  let packets: AudioPacket[] = []
  before(async () => {
    whole = await encode([])
    packets = await whole.encodeUntil(Number.POSITIVE_INFINITY)
  })
  after(() => whole.free())

  test('is encoded again around the change only', async () => {
    const patched = await patch(DIPS, packets)
    assert.equal(patched?.length, packets.length)
    const changed = patched.flatMap((packet, i) => (packet.data === packets[i]?.data ? [] : [i]))
    for (const { startSample, endSample } of DIPS) {
      for (let i = Math.floor(startSample / 1024); i <= endSample / 1024; i++) assert.ok(changed.includes(i))
    }
    assert.ok(changed.length < 60, `${changed.length} of ${packets.length} packets`)
    assert.deepEqual(
      patched.map(({ pts }) => pts),
      packets.map(({ pts }) => pts),
    )
  })

  test('plays as if all of it had been encoded at once', async () => {
    const again = await encode(DIPS)
    const afresh = play(whole, await again.encodeUntil(Number.POSITIVE_INFINITY))
    again.free()
    const patched = play(whole, (await patch(DIPS, packets)) ?? [])
    const wanted = await readAll(DIPS)
    // At a wrong seam the halves of two windows would not add up to the sound.
    for (let at = 0; at + 512 <= wanted.length; at += 512) {
      const [seen, usual] = [measureError(patched, wanted, at), measureError(afresh, wanted, at)]
      assert.ok(seen < 4 * usual + 1e-5, `${seen}, otherwise ${usual}, at ${at / SAMPLE_RATE} s`)
    }
  })

  test('at its start and at its end is encoded again too', async () => {
    const ends = [
      { startSample: 0, endSample: 2000, depthDb: 3 },
      { startSample: SECS * SAMPLE_RATE - 2000, endSample: SECS * SAMPLE_RATE, depthDb: 3 },
    ]
    const patched = await patch(ends, packets)
    assert.notEqual(patched?.[0]?.data, packets[0]?.data)
    assert.notEqual(patched?.at(-1)?.data, packets.at(-1)?.data)
    assert.equal(patched?.[140]?.data, packets[140]?.data)
  })

  test('is left to a whole encoding where packets depend on each other', async () => {
    const { readWindow: _, ...chained } = codec
    assert.equal(await patch(DIPS, packets, chained), undefined)
  })
})

function patch(dips: Dip[], packets: AudioPacket[], by: AudioCodec = codec) {
  return patchPackets({ codec: by, packets, dips, openSource: async (leadSecs) => open(dips, leadSecs) })
}

function encode(dips: Dip[]): Promise<AudioEncoder> {
  return createAudioEncoder({
    codec,
    durationSecs: SECS,
    openSource: async (leadSecs) => open(dips, leadSecs),
  })
}

/** The song from some silence before it. */
function open(dips: Dip[], leadSecs: number): AudioSource {
  let at = -Math.round(leadSecs * SAMPLE_RATE)
  const source: AudioSource = {
    info: { sampleRate: SAMPLE_RATE, channelCount: 2, codec: 'pcm' },
    sampleRate: SAMPLE_RATE,
    channelCount: 2,
    read: async (into) => {
      const count = Math.max(0, Math.min(into[0]!.length, SECS * SAMPLE_RATE - at))
      for (const [channel, samples] of into.entries())
        for (let i = 0; i < count; i++) samples[i] = 0.5 * (MUSIC[channel % MUSIC.length]?.[at + i] ?? 0)
      at += count
      return count
    },
    close: () => undefined,
  }
  const fades = { inSecs: 0, outSecs: 0, durationSecs: SECS }
  return masterSource(source, at, { fades, gainDb: 0, ceilingDbtp: 0, dips })
}

async function readAll(dips: Dip[]): Promise<Float32Array> {
  const samples = new Float32Array(SECS * SAMPLE_RATE)
  await open(dips, 0).read([samples, new Float32Array(samples.length)])
  return samples
}

function play({ context }: AudioEncoder, packets: AudioPacket[]): Float32Array {
  const played = new Float32Array((packets.length + 1) * 1024)
  const player = createPacketPlayer(context)
  let at = 0
  for (const packet of packets)
    player.play(packet, ([left]) => {
      played.set(left!, at)
      at += left!.length
    })
  player.free()
  return played
}

function measureError(seen: Float32Array, wanted: Float32Array, start: number): number {
  let sum = 0
  for (let i = start; i < start + 512; i++) sum += (seen[i]! - wanted[i]!) ** 2
  return sum / 512
}
