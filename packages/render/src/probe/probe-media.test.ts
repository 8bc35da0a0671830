import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { encodePcm } from '@songreel/audio/synth'
import { RenderError } from '@songreel/kit/core'
import sharp from 'sharp'
import { createTestFrames } from '../../testing/test-frames.ts'
import { writeTestVideo } from '../../testing/write-test-video.ts'
import { probeMedia } from './probe-media.ts'

describe('a probe', () => {
  let folder = ''
  const file = (name: string) => join(folder, name)
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'songreel-probe-'))
    const frames = createTestFrames({ width: 320, height: 180, frameCount: 30 })
    const sample = (index: number) => 0.5 * Math.sin(index / 20)
    await writeTestVideo({ file: file('clip.mp4'), format: 'MP4', frames, sample })
    await writeTestVideo({ file: file('silent.webm'), format: 'WEBM', frames })
    const tone = Float32Array.from({ length: 44_100 * 2 }, (_, i) => 0.5 * Math.sin(i / 15))
    encodePcm({ sampleRate: 44_100, channels: [tone, tone] }, file('song.flac'), {
      encoder: 'flac',
      container: 'flac',
    })
    await sharp({ create: { width: 300, height: 200, channels: 3, background: '#246' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toFile(file('turned.jpg'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  test('tells a video by its content, with what a viewer sees of it', async () => {
    const { contentType, kind, codec, width, height, aspectRatio, fps, durationSecs, hasAudio } =
      await probeMedia(file('clip.mp4'))
    assert.deepEqual(
      { contentType, kind, codec, width, height, aspectRatio, fps, hasAudio },
      {
        contentType: 'video/mp4',
        kind: 'VIDEO',
        codec: 'h264',
        width: 320,
        height: 180,
        aspectRatio: '16x9',
        fps: 30,
        hasAudio: true,
      },
    )
    assert.ok(Math.abs(durationSecs! - 1) < 0.05)
    const webm = await probeMedia(file('silent.webm'))
    assert.deepEqual([webm.kind, webm.codec, webm.hasAudio], ['VIDEO', 'vp9', false])
  })

  test('that listens to a song finds the same, and keeps what it heard for renders', async () => {
    const analysisFolder = file('analyses')
    const plain = await probeMedia(file('song.flac'), { expect: 'AUDIO', withLoudness: true })
    const heard = await probeMedia(file('song.flac'), { expect: 'AUDIO', analysisFolder })
    const lufs = [plain, heard].map(({ loudness }) => loudness!.integratedLufs)
    assert.ok(Math.abs(lufs[0]! - lufs[1]!) < 0.1, `${lufs}`)
    assert.deepEqual({ ...heard, loudness: null }, { ...plain, loudness: null })
    const [entry] = await readdir(analysisFolder)
    assert.match(entry ?? '', /\.analysis$/)
  })

  test('counts rotation and pixel shape', async () => {
    const bytes = await readFile(file('clip.mp4'))
    const turned = Buffer.from(bytes)
    const matrix = turned.indexOf('tkhd') + 4 + 40
    for (const [index, value] of [0, 0x10000, 0, -0x10000, 0, 0].entries())
      turned.writeInt32BE(value, matrix + 4 * index)
    await writeFile(file('turned.mp4'), turned)
    const wide = Buffer.from(bytes)
    wide.writeUInt32BE(3, wide.indexOf('pasp') + 4)
    wide.writeUInt32BE(4, wide.indexOf('pasp') + 8)
    await writeFile(file('narrow.mp4'), wide)

    const upright = await probeMedia(file('turned.mp4'))
    assert.deepEqual([upright.width, upright.height, upright.aspectRatio], [180, 320, '9x16'])
    const narrow = await probeMedia(file('narrow.mp4'))
    assert.deepEqual([narrow.width, narrow.height, narrow.aspectRatio], [240, 180, '4x3'])
  })

  test('decodes a song to its end and measures it when asked', async () => {
    const song = await probeMedia(file('song.flac'), { expect: 'AUDIO', withLoudness: true })
    assert.deepEqual([song.kind, song.codec, song.contentType], ['AUDIO', 'flac', 'audio/flac'])
    assert.ok(Math.abs(song.durationSecs! - 2) < 0.001)
    assert.ok(Math.abs(song.loudness!.truePeakDbtp - -6) < 0.2)
    assert.equal((await probeMedia(file('clip.mp4'), { expect: 'AUDIO' })).kind, 'AUDIO')
  })

  test('measures the cover inside a song', async () => {
    const tone = Float32Array.from({ length: 44_100 }, (_, i) => 0.5 * Math.sin(i / 15))
    encodePcm({ sampleRate: 44_100, channels: [tone] }, file('bare.mp3'), {
      encoder: 'libmp3lame',
      container: 'mp3',
    })
    const cover = Buffer.concat([
      Buffer.from('\0image/jpeg\0\x03\0', 'latin1'),
      await readFile(file('turned.jpg')),
    ])
    await writeFile(
      file('covered.mp3'),
      Buffer.concat([id3Tag('APIC', cover), await readFile(file('bare.mp3'))]),
    )
    const { tags } = await probeMedia(file('covered.mp3'), { expect: 'AUDIO', withTags: true })
    assert.deepEqual([tags?.hasPicture, tags?.pictureSize], [true, { width: 200, height: 300 }])
  })

  test('shows a picture upright', async () => {
    const picture = await probeMedia(file('turned.jpg'), { expect: 'IMAGE' })
    assert.deepEqual(
      [picture.kind, picture.codec, picture.width, picture.height, picture.aspectRatio],
      ['IMAGE', 'jpeg', 200, 300, '2x3'],
    )
  })

  test('a film of a kind that is not read is told apart from what is no film, with what to send', async () => {
    const tone = Float32Array.from({ length: 48_000 }, (_, i) => 0.5 * Math.sin(i / 15))
    const voice = { sampleRate: 48_000, channels: [tone] }
    encodePcm(voice, file('voice.mp4'), { encoder: 'aac', container: 'mp4' })
    encodePcm(voice, file('voice.webm'), { encoder: 'libopus', container: 'webm' })
    const riff = Buffer.concat([Buffer.from('RIFF\x00\x10\x00\x00AVI LIST'), Buffer.alloc(4096)])
    const cases: [string, Buffer | string, string, RegExp][] = [
      ['crowd.avi', riff, 'ASSET_UNSUPPORTED', /^crowd\.avi is AVI, which is not supported\. Use MP4/],
      [
        'song.mp4',
        await readFile(file('song.flac')),
        'ASSET_TYPE_MISMATCH',
        /is audio\/flac, not a video\. Use/,
      ],
      [
        'page.mp4',
        '<!doctype html><title>403</title>',
        'ASSET_TYPE_MISMATCH',
        /a web page .*blocked\? Use MP4/,
      ],
      [
        'voice.mp4',
        await readFile(file('voice.mp4')),
        'ASSET_TYPE_MISMATCH',
        /^voice\.mp4 holds sound only, not a video\. Use MP4/,
      ],
      [
        'voice.webm',
        await readFile(file('voice.webm')),
        'ASSET_TYPE_MISMATCH',
        /^voice\.webm holds sound only, not a video\./,
      ],
      ['noise.mp4', Buffer.alloc(500, 7), 'ASSET_TYPE_MISMATCH', /no known kind of file, not a video/],
    ]
    for (const [name, content, code, message] of cases) {
      await writeFile(file(name), content)
      await assert.rejects(probeMedia(file(name), { expect: 'VIDEO' }), { code, message })
    }
  })

  test('refuses what is not wanted, cut off, a list of other files, or nothing at all', async () => {
    const clip = await readFile(file('clip.mp4'))
    const cases: [string, Buffer | string, Parameters<typeof probeMedia>[1], string][] = [
      ['song.mp4', await readFile(file('song.flac')), { expect: 'VIDEO' }, 'ASSET_TYPE_MISMATCH'],
      ['cover.jpg', clip, { expect: 'IMAGE' }, 'ASSET_TYPE_MISMATCH'],
      ['cut.mp4', clip.subarray(0, clip.length - 2000), {}, 'ASSET_TRUNCATED'],
      ['empty.mp3', '', {}, 'ASSET_TRUNCATED'],
      ['page.mp3', '<!doctype html><title>403</title>', {}, 'ASSET_TYPE_MISMATCH'],
      [
        'list.mp4',
        `ffconcat version 1.0\nfile '${file('clip.mp4')}'\n`,
        { expect: 'VIDEO' },
        'ASSET_TYPE_MISMATCH',
      ],
      ['list.mp3', `#EXTM3U\n#EXTINF:1,\n${file('song.flac')}\n`, { expect: 'AUDIO' }, 'ASSET_TYPE_MISMATCH'],
    ]
    for (const [name, content, options, code] of cases) {
      await writeFile(file(name), content)
      await assert.rejects(probeMedia(file(name), options), (error) => {
        assert.ok(error instanceof RenderError, String(error))
        assert.equal(error.code, code, `${name}: ${error.message}`)
        assert.match(error.message, new RegExp(name))
        return true
      })
    }
  })
})

/** An ID3v2.3 tag of one frame; the tag's length is kept in groups of seven bits. */
function id3Tag(id: string, content: Buffer): Buffer {
  const frame = Buffer.alloc(10)
  frame.write(id)
  frame.writeUInt32BE(content.length, 4)
  const bytes = frame.length + content.length
  const head = Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1')
  for (const [place, shift] of [21, 14, 7, 0].entries()) head[6 + place] = (bytes >> shift) & 0x7f
  return Buffer.concat([head, frame, content])
}
