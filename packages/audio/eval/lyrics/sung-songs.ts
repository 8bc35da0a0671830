import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** Every third song is for tuning: with few songs a hash of their names would part them unevenly. */
const TUNING_EACH = 3

const SOUND = /\.(mp3|ogg|opus|flac|wav|m4a)$/i

/** When something is sung. */
export type Sung = { startSecs: number; endSecs: number }

/** A song whose words are timed by hand. */
export type SungSong = {
  name: string
  half: 'tune' | 'judge'
  sound: string
  /** The lyrics as somebody would send them: lines, and empty ones between verses. */
  text: string
  lines: Sung[]
  words: Sung[]
}

/** Finds the songs of a folder: `x.mp3` with `x.txt`, `x.lines.csv` and `x.words.csv` beside it. */
export async function findSungSongs(folder: string): Promise<SungSong[]> {
  const files = (await readdir(folder)).filter((file) => SOUND.test(file)).sort()
  const songs = await Promise.all(files.map((file, i) => readSong(folder, file, i)))
  return songs.filter((song) => song !== undefined)
}

async function readSong(folder: string, file: string, index: number): Promise<SungSong | undefined> {
  const name = file.replace(SOUND, '')
  const [text, lines, words] = ['txt', 'lines.csv', 'words.csv'].map((ending) =>
    path.join(folder, `${name}.${ending}`),
  ) as [string, string, string]
  if (![text, lines, words].every((each) => existsSync(each))) return undefined
  return {
    name,
    half: index % TUNING_EACH === 0 ? 'tune' : 'judge',
    sound: path.join(folder, file),
    text: await readFile(text, 'utf8'),
    lines: readTimes(await readFile(lines, 'utf8')),
    words: readTimes(await readFile(words, 'utf8')),
  }
}

/** The first two columns of a table with a heading: start and end in seconds. */
function readTimes(csv: string): Sung[] {
  const rows = csv.trim().split(/\r?\n/).slice(1)
  return rows.map((row) => {
    const [startSecs = Number.NaN, endSecs = Number.NaN] = row.split(',', 2).map(Number)
    return { startSecs, endSecs }
  })
}
