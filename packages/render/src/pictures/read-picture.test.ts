import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import type { RenderError } from '@songreel/kit/core'
import { drawPicture } from '@songreel/kit/drawing'
import sharp from 'sharp'
import { readPicture } from './read-picture.ts'

const folder = await mkdtemp(join(tmpdir(), 'songreel-pictures-'))
after(() => rm(folder, { recursive: true, force: true }))

const RED = { r: 220, g: 30, b: 30 }
const BLUE = { r: 30, g: 40, b: 200 }
/** 90x60, left half red, right half blue. */
const flag = await sharp({ create: { width: 90, height: 60, channels: 3, background: RED } })
  .composite([{ input: await block(45, 60, BLUE), left: 45, top: 0 }])
  .png()
  .toBuffer()

for (const kind of ['jpeg', 'png', 'webp', 'avif', 'gif'] as const) {
  test(`${kind} is read, whatever its name says`, async () => {
    const path = await save('cover.bin', await sharp(flag).toFormat(kind).toBuffer())
    const picture = await readPicture(path)
    assert.deepEqual([picture.width, picture.height], [90, 60])
    assertNear(pixelAt(picture, 10, 30), RED)
    assertNear(pixelAt(picture, 80, 30), BLUE)
    assert.equal(picture.hasAlpha, false)
  })
}

test('EXIF rotation is applied, and the original size is that of the upright picture', async () => {
  const path = await save('turned.jpg', await sharp(flag).withMetadata({ orientation: 6 }).jpeg().toBuffer())
  const picture = await readPicture(path)
  assert.deepEqual([picture.width, picture.height], [60, 90])
  assert.deepEqual([picture.originalWidth, picture.originalHeight], [60, 90])
  assertNear(pixelAt(picture, 30, 10), RED)
})

test('a large picture is reduced, a small one is never enlarged', async () => {
  const path = await save('wide.png', await sharp(flag).resize(900, 600).png().toBuffer())
  const reduced = await readPicture(path, { maxSidePx: 300 })
  assert.deepEqual([reduced.width, reduced.height, reduced.originalWidth], [300, 200, 900])
  const small = await readPicture(await save('small.png', flag), { maxSidePx: 300 })
  assert.deepEqual([small.width, small.height], [90, 60])
})

test('transparency is kept', async () => {
  const ghost = sharp({ create: { width: 20, height: 20, channels: 4, background: { ...RED, alpha: 0.5 } } })
  const picture = await readPicture(await save('ghost.webp', await ghost.webp({ lossless: true }).toBuffer()))
  assert.equal(picture.hasAlpha, true)
  assert.ok(Math.abs(picture.pixels[3]! - 128) <= 1)
  assertNear(pixelAt(picture, 5, 5), RED)
})

test('grey, 16-bit, CMYK and wide-gamut pictures become 8-bit sRGB', async () => {
  const grey = await readPicture(await save('grey.png', await sharp(flag).greyscale().png().toBuffer()))
  const [red, green, blue] = pixelAt(grey, 10, 30)
  assert.ok(red === green && green === blue)
  const deep = await readPicture(
    await save('deep.png', await sharp(flag).toColourspace('rgb16').png().toBuffer()),
  )
  assertNear(pixelAt(deep, 80, 30), BLUE)
  const print = await readPicture(
    await save('cmyk.jpg', await sharp(flag).toColourspace('cmyk').jpeg().toBuffer()),
  )
  assertNear(pixelAt(print, 10, 30), RED, 45)
  const wide = await sharp(flag).withIccProfile('p3').png().toBuffer()
  assert.notDeepEqual(
    [
      ...(
        await sharp(wide, { ignoreIcc: true } as object)
          .raw()
          .toBuffer()
      ).subarray(0, 3),
    ],
    [220, 30, 30],
  )
  assertNear(pixelAt(await readPicture(await save('p3.png', wide)), 10, 30), RED, 4)
})

test('only the first frame of a moving GIF is taken', async () => {
  const frames = await Promise.all([block(16, 16, RED), block(16, 16, BLUE)])
  const moving = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  const picture = await readPicture(await save('moving.gif', moving))
  assert.deepEqual([picture.width, picture.height], [16, 16])
  assertNear(pixelAt(picture, 5, 5), RED)
})

test('the pixels are shared memory and draw as they are', async () => {
  const picture = await readPicture(await save('plain.png', flag))
  assert.ok(picture.pixels.buffer instanceof SharedArrayBuffer)
  const drawn = drawPicture(picture).getContext('2d').getImageData(80, 30, 1, 1).data
  assertNear([drawn[0]!, drawn[1]!, drawn[2]!], BLUE)
})

test('a picture of any height draws every row at its place', () => {
  for (const height of [1, 64, 65, 200]) {
    const pixels = new Uint8ClampedArray(new SharedArrayBuffer(3 * height * 4))
    pixels.forEach((_, at) => {
      pixels[at] = at % 4 === 3 ? 255 : (at * 7) % 256
    })
    const size = { width: 3, height, originalWidth: 3, originalHeight: height }
    const drawn = drawPicture({ pixels, ...size, hasAlpha: false }).getContext('2d')
    assert.deepEqual([...drawn.getImageData(0, 0, 3, height).data], [...pixels])
  }
})

