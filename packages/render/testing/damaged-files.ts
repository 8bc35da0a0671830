import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encodePcm } from '@songreel/audio/synth'
import sharp from 'sharp'
import type { OutputFormat } from '../src/formats/catalogue.ts'
import type { MediaKind } from '../src/probe/supported-media.ts'
import { listHostileFiles } from './hostile-files.ts'
import { createTestFrames } from './test-frames.ts'
import { writeTestVideo } from './write-test-video.ts'

/** A file that no render may take, or may at most take as it is. */
export type DamagedFile = {
  name: string
  path: string
  expect: MediaKind
  /** False for light damage, which a decoder may get over. */
  mustFail: boolean
}

type Original = { name: string; kind: MediaKind; bytes: Buffer }
type Damage = { name: string; mustFail: boolean; apply(bytes: Buffer, random: () => number): Buffer }

const DAMAGES: Damage[] = [
  { name: 'head-only', mustFail: true, apply: (bytes) => bytes.subarray(0, 40) },
  { name: 'cut-at-5', mustFail: true, apply: (bytes) => bytes.subarray(0, share(bytes, 0.05)) },
  { name: 'cut-at-30', mustFail: true, apply: (bytes) => bytes.subarray(0, share(bytes, 0.3)) },
  { name: 'cut-at-60', mustFail: true, apply: (bytes) => bytes.subarray(0, share(bytes, 0.6)) },
  { name: 'tail-only', mustFail: true, apply: (bytes) => bytes.subarray(share(bytes, 0.5)) },
  {
    name: 'zeros-after-head',
    mustFail: true,
    apply: (bytes) => Buffer.concat([bytes.subarray(0, 64), Buffer.alloc(bytes.length - 64)]),
  },
  { name: 'noise-after-head', mustFail: true, apply: (bytes, random) => overwrite(bytes, 64, 1, random) },
  { name: 'half-noise', mustFail: false, apply: (bytes, random) => overwrite(bytes, 64, 0.5, random) },
  { name: 'head-flipped', mustFail: false, apply: (bytes, random) => flip(bytes, 0, 200, 20, random) },
  { name: 'few-flips', mustFail: false, apply: (bytes, random) => flip(bytes, 0, bytes.length, 10, random) },
  {
    name: 'many-flips',
    mustFail: false,
    apply: (bytes, random) => flip(bytes, 0, bytes.length, bytes.length / 20, random),
  },
  {
    name: 'hole',
    mustFail: false,
    apply: (bytes) => Buffer.from(bytes).fill(0, share(bytes, 0.4), share(bytes, 0.5)),
  },
  {
    name: 'shifted',
    mustFail: false,
    apply: (bytes) =>
      Buffer.concat([bytes.subarray(0, share(bytes, 0.5)), bytes.subarray(share(bytes, 0.5) + 7)]),
  },
  { name: 'reversed', mustFail: true, apply: (bytes) => Buffer.from(bytes).reverse() },
  {
    name: 'doubled',
    mustFail: false,
    apply: (bytes) => Buffer.concat([bytes.subarray(0, share(bytes, 0.5)), bytes]),
  },
]

/** MP3 may start anywhere, plain samples may be anything, and WebP pictures decode from any bytes. */
const FORGIVEN = new Set([
  'tail-only-song.mp3',
  'zeros-after-head-song.aiff',
  'noise-after-head-song.aiff',
  'zeros-after-head-cover.webp',
  'noise-after-head-cover.webp',
])

/**
 * Writes damaged and hostile files, always the same ones for a seed: every damage on every kind of original. With `oneIn`,
 * each damage is done to one in so many originals, and each original gets one in so many damages.
 */
