import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { detectType, HEAD_BYTES } from './detect-type.ts'

const ascii = (text: string, length = 64) =>
  Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(length)])
const box = (brand: string) => ascii(`\0\0\0\x20ftyp${brand}\0\0\0\0${brand}mp42`)

/** The beginning of a ZIP archive whose first file has this name. */
function anArchive(name: string): Buffer {
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(20, 0)
  facts.writeUInt32LE(4, 14)
  facts.writeUInt32LE(4, 18)
  facts.writeUInt16LE(name.length, 22)
  return Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, Buffer.from(`${name}text`)])
}

const FILES: [name: string, bytes: Buffer, kind: string | undefined, type: string][] = [
  ['a JPEG', ascii('\xff\xd8\xff\xe0\0\x10JFIF'), 'IMAGE', 'image/jpeg'],
  ['a WebP', ascii('RIFF\x24\0\0\0WEBPVP8 '), 'IMAGE', 'image/webp'],
  [
    'an MP3 with a tag longer than what is seen of it',
    ascii('ID3\x04\0\0\0\x7f\x7f\x7f', 4090),
    'AUDIO',
    'audio/mpeg',
  ],
  ['a WAV', ascii('RIFF\x24\0\0\0WAVEfmt '), 'AUDIO', 'audio/wav'],
  ['a FLAC', ascii('fLaC\0\0\0\x22'), 'AUDIO', 'audio/flac'],
  ['an M4A', box('M4A '), 'AUDIO', 'audio/x-m4a'],
  ['an MP4', box('isom'), 'VIDEO', 'video/mp4'],
  ['a QuickTime film', box('qt  '), 'VIDEO', 'video/quicktime'],
  ['LRC lyrics', Buffer.from('[00:12.00]Tin lanterns\n'), 'TEXT', 'text/plain; charset=utf-8'],
  [
    'SRT lyrics',
    Buffer.from('1\r\n00:00:01,000 --> 00:00:02,000\r\nHello\r\n'),
    'TEXT',
    'text/plain; charset=utf-8',
  ],
  ['WebVTT lyrics', Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nHello'), 'TEXT', 'text/vtt'],
  [
    'TTML lyrics',
    Buffer.from('<?xml version="1.0"?>\n<tt xmlns="http://www.w3.org/ns/ttml"/>'),
    'TEXT',
    'application/ttml+xml',
  ],
  ['lyrics in UTF-16', Buffer.from('\ufeffTin lanterns', 'utf16le'), 'TEXT', 'text/plain; charset=utf-16le'],
  ['lyrics in Japanese', Buffer.from('夜のドライブ'), 'TEXT', 'text/plain; charset=utf-8'],
  [
    'a Lottie animation',
    Buffer.from('{"nm":"Spark","layers":[{"ty":4}],"v":"5.7.0","fr":30}'),
    'ANIMATION',
    'video/lottie+json',
  ],
  ['a .lottie archive', anArchive('manifest.json'), 'ANIMATION', 'application/zip+dotlottie'],
  ['another archive', anArchive('word/document.txt'), undefined, 'application/zip'],
  ['any other JSON', Buffer.from('{"name": "package"}'), 'TEXT', 'text/plain; charset=utf-8'],
  ['a web page', Buffer.from('\n <!DOCTYPE html><title>Sign in</title>'), undefined, 'a web page (HTML)'],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'LOGO', 'image/svg+xml'],
  [
    'an SVG with a prologue',
    Buffer.from(
      '<?xml version="1.0"?>\n<!-- drawn by hand -->\n<!DOCTYPE svg>\n<svg viewBox="0 0 9 9"></svg>',
    ),
    'LOGO',
    'image/svg+xml',
  ],
  ['another XML with an SVG in it', Buffer.from('<feed><svg/></feed>'), undefined, 'image/svg+xml'],
  ['a TrueType font', ascii('\0\x01\0\0\0\x0c'), 'FONT', 'font/ttf'],
  ['an OpenType font', ascii('OTTO\0\x0c'), 'FONT', 'font/otf'],
  ['a WOFF2 font', ascii('wOF2\0\x01\0\0'), 'FONT', 'font/woff2'],
  ['a WOFF of the first version', ascii('wOFF\0\x01\0\0'), undefined, 'font/woff'],
  ['another XML', Buffer.from('<?xml version="1.0"?><rss/>'), undefined, 'application/xml'],
  ['a PDF', ascii('%PDF-1.7\n'), undefined, 'application/pdf'],
  ['a program', ascii('\x7fELF\x02\x01\x01'), undefined, 'application/x-elf'],
  ['a MIDI file', ascii('MThd\0\0\0\x06'), undefined, 'audio/midi'],
  ['noise', Buffer.from([0x80, 0x01, 0x02, 0x00, 0xfe]), undefined, 'data of an unknown type'],
]

for (const [name, bytes, kind, type] of FILES) {
  test(`${name} is recognised as ${type}`, async () => {
    const found = await detectType(bytes.subarray(0, HEAD_BYTES))
    assert.equal(found.kind, kind)
    assert.equal(found.kind ? found.contentType : found.seen, type)
  })
}

test('a text cut off inside a character is still text', async () => {
  for (let length = 1; length <= 4; length++) {
    const found = await detectType(Buffer.from('ab🎵').subarray(0, 2 + length))
    assert.equal(found.kind, 'TEXT')
  }
})

test('no bytes at all break the detection', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), async (bytes) => {
      const found = await detectType(bytes)
      assert.ok(found.kind ? found.contentType : found.seen)
    }),
  )
})
