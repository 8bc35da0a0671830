import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { chance } from '@songreel/kit/core'
import { probeMediaInChild } from '../process/probe-in-child.ts'
import { probeMedia } from './probe-media.ts'

const require = createRequire(import.meta.url)
const WOFF2 = require.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')
const TTF = require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf')
const expect = 'FONT'

describe('a probe of a font', () => {
  let folder = ''
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'songreel-fonts-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))
  const write = async (name: string, bytes: Uint8Array | string) => {
    const path = join(folder, name)
    await writeFile(path, bytes)
    return path
  }

  test('reads what it is, in a contained process', async () => {
    const { kind, codec, contentType, font } = await probeMediaInChild(WOFF2, { expect })
    assert.deepEqual(
      { kind, codec, contentType },
      { kind: 'FONT', codec: 'woff2', contentType: 'font/woff2' },
    )
    assert.deepEqual(font, {
      format: 'WOFF2',
      family: 'Inter',
      style: 'Regular',
      weights: [100, 900],
      glyphCount: font?.glyphCount,
      scripts: ['Latn'],
      embedding: 'INSTALLABLE',
    })
    assert.ok(font!.glyphCount > 200)
    const ttf = await probeMedia(TTF, { expect })
    assert.deepEqual(ttf.font?.weights, [400, 400])
    for (const script of ['Latn', 'Cyrl', 'Grek']) assert.ok(ttf.font?.scripts.includes(script), script)
  })

  test('reads what its maker allows', async () => {
    const bytes = await readFile(TTF)
    const os2 = findTable(bytes, 'OS/2')
    for (const [bits, embedding] of [
      [0x0002, 'RESTRICTED'],
      [0x0004, 'PREVIEW_AND_PRINT'],
      [0x0108, 'EDITABLE'],
      [0x000e, 'EDITABLE'],
      [0x0100, 'INSTALLABLE'],
    ] as const) {
      bytes.writeUInt16BE(bits, os2 + 8)
      const { font } = await probeMedia(await write('allowed.ttf', bytes), { expect })
      assert.equal(font?.embedding, embedding)
    }
  })

  test('refuses what is no font, a collection, and an older form, and says which', async () => {
    for (const [name, bytes, told] of [
      ['page.ttf', '<html><body>Not here</body></html>', /^page\.ttf is no font\./],
      [
        'all.ttc',
        Buffer.concat([Buffer.from('ttcf'), Buffer.alloc(64)]),
        /is a collection of several fonts\./,
      ],
      [
        'old.woff',
        Buffer.concat([Buffer.from('wOFF'), Buffer.alloc(64)]),
        /is a WOFF of the first version\./,
      ],
      ['short.otf', 'OTTO', /is no font\./],
    ] as const) {
      await assert.rejects(
        probeMedia(await write(name, bytes), { expect }),
        (error: Error & { code?: string }) => {
          assert.equal(error.code, 'FONT_INVALID')
          assert.match(error.message, told)
          return true
        },
      )
    }
  })

  test('never fails otherwise, however a file is damaged', async () => {
    const sources = [await readFile(WOFF2), await readFile(TTF)]
    for (let i = 0; i < 40; i++) {
      const bytes = Buffer.from(sources[i % 2]!)
      const damage = 1 + Math.floor(chance(i, 'count') * 40)
      // The list of tables and what they say are at the start; anything there sends a reader astray.
      for (let at = 0; at < damage; at++)
        bytes[4 + Math.floor(chance(i, at, 'place') * 600)] = Math.floor(chance(i, at, 'byte') * 256)
      const cut = i % 4 === 3 ? bytes.subarray(0, Math.floor(chance(i, 'cut') * bytes.length)) : bytes
      const path = await write(`damaged-${i}`, cut.length > 0 ? cut : bytes)
      await probeMedia(path, { expect }).catch((error: Error & { code?: string }) => {
        assert.equal(error.code, 'FONT_INVALID', `${i}: ${error.stack}`)
      })
    }
  })
})

function findTable(bytes: Buffer, tag: string): number {
  for (let at = 12; ; at += 16)
    if (bytes.toString('latin1', at, at + 4) === tag) return bytes.readUInt32BE(at + 8)
}