export async function writeDamagedFiles(folder: string, seed = 1, oneIn = 1): Promise<DamagedFile[]> {
  const random = createRandom(seed)
  const files: DamagedFile[] = []
  for (const [place, { name, kind, bytes }] of (await makeOriginals(folder)).entries()) {
    for (const damage of DAMAGES.filter((_, index) => (index + place) % oneIn === 0)) {
      const path = join(folder, `${damage.name}-${name}`)
      await writeFile(path, damage.apply(bytes, random))
      const mustFail = damage.mustFail && !FORGIVEN.has(`${damage.name}-${name}`)
      files.push({ name: `${damage.name}-${name}`, path, expect: kind, mustFail })
    }
  }
  for (const { name, expect, bytes } of await listHostileFiles(folder)) {
    await writeFile(join(folder, name), bytes)
    files.push({ name, path: join(folder, name), expect, mustFail: true })
  }
  return files
}

async function makeOriginals(folder: string): Promise<Original[]> {
  const originals: Original[] = []
  const add = async (name: string, kind: MediaKind) => {
    originals.push({ name, kind, bytes: await readFile(join(folder, name)) })
  }
  for (const [name, encoder, container] of SONGS) {
    encodePcm(makeSound(), join(folder, name), { encoder, container })
    await add(name, 'AUDIO')
  }
  const pixels = makePixels()
  for (const format of ['jpeg', 'png', 'webp', 'avif', 'gif'] as const) {
    await sharp(pixels.data, { raw: pixels.raw })
      .toFormat(format)
      .toFile(join(folder, `cover.${format}`))
    await add(`cover.${format}`, 'IMAGE')
  }
  for (const format of ['MP4', 'MOV', 'WEBM'] satisfies OutputFormat[]) {
    const file = join(folder, `clip.${format.toLowerCase()}`)
    await writeTestVideo({
      file,
      format,
      frames: createTestFrames({ frameCount: 45 }),
      sample: (i) => Math.sin(i / 9) / 2,
    })
    await add(`clip.${format.toLowerCase()}`, 'VIDEO')
  }
  return originals
}

const SONGS: [name: string, encoder: string, container: string][] = [
  ['song.mp3', 'libmp3lame', 'mp3'],
  ['song.flac', 'flac', 'flac'],
  ['song.wav', 'pcm_s16le', 'wav'],
  ['song.aiff', 'pcm_s16be', 'aiff'],
  ['song.ogg', 'libvorbis', 'ogg'],
  ['song.opus', 'libopus', 'ogg'],
  ['song.m4a', 'aac', 'ipod'],
]

/** Ten seconds, so that what is missing is more than any player would forgive. */
function makeSound() {
  const samples = Float32Array.from(
    { length: 480_000 },
    (_, i) => 0.4 * Math.sin(i / 20) * Math.sin(i / 4000) + 0.1 * Math.sin((i * i) / 9e5),
  )
  return { sampleRate: 48_000, channels: [samples, samples] }
}

function makePixels() {
  const random = createRandom(7)
  const raw = { width: 320, height: 240, channels: 3 as const }
  const data = Buffer.from(Array.from({ length: 320 * 240 * 3 }, (_, i) => (i / 300 + 40 * random()) & 255))
  return { raw, data }
}

function share(bytes: Buffer, part: number): number {
  return Math.floor(bytes.length * part)
}

function overwrite(bytes: Buffer, start: number, share: number, random: () => number): Buffer {
  const copy = Buffer.from(bytes)
  for (let i = start; i < copy.length; i++) if (random() < share) copy[i] = Math.floor(random() * 256)
  return copy
}

function flip(bytes: Buffer, start: number, end: number, count: number, random: () => number): Buffer {
  const copy = Buffer.from(bytes)
  for (let i = 0; i < count; i++) {
    const at = start + Math.floor(random() * (Math.min(end, copy.length) - start))
    copy[at]! ^= 1 << Math.floor(random() * 8)
  }
  return copy
}

function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let hash = Math.imul(state ^ (state >>> 15), 1 | state)
    hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash
    return ((hash ^ (hash >>> 14)) >>> 0) / 2 ** 32
  }
}
