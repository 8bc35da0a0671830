import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { readLogo } from '../brand/read-logo.ts'
import { probeMediaInChild } from '../process/probe-in-child.ts'
import { probeMedia } from './probe-media.ts'

const NS = 'xmlns="http://www.w3.org/2000/svg"'
const MARK = `<svg ${NS} viewBox="0 0 400 200"><path d="M100 50h200v100H100z" fill="#ff3366"/></svg>`
const expect = 'LOGO'

describe('a probe of a logo', () => {
  let folder = ''
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'songreel-logos-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))
  const write = async (name: string, bytes: Uint8Array | string) => {
    const path = join(folder, name)
    await writeFile(path, bytes)
    return path
  }

  test('draws a drawing in a contained process, without its empty margins', async () => {
    const { kind, codec, width, height } = await probeMediaInChild(await write('mark.svg', MARK), { expect })
    assert.deepEqual({ kind, codec }, { kind: 'LOGO', codec: 'svg' })
    assert.ok(Math.abs(width! / height! - 2) < 0.02, `${width}×${height}`)
    assert.ok(width! > 600, 'it is drawn as large as an end card needs it')
  })

  test('reads a PNG, and tells one colour from several', async () => {
    const draw = (inner: string) =>
      sharp(Buffer.from(`<svg ${NS} width="300" height="300">${inner}</svg>`))
        .png()
        .toBuffer()
    const one = await readLogo(
      await write('one.png', await draw('<circle cx="150" cy="150" r="90" fill="#222"/>')),
    )
    assert.deepEqual([one.kind, one.isOneColour, one.picture.width], ['PNG', true, 180])
    assert.ok(one.luminance < 0.05)
    const two = await draw(
      '<circle cx="90" cy="150" r="60" fill="#d22"/><circle cx="210" cy="150" r="60" fill="#2d2"/>',
    )
    assert.equal((await readLogo(await write('two.png', two))).isOneColour, false)
    const full = await sharp({ create: { width: 80, height: 40, channels: 3, background: '#123456' } })
      .png()
      .toBuffer()
    assert.equal(
      (await readLogo(await write('full.png', full))).isOneColour,
      false,
      'a rectangle has no shape',
    )
  })

  test('refuses a drawing that needs anything from outside, and says what', async () => {
    const wrap = (inner: string, head = '') =>
      `${head}<svg ${NS} xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">${inner}</svg>`
    for (const [name, svg, told] of [
      ['web', wrap('<image href="https://example.com/a.png"/>'), /refers to https:\/\/example\.com\/a\.png/],
      ['file', wrap('<image xlink:href="file:///etc/passwd"/>'), /refers to file:\/\/\/etc\/passwd/],
      ['numbers', wrap('<use href="&#102;ile:///etc/passwd#a"/>'), /refers to file:/],
      ['paint', wrap('<path d="M0 0h9v9z" fill="url(other.svg#a)"/>'), /refers to other\.svg#a/],
      ['nested', wrap('<image href="data:image/svg+xml;base64,AAAA"/>'), /refers to data:image\/svg/],
      ['style', wrap('<style>@import "a.css";</style>'), /refers to a style sheet/],
      ['entity', wrap('<path d="M0 0h9v9z"/>', '<!DOCTYPE svg [<!ENTITY a "b">]>'), /declares entities/],
      ['script', wrap('<script>1</script>'), /has a script/],
      ['text', wrap('<text y="9">Label</text>'), /has text/],
      ['page', '<html><body>Gone</body></html>', /is neither a PNG nor an SVG/],
      ['empty', wrap('<path d=""/>'), /shows nothing/],
      ['long', wrap('<path d="M0 4h9v.1H0z"/>'), /at most 12 times/],
    ] as const)
      await assert.rejects(
        probeMedia(await write(`${name}.svg`, svg), { expect }),
        (error: Error & { code?: string }) => {
          assert.equal(error.code, 'LOGO_INVALID', name)
          assert.match(error.message, told)
          return true
        },
      )
  })

  test('refuses damaged and other pictures', async () => {
    const png = await sharp({ create: { width: 200, height: 200, channels: 4, background: '#f00' } })
      .png()
      .toBuffer()
    const jpeg = await sharp(png).flatten().jpeg().toBuffer()
    const own = await readFile(await write('whole.png', png))
    for (const [name, bytes] of [
      ['cut.png', own.subarray(0, 60)],
      ['picture.jpg', jpeg],
      ['broken.svg', `<svg ${NS}><path d="M0 0`],
    ] as const)
      await assert.rejects(probeMedia(await write(name, bytes), { expect }), { code: 'LOGO_INVALID' })
  })
})
