import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { decodeAudio } from './decode-audio.ts'
import { encodePcm } from './encode-pcm.ts'
import { readTags } from './read-tags.ts'
import { synthesiseClicks } from './synthesise-clicks.ts'

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

function id3Frame(id: string, content: Buffer): Buffer {
  const head = Buffer.alloc(10)
  head.write(id, 'latin1')
  head.writeUInt32BE(content.length, 4)
  return Buffer.concat([head, content])
}

/** ID3v2.3; the size is written in groups of seven bits. */
function id3Tag(frames: Buffer[]): Buffer {
  const content = Buffer.concat(frames)
  const head = Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1')
  head.writeUInt8((content.length >> 7) & 127, 8)
  head.writeUInt8(content.length & 127, 9)
  return Buffer.concat([head, content])
}
