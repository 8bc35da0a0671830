import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { parseFile } from 'music-metadata'
import { createTestFrames } from '../../testing/test-frames.ts'
import { writeTestVideo } from '../../testing/write-test-video.ts'
import { readOutput } from '../check/read-output.ts'
import { hasMp4Box, listMp4Boxes } from '../container/mp4-boxes.ts'
import { openVideo } from '../container/open-video.ts'
import type { OutputFormat } from '../formats/catalogue.ts'
import { chooseWrittenFps, OUTPUT_FORMATS } from '../formats/catalogue.ts'
import { getFormat } from './get-format.ts'

const SECS = 5.3
const SONG = { title: 'Nächtliche Fahrt', artist: 'Odalys Wren', album: '夜 EP', isrc: 'GBAYE0601498' }
const FORMATS = Object.keys(OUTPUT_FORMATS) as OutputFormat[]

describe('every output format', () => {
  let folder = ''
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'songreel-formats-'))
    for (const format of FORMATS) await write(format, fileOf(format))
  })
  after(() => rm(folder, { recursive: true, force: true }))
  const fileOf = (format: OutputFormat) => join(folder, `out.${getFormat(format).extension}`)

  for (const format of FORMATS) {
    test(`${format} opens again with the codecs, size, rate and length that were asked for`, async () => {
      const spec = getFormat(format)
      const fps = chooseWrittenFps(format, 30)
      let loudest = 0
      const facts = await readOutput(fileOf(format), spec.container, {
        onSound: (channels) => {
          for (const value of channels[1]!) loudest = Math.max(loudest, Math.abs(value))
        },
      })

      assert.equal(facts.videoCodec, spec.video.name)
      assert.equal(facts.audioCodec, spec.audio?.name ?? null)
      assert.deepEqual([facts.width, facts.height, facts.fps], [160, 90, fps])
      assert.equal(facts.frames, Math.round(SECS * fps))
      assert.equal(facts.firstFrameSecs, 0)
      assert.ok(Math.abs(facts.videoSecs - SECS) < 1 / fps)
      if (spec.audio) assert.ok(Math.abs(facts.audioSecs - SECS) < 1 / fps)
      assert.equal(loudest > 0.3, spec.audio !== null)
      assert.ok(facts.firstFramePeak > 0.4 && facts.firstFramePeak < 0.9)
    })

    test(`${format} has the same bytes when it is written again`, async () => {
      const again = join(folder, `again.${getFormat(format).extension}`)
      await write(format, again)
      assert.equal(await hash(again), await hash(fileOf(format)))
    })
  }

  test('MP4 plays from its first byte, without edit lists, with bt709 tags and its song named', async () => {
    const { boxes } = await listMp4Boxes(fileOf('MP4'))
    const opened = openVideo(fileOf('MP4'), 'mov')
    const { colorSpace, colorPrimaries, colorTrc, colorRange, profile } = opened.video!.codecpar
    opened.close()
    const { common } = await parseFile(fileOf('MP4'))

    assert.deepEqual(
      boxes.map(({ kind }) => kind).filter((kind) => kind !== 'free'),
      ['ftyp', 'moov', 'mdat'],
    )
    assert.equal(await hasMp4Box(fileOf('MP4'), boxes[1]!, 'elst'), false)
    assert.deepEqual([colorSpace, colorPrimaries, colorTrc, colorRange], [1, 1, 1, 1])
    assert.equal(profile, HIGH_PROFILE)
    assert.deepEqual(
      [common.title, common.artist, common.album, common.isrc],
      ['Nächtliche Fahrt', 'Odalys Wren', '夜 EP', ['GBAYE0601498']],
    )
  })

  test('every picture of a MOV says that it is bt709', async () => {
    const bytes = await readFile(fileOf('MOV'))
    const header = bytes.indexOf('icpf') + 4
    // Behind size, version, creator, width, height and flags: primaries, transfer, matrix (RDD 36, frame header).
    assert.deepEqual([...bytes.subarray(header + 14, header + 17)], [1, 1, 1])
  })

  test('a MOV is ProRes 422, and ProRes 4444 where the measures of a store are asked for', async () => {
    const store = join(folder, 'store.mov')
    const frames = { ...createTestFrames({ fps: 30, frameCount: 15 }), bitRateMbps: 70 }
    await writeTestVideo({ file: store, format: 'MOV', frames, song: SONG })
    const read = async (file: string) => {
      const opened = openVideo(file, 'mov')
      const { codecTagString } = opened.video!.codecpar
      opened.close()
      // Every picture says so, too (RDD 36, frame header: 2 is 4:2:2, 3 is 4:4:4).
      const bytes = await readFile(file)
      return { tag: codecTagString, chroma: bytes[bytes.indexOf('icpf') + 4 + 12]! >> 6 }
    }

    assert.deepEqual(await read(fileOf('MOV')), { tag: 'apcn', chroma: 2 })
    assert.deepEqual(await read(store), { tag: 'ap4h', chroma: 3 })
  })

  test('WEBM and MOV name their song too', async () => {
    for (const format of ['WEBM', 'MOV'] as const) {
      const opened = openVideo(fileOf(format), getFormat(format).container)
      const tags = Object.entries(opened.demuxer.metadata!.getAll()).map(([key, value]) => [
        key.toLowerCase(),
        value,
      ])
      opened.close()
      const { title, artist, album, isrc } = Object.fromEntries(tags)
      assert.deepEqual({ title, artist, album, isrc }, SONG)
    }
  })

  function write(format: OutputFormat, file: string): Promise<void> {
    const fps = chooseWrittenFps(format, 30)
    const frames = createTestFrames({ fps, frameCount: Math.round(SECS * fps) })
    return writeTestVideo({ file, format, frames, song: SONG, sample: (index) => 0.5 * Math.sin(index / 20) })
  }
})

const HIGH_PROFILE = 100

async function hash(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
}