test('a picture of 30,000 x 30,000 is refused before it is decoded', async () => {
  const path = await save('huge.png', aPngHeader(30_000, 30_000))
  await assertRefused(path, 'ASSET_TOO_LARGE', /huge\.png is 30000×30000 \(900 megapixels\)/)
})

const STRANGERS: [string, string | Buffer, string, RegExp][] = [
  ['empty.jpg', '', 'ASSET_TRUNCATED', /empty\.jpg is empty \(0 bytes\)/],
  [
    'page.jpg',
    '<!DOCTYPE html><html><body>404</body></html>',
    'ASSET_TYPE_MISMATCH',
    /looks like an HTML page/,
  ],
  ['answer.png', '{"error": "not found"}', 'ASSET_TYPE_MISMATCH', /looks like JSON/],
  [
    'song.jpg',
    Buffer.from('ID3\x04\0\0\0\0\0\x21TIT2\0\0\0\x05\0\0\x03Song'),
    'ASSET_TYPE_MISMATCH',
    /looks like audio\/mpeg/,
  ],
  [
    'drawing.png',
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
    'ASSET_UNSUPPORTED',
    /is SVG/,
  ],
  ['old.jpg', Buffer.concat([Buffer.from('BM'), Buffer.alloc(80)]), 'ASSET_UNSUPPORTED', /is BMP/],
  ['stub.jpg', Buffer.from([0, 1, 2, 3]), 'ASSET_TRUNCATED', /has only 4 bytes/],
]

for (const [name, content, code, message] of STRANGERS) {
  test(`${name} is refused with ${code} and its name`, async () => {
    await assertRefused(await save(name, Buffer.from(content)), code, message)
  })
}

test('TIFF is named as what it is', async () => {
  const path = await save('scan.jpg', await sharp(flag).tiff().toBuffer())
  await assertRefused(path, 'ASSET_UNSUPPORTED', /scan\.jpg is TIF/)
})

for (const kind of ['jpeg', 'png', 'webp', 'avif', 'gif'] as const) {
  test(`a cut ${kind} is reported as cut`, async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 50 } as const
    const whole = await sharp({ create: { width: 120, height: 120, channels: 3, background: RED, noise } })
      .toFormat(kind)
      .toBuffer()
    for (const share of [0.4, 0.9]) {
      const path = await save(`cut.${kind}`, whole.subarray(0, Math.floor(whole.length * share)))
      await assertRefused(path, 'ASSET_TRUNCATED', /^cut\..* ends too early/)
    }
  })
}

test('damaged pixels end with a code or a picture, never with another error', async () => {
  for (const kind of ['png', 'gif', 'avif', 'webp', 'jpeg'] as const) {
    const whole = await sharp(flag).toFormat(kind).toBuffer()
    for (let at = 20; at < whole.length; at += Math.ceil(whole.length / 8)) {
      const damaged = Buffer.from(whole)
      damaged[at] = damaged[at]! ^ 0xff
      const answer = await readPicture(await save(`damaged.${kind}`, damaged)).catch(
        (error: RenderError) => error.code,
      )
      if (typeof answer === 'string') assert.match(answer, /^ASSET_/)
    }
  }
})

test('a PNG with a wrong checksum is corrupt, not cut', async () => {
  const whole = await sharp(flag).png().toBuffer()
  whole[whole.indexOf('IDAT') + 20]! ^= 0xff
  await assertRefused(await save('flipped.png', whole), 'ASSET_CORRUPT', /flipped\.png is damaged/)
})

test('reading stops when its signal does', async () => {
  const path = await save('stopped.png', flag)
  await assert.rejects(readPicture(path, { signal: AbortSignal.abort() }), { name: 'AbortError' })
})

async function save(name: string, content: Buffer): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  assert.equal((await readFile(path)).length, content.length)
  return path
}

async function assertRefused(path: string, code: string, message: RegExp): Promise<void> {
  await assert.rejects(readPicture(path), (error: RenderError) => {
    assert.equal(error.name, 'RenderError')
    assert.equal(error.code, code, error.message)
    assert.match(error.message, message)
    assert.ok(error.details.file && error.details.seen)
    return true
  })
}

function pixelAt(picture: { pixels: Uint8ClampedArray; width: number }, x: number, y: number) {
  const at = (y * picture.width + x) * 4
  return [picture.pixels[at]!, picture.pixels[at + 1]!, picture.pixels[at + 2]!] as const
}

function assertNear(seen: readonly number[], { r, g, b }: typeof RED, slack = 14): void {
  for (const [axis, value] of [r, g, b].entries())
    assert.ok(Math.abs(seen[axis]! - value) <= slack, `${seen}`)
}

function block(width: number, height: number, background: typeof RED): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
}

/** A PNG that claims a size and holds almost nothing. */
function aPngHeader(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const checksum = Buffer.alloc(4)
    checksum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, checksum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const data = chunk('IDAT', deflateSync(Buffer.alloc(64)))
  return Buffer.concat([signature, chunk('IHDR', header), data, chunk('IEND', Buffer.alloc(0))])
}
