import { existsSync } from 'node:fs'
import { mkdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { encodeMp3 } from '../../packages/audio/src/synth/encode-pcm.ts'
import { synthesiseSong } from '../../packages/audio/src/synth/synthesise-song.ts'
import { drawCover } from '../../packages/kit/src/paint/drawn-cover.ts'
import type { Release } from './releases.ts'

/** A song takes seconds to synthesise and comes out the same every time. */
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/screenshots', import.meta.url))
const SONG_SECS = 75
const COVER_PX = 1200

/** The cover of a release, as a JPEG. */
export async function makeCover({ artist, album, seed }: Release): Promise<Buffer> {
  const { pixels, width, height } = drawCover({
    song: { title: album, artist },
    seed,
    hasType: false,
    maxSidePx: COVER_PX,
  })
  return sharp(Buffer.from(pixels), { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: 90 })
    .toBuffer()
}

/** A song at this tempo, as an MP3. */
export async function makeSong(bpm: number): Promise<Buffer> {
  const file = join(CACHE, `song-${bpm}.mp3`)
  if (!existsSync(file)) {
    await mkdir(CACHE, { recursive: true })
    encodeMp3(synthesiseSong({ bpm, seed: bpm, secs: SONG_SECS }).pcm, `${file}.draft`)
    await rename(`${file}.draft`, file)
  }
  return readFile(file)
}
