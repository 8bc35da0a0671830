import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { synthesiseClicks } from '../../testing/synthesise-clicks.ts'
import { decodeAudio } from '../decode/decode-audio.ts'
import { encodePcm } from '../synth/encode-pcm.ts'
import { readTags } from './read-tags.ts'

/** The smallest PNG: one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const METADATA = { title: 'Night Drive', artist: 'Ana Ríos', album: 'Roads' }

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'songreel-tags-'))
})
after(() => rm(folder, { recursive: true }))

const KINDS = [
  ['song.mp3', 'libmp3lame', 'mp3'],
  ['song.flac', 'flac', 'flac'],
  ['song.ogg', 'libvorbis', 'ogg'],
  ['song.opus', 'libopus', 'ogg'],
  ['song.m4a', 'aac', 'ipod'],
] as const

for (const [file, encoder, container] of KINDS) {
  test(`the tags of ${file} are read`, async () => {
    const path = join(folder, file)
    encodePcm(synthesiseClicks([0.5], 1, 48_000), path, { encoder, container, metadata: METADATA })
    assert.deepEqual(await readTags(path), METADATA)
  })
}

test('cover and ISRC come out of an ID3 tag, and decoding is not disturbed by them', async () => {
  const plain = join(folder, 'plain.mp3')
  const tagged = join(folder, 'tagged.mp3')
  const pcm = synthesiseClicks([0.5], 1)
  encodePcm(pcm, plain, { encoder: 'libmp3lame', container: 'mp3' })
  const cover = Buffer.concat([Buffer.from('\0image/png\0\x03\0', 'latin1'), PIXEL])
  const frames = [
    id3Frame('TIT2', text('Tide')),
    id3Frame('TSRC', text('us-abc-24-00001')),
    id3Frame('APIC', cover),
  ]
  const mp3 = await readFile(plain)
  const ownTagBytes = 10 + mp3.readUInt8(9) + mp3.readUInt8(8) * 128
  await writeFile(tagged, Buffer.concat([id3Tag(frames), mp3.subarray(ownTagBytes)]))

  const tags = await readTags(tagged)
  assert.equal(tags.title, 'Tide')
  assert.equal(tags.isrc, 'USABC2400001')
  assert.equal(tags.picture?.mimeType, 'image/png')
  assert.ok(PIXEL.equals(tags.picture!.data))
  const decoded = await decodeAudio(tagged, { sampleRate: 44_100 })
  assert.equal(decoded.channels[0]!.length, pcm.channels[0]!.length)
})

test('all artists are kept, in every way in which tags list them', async () => {
  const names = ['Ana Ríos', 'Odalys Wren', 'Kojo']
  const mp3 = join(folder, 'one.mp3')
  const flac = join(folder, 'one.flac')
  encodePcm(synthesiseClicks([0.5], 1), mp3, { encoder: 'libmp3lame', container: 'mp3' })
  encodePcm(synthesiseClicks([0.5], 1), flac, { encoder: 'flac', container: 'flac' })
  const sound = await readFile(mp3)
  const plainFlac = await readFile(flac)
  const readArtist = async (name: string, bytes: Buffer) => {
    const path = join(folder, name)
    await writeFile(path, bytes)
    return (await readTags(path)).artist
  }
  const readId3 = (artist: Buffer, version: number) =>
    readArtist('several.mp3', Buffer.concat([id3Tag([id3Frame('TPE1', artist)], version), sound]))
  const readVorbis = (...comments: string[]) =>
    readArtist('several.flac', withVorbisComments(plainFlac, comments))

  assert.equal(await readId3(utf8(names.join('\0')), 4), 'Ana Ríos, Odalys Wren & Kojo')
  assert.equal(await readId3(utf8(names.slice(0, 2).join('\0')), 4), 'Ana Ríos & Odalys Wren')
  assert.equal(await readId3(utf8('Ana Ríos feat. Kojo'), 4), 'Ana Ríos feat. Kojo')
  assert.equal(await readId3(text(names.join('/')), 3), 'Ana Ríos, Odalys Wren & Kojo')
  assert.equal(await readId3(text('AC/DC'), 3), 'AC/DC')
  assert.equal(await readId3(utf8('AC/DC'), 4), 'AC/DC')
  assert.equal(await readVorbis(...names.map((name) => `ARTIST=${name}`)), 'Ana Ríos, Odalys Wren & Kojo')
  // Their own line says more than the list beside it.
  assert.equal(
    await readVorbis('ARTIST=Ana Ríos feat. Kojo', 'ARTISTS=Ana Ríos', 'ARTISTS=Kojo'),
    'Ana Ríos feat. Kojo',
  )
})

test('a song without tags has none, and broken tags are no reason to fail', async () => {
  const path = join(folder, 'bare.wav')
  encodePcm(synthesiseClicks([0.5], 1), path, { encoder: 'pcm_s16le', container: 'wav' })
  assert.deepEqual(await readTags(path), {})

  const broken = join(folder, 'broken.mp3')
  await writeFile(broken, Buffer.concat([id3Tag([]), Buffer.alloc(64, 0xff)]))
  assert.deepEqual(await readTags(broken), {})
})

test('a file that is no audio is refused', async () => {
  const path = join(folder, 'page.mp3')
  await writeFile(path, '<html></html>')
  await assert.rejects(readTags(path), { code: 'ASSET_TYPE_MISMATCH' })
})

function text(value: string): Buffer {
  return Buffer.from(`\0${value}`, 'latin1')
}

function utf8(value: string): Buffer {
  return Buffer.concat([Buffer.of(3), Buffer.from(value)])
}

/** A FLAC file whose comments are these; its other blocks are kept. */
function withVorbisComments(flac: Buffer, comments: string[]): Buffer {
  const length = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32LE(value)
    return bytes
  }
  const entries = comments.flatMap((comment) => [length(Buffer.byteLength(comment)), Buffer.from(comment)])
  const content = Buffer.concat([length(0), length(comments.length), ...entries])
  const head = Buffer.from([4 | 128, 0, content.length >> 8, content.length & 255])
  const streamInfoEnd = 4 + 4 + 34
  let soundStart = 4
  for (let isLast = false; !isLast; ) {
    isLast = flac[soundStart]! >= 128
    soundStart += 4 + flac.readUIntBE(soundStart + 1, 3)
  }
  const start = Buffer.from(flac.subarray(0, streamInfoEnd))
  start[4] = 0
  return Buffer.concat([start, head, content, flac.subarray(soundStart)])
}

function id3Frame(id: string, content: Buffer): Buffer {
  const head = Buffer.alloc(10)
  head.write(id, 'latin1')
  head.writeUInt32BE(content.length, 4)
  return Buffer.concat([head, content])
}

/** ID3v2; the size is written in groups of seven bits. */
function id3Tag(frames: Buffer[], version = 3): Buffer {
  const content = Buffer.concat(frames)
  const head = Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1')
  head.writeUInt8(version, 3)
  head.writeUInt8((content.length >> 7) & 127, 8)
  head.writeUInt8(content.length & 127, 9)
  return Buffer.concat([head, content])
}
