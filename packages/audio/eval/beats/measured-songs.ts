import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import { openAudio } from '../../src/decode/open-audio.ts'
import { measureSong, type SongMeasures } from '../../src/measure-song.ts'
import type { Song } from './song.ts'

/** What measures depend on: once one of these changes, all songs are measured anew. */
const SOURCES = ['decode', 'kernels', 'loudness', 'spectrum', 'measure-song.ts'].map((name) =>
  fileURLToPath(new URL(`../../src/${name}`, import.meta.url)),
)

/** Longer songs than any here. */
const MAX_SECS = 3600

/** Measures a song, or remembers it: relearning must not listen to everything again. */
export type SongMeasurer = (song: Song) => Promise<SongMeasures>

export async function createSongMeasurer(cacheFolder: string): Promise<SongMeasurer> {
  const folder = path.join(cacheFolder, 'measures', await hashSources())
  await mkdir(folder, { recursive: true })
  return async (song) => {
    const sound = await song.prepare()
    const { mtimeMs } = await stat(sound)
    const file = path.join(folder, `${song.name}-${Math.round(mtimeMs)}`)
    if (existsSync(file)) return deserialize(await readFile(file)) as SongMeasures
    const source = await openAudio(sound, { sampleRate: 'SOURCE' })
    const measures = await measureSong(source, MAX_SECS).finally(() => source.close())
    await writeFile(`${file}.draft`, serialize(measures))
    await rename(`${file}.draft`, file)
    return measures
  }
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    const isFolder = (await stat(source)).isDirectory()
    const files = isFolder ? (await readdir(source)).sort().map((name) => path.join(source, name)) : [source]
    for (const file of files.filter((each) => !each.endsWith('.test.ts'))) hash.update(await readFile(file))
  }
  return hash.digest('hex').slice(0, 12)
}
