import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { checkEdits } from '@songreel/audio'
import { decodeAudio } from '@songreel/audio/engine'
import { encodePcm } from '@songreel/audio/synth'
import { loopEdits } from '../../testing/loop-edits.ts'
import { createTestFrames } from '../../testing/test-frames.ts'
import { writeTestVideo } from '../../testing/write-test-video.ts'
import { probeMedia } from './probe-media.ts'

const RATE = 48_000
const SECS = 8

describe('edit lists', () => {
  let folder = ''
  const file = (name: string) => join(folder, name)
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'songreel-edits-'))
    const samples = Float32Array.from({ length: SECS * RATE }, (_, i) => 0.3 * Math.sin(i / 20))
    for (const [name, container] of [
      ['song.m4a', 'ipod'],
      ['song.mov', 'mov'],
    ] as const)
      encodePcm({ sampleRate: RATE, channels: [samples] }, file(name), { encoder: 'aac', container })
    for (const times of [2, 30, 50_000])
      await writeFile(file(`looped-${times}.m4a`), loopEdits(await readFile(file('song.m4a')), times))
  })
  after(() => rm(folder, { recursive: true }))

  test('of ordinary songs and videos pass', async () => {
    await writeTestVideo({
      file: file('video.mp4'),
      format: 'MP4',
      frames: createTestFrames({ fps: 30, frameCount: 9 }),
    })
    for (const name of ['song.m4a', 'song.mov', 'video.mp4', 'looped-2.m4a']) await checkEdits(file(name))
    const { channels } = await decodeAudio(file('song.m4a'))
    assert.ok(Math.abs(channels[0]!.length / RATE - SECS) < 0.05)
  })

  test('that play a song again and again are refused before anything is decoded', async () => {
    for (const times of [30, 50_000]) {
      const expected = {
        code: 'ASSET_CORRUPT',
        message: new RegExp(
          `^looped-${times}\\.m4a is damaged: it has an edit list of ${times} entries that plays 8 s again`,
        ),
      }
      await assert.rejects(decodeAudio(file(`looped-${times}.m4a`)), expected)
      await assert.rejects(probeMedia(file(`looped-${times}.m4a`), { expect: 'AUDIO' }), expected)
      await assert.rejects(probeMedia(file(`looped-${times}.m4a`)), expected)
    }
  })

  test('that repeat a song whose header claims to be long are refused too', async () => {
    const looped = Buffer.from(await readFile(file('looped-30.m4a')))
    // Version, flags, two dates, ticks a second, then the length.
    looped.writeUInt32BE(0xffff_fff0, looped.indexOf('mdhd') + 20)
    await writeFile(file('claims.m4a'), looped)
    await assert.rejects(checkEdits(file('claims.m4a')), { code: 'ASSET_CORRUPT' })
  })

  test('that are cut or lie about their number are read as far as they go', async () => {
    const bytes = await readFile(file('song.m4a'))
    const list = bytes.indexOf('elst')
    for (const count of [0, 7, 0xffff_ffff]) {
      const lying = Buffer.from(bytes)
      lying.writeUInt32BE(count, list + 8)
      await writeFile(file('lying.m4a'), lying)
      await checkEdits(file('lying.m4a'))
    }
  })
})
