import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { synthesiseClicks } from '../../testing/synthesise-clicks.ts'
import { encodePcm } from '../synth/encode-pcm.ts'
import { decodeAudio } from './decode-audio.ts'

const SECS = 2
const SONGS = {
  first: { encoder: 'libvorbis', rate: 44_100 },
  second: { encoder: 'libvorbis', rate: 44_100 },
  low: { encoder: 'libvorbis', rate: 22_050 },
  opus: { encoder: 'libopus', rate: 48_000 },
  flac: { encoder: 'flac', rate: 44_100 },
}
type Song = keyof typeof SONGS

let folder: string
/** Each song as its pages. */
const songs = new Map<Song, Buffer[]>()

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'songreel-ogg-'))
  for (const [name, { encoder, rate }] of Object.entries(SONGS)) {
    const path = join(folder, `${name}.ogg`)
    encodePcm(synthesiseClicks([0.5], SECS, rate), path, { encoder, container: 'ogg', bitRate: 96_000 })
    songs.set(name as Song, splitPages(await readFile(path)))
  }
})
after(() => rm(folder, { recursive: true }))

test('a chain of songs of one form is read through', async () => {
  for (const names of [
    ['first', 'second'],
    ['opus', 'opus'],
    ['flac', 'flac'],
  ] as const)
    assert.ok(Math.abs((await decode(names.flatMap(pagesOf))) - 2 * SECS) < 0.1, names.join())
})

test('a chain of songs of different form is refused, and what it is made of is said', async () => {
  for (const [names, seen] of [
    [['first', 'low'], /vorbis \(44100 Hz, 2 channels\), then vorbis \(22050 Hz, 2 channels\)/],
    [['opus', 'first'], /opus \(48000 Hz, 2 channels\), then vorbis \(44100 Hz, 2 channels\)/],
    [['first', 'flac'], /vorbis \(44100 Hz, 2 channels\), then flac \(44100 Hz, 2 channels\)/],
  ] as const)
    await assert.rejects(decode(names.flatMap(pagesOf)), { code: 'ASSET_UNSUPPORTED', message: seen })
})

test('two songs side by side that FFmpeg refuses are not called damaged', async () => {
  // As oggz-merge writes them: the second begins when the first has gone on already.
  const [first, second] = [pagesOf('first'), pagesOf('low')]
  const mixed = first.flatMap((page, index) => [page, ...second.slice(index, index + 1)])
  const rest = second.slice(first.length)
  const late = [first[0]!, first[1]!, second[0]!, ...mixed.slice(3), ...rest]
  for (const pages of [late, [second[0]!, second[1]!, first[0]!, ...first.slice(1), ...second.slice(2)]])
    await assert.rejects(decode(pages), {
      code: 'ASSET_UNSUPPORTED',
      message: /holds 2 streams of sound side by side.*vorbis \((44100|22050) Hz.*Send the one that is meant/,
    })
})

test('what is damaged is still called that', async () => {
  const pages = pagesOf('first').map((page) => Buffer.from(page))
  for (const page of pages.slice(1)) page.fill(0x55, 27 + page[26]!)
  pages[0]!.fill(0x55, 35)
  await assert.rejects(decode(pages), { code: /ASSET_(CORRUPT|TRUNCATED)/ })
})

function pagesOf(name: Song): Buffer[] {
  return songs.get(name)!
}

/** How many seconds of sound a file of these pages has. */
async function decode(pages: readonly Buffer[]): Promise<number> {
  const path = join(folder, 'made.ogg')
  await writeFile(path, Buffer.concat(pages))
  const { channels, sampleRate } = await decodeAudio(path)
  return channels[0]!.length / sampleRate
}

function splitPages(bytes: Buffer): Buffer[] {
  const starts: number[] = []
  for (let at = bytes.indexOf('OggS'); at >= 0; at = bytes.indexOf('OggS', at + 27)) starts.push(at)
  return starts.map((start, index) => bytes.subarray(start, starts[index + 1]))
}
