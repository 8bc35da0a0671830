import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mapInPlace } from '@songreel/kit/core'
import { DEMO_LYRICS } from './demo-lyrics.ts'

/** Names and measures of the demo song; song and cover are made here and belong to everybody (CC0). */
export const DEMO_SONG = {
  title: 'Tin Lanterns',
  artist: 'Odalys Wren',
  album: 'Harbour EP',
  bpm: 112,
  secs: 15,
}

/** Where the demo's files lie. */
export type DemoFiles = { song: string; cover: string }

/** Writes `song.mp3` and `cover.jpg` into a folder; the same bytes every time, and never half a file. */
export async function makeDemo(folder: string): Promise<DemoFiles> {
  await mkdir(folder, { recursive: true })
  const files = { song: join(folder, 'song.mp3'), cover: join(folder, 'cover.jpg') }
  const draft = join(folder, `.${randomUUID()}.draft`)
  await writeCover(draft)
  await rename(draft, files.cover)
  await writeSong(draft)
  await rename(draft, files.song)
  return files
}

/** Writes `lyrics.lrc` for that song into a folder. */
export async function writeDemoLyrics(folder: string): Promise<string> {
  const file = join(folder, 'lyrics.lrc')
  await writeFile(file, DEMO_LYRICS)
  return file
}

/** Seven bars at 112 beats a minute are 15 seconds; most of them chorus, so that the short song has a height. */
const PARTS = [
  { part: 'intro' as const, bars: 1 },
  { part: 'verse' as const, bars: 2 },
  { part: 'chorus' as const, bars: 4 },
]

/** Brings the song to the -14 LUFS at which platforms play. */
const GAIN = 0.7

async function writeSong(path: string): Promise<void> {
  const { encodeMp3, synthesiseSong } = await import('@songreel/audio/synth')
  const { title, artist, album, bpm } = DEMO_SONG
  const { pcm } = synthesiseSong({ bpm, parts: PARTS })
  for (const samples of pcm.channels) mapInPlace(samples, (sample) => sample * GAIN)
  encodeMp3(pcm, path, { title, artist, album })
}

/** Chosen by eye among the covers that this song can have. */
const COVER_SEED = 11
const COVER_PX = 1600

async function writeCover(path: string): Promise<void> {
  const { drawCover } = await import('@songreel/kit/drawing')
  const { pixels, width, height } = drawCover({
    song: DEMO_SONG,
    seed: COVER_SEED,
    // The video writes the names itself.
    hasType: false,
    maxSidePx: COVER_PX,
  })
  const { default: sharp } = await import('sharp')
  await sharp(Buffer.from(pixels), { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: 90 })
    .toFile(path)
}
