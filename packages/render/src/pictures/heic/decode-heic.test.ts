import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Picture } from '@songreel/kit/input'
import { probeMedia } from '../../probe/probe-media.ts'
import { readPicture } from '../read-picture.ts'
import { parseHeif } from './parse-heif.ts'

/** 64 by 64 pixels of one colour, written by libheif. */
const RED = Buffer.from(
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFmAAEAAAAAAAAAHQAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAwmlwcnAAAACkaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAEAAAABAAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAoMAAAAlbWRhdAAAABkoAa8TgOaocNP//ixUf/0654fpv6rSeb98',
  'base64',
)
const BLUE = Buffer.from(
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFmAAEAAAAAAAAAHQAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAwmlwcnAAAACkaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAEAAAABAAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAoMAAAAlbWRhdAAAABkoAa8TgOUzwJ//+GQor/4CHV/v1CtUPU+A',
  'base64',
)

describe('a HEIC picture', () => {
  let folder = ''
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'songreel-heic-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))
  const write = async (name: string, bytes: Buffer) => {
    await writeFile(join(folder, name), bytes)
    return join(folder, name)
  }

  test('of one image is read with its colours', async () => {
    const path = await write('red.heic', RED)
    const picture = await readPicture(path)
    assert.deepEqual([picture.width, picture.height, picture.hasAlpha], [64, 64, false])
    assert.ok(isNear(colourAt(picture, 32, 32), [255, 0, 0]), String(colourAt(picture, 32, 32)))
    const { kind, contentType, width } = await probeMedia(path, { expect: 'IMAGE' })
    assert.deepEqual([kind, contentType, width], ['IMAGE', 'image/heic', 64])
  })

  test('of tiles, as phones write it, is put together, cut to its size and turned upright', async () => {
    // Red beside blue, 100 wide; a quarter turn to the left brings blue to the top.
    const path = await write('grid.heic', composeGrid({ width: 100, height: 60, quarterTurnsLeft: 1 }))
    const picture = await readPicture(path)
    assert.deepEqual([picture.width, picture.height], [60, 100])
    assert.ok(isNear(colourAt(picture, 30, 10), [0, 0, 255]), String(colourAt(picture, 30, 10)))
    assert.ok(isNear(colourAt(picture, 30, 90), [255, 0, 0]), String(colourAt(picture, 30, 90)))
  })

  test('that is cut, damaged, huge or of another kind is refused with what to do', async () => {
    const cases: [name: string, bytes: Buffer, code: string, told: RegExp][] = [
      ['cut.heic', RED.subarray(0, RED.length - 20), 'ASSET_TRUNCATED', /^cut\.heic ends too early/],
      ['damaged.heic', damage(RED), 'ASSET_CORRUPT', /^damaged\.heic is damaged/],
      [
        'huge.heic',
        composeGrid({ width: 60_000, height: 60_000, quarterTurnsLeft: 0 }),
        'ASSET_TOO_LARGE',
        /60000×60000/,
      ],
      [
        'other.heic',
        Buffer.from(RED.toString('latin1').replace('hvc1', 'unci'), 'latin1'),
        'ASSET_UNSUPPORTED',
        /holds unci instead of HEVC.*Export it as JPEG: on a Mac in Preview/,
      ],
    ]
    for (const [name, bytes, code, message] of cases)
      await assert.rejects(readPicture(await write(name, bytes)), { code, message }, name)
  })

  test('with any byte changed or missing ends in a picture or in an error of ours', async () => {
    for (let at = 8; at < RED.length; at += 7) {
      const changed = Buffer.from(RED)
      changed[at] = changed[at]! ^ 0xff
      for (const bytes of [changed, RED.subarray(0, at)]) {
        const path = await write('any.heic', bytes)
        await readPicture(path).catch(({ code }) => assert.match(code, /^ASSET_/))
      }
    }
  })
})

function colourAt({ pixels, width }: Picture, x: number, y: number): number[] {
  return [...pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)]
}

function isNear(seen: number[], wanted: number[]): boolean {
  return seen.every((value, axis) => Math.abs(value - wanted[axis]!) <= 6)
}

/** Overwrites the coded picture itself. */
function damage(file: Buffer): Buffer {
  const { data } = parseHeif(file).tiles[0]!
  const start = data.byteOffset - file.byteOffset
  return Buffer.concat([
    file.subarray(0, start),
    Buffer.alloc(data.length, 0xff),
    file.subarray(start + data.length),
  ])
}

/** A file with two tiles side by side, made of the two pictures above. */
function composeGrid(grid: { width: number; height: number; quarterTurnsLeft: number }): Buffer {
  const tiles = [RED, BLUE].map((file) => parseHeif(file).tiles[0]!)
  const ftyp = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1'))
  const composeMeta = (mediaStart: number) => {
    const starts = [mediaStart, mediaStart + tiles[0]!.data.length]
    const places = [
      [1, 1, 0, 8 + 4],
      ...tiles.map(({ data }, index) => [index + 2, 0, starts[index]!, data.length]),
    ].map(([id, method, offset, length]) =>
      Buffer.concat([u16(id!), u16(method!), u16(0), u16(1), u32(offset!), u32(length!)]),
    )
    const infos = ['grid', 'hvc1', 'hvc1'].map((type, index) =>
      box('infe', u32(0x02000000), u16(index + 1), u16(0), Buffer.from(`${type}\0`)),
    )
    const size = (width: number, height: number) => box('ispe', u32(0), u32(width), u32(height))
    const properties = box(
      'ipco',
      size(grid.width, grid.height),
      size(64, 64),
      ...tiles.map(({ decoderSetup }) => box('hvcC', decoderSetup)),
      box('irot', Buffer.of(grid.quarterTurnsLeft)),
    )
    const links = box('ipma', u32(0), u32(3), Buffer.from([0, 1, 2, 1, 5, 0, 2, 2, 2, 3, 0, 3, 2, 2, 4]))
    const layout = Buffer.concat([Buffer.from([0, 1, 0, 1]), u32(grid.width), u32(grid.height)])
    return box(
      'meta',
      u32(0),
      box('pitm', u32(0), u16(1)),
      box('iinf', u32(0), u16(3), ...infos),
      box('iref', u32(0), box('dimg', u16(1), u16(2), u16(2), u16(3))),
      box('iprp', properties, links),
      box('idat', layout),
      box('iloc', u32(0x01000000), u16(0x4400), u16(3), ...places),
    )
  }
  const mediaStart = ftyp.length + composeMeta(0).length + 8
  return Buffer.concat([ftyp, composeMeta(mediaStart), box('mdat', ...tiles.map(({ data }) => data))])
}

function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(8 + body.length), Buffer.from(type, 'latin1'), body])
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
