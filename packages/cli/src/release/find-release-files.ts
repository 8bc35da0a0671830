import { readdir } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { listEndings } from '@songreel/contract/file-types'
import { inputError, usageError } from '../cli-error.ts'
import { cleanText } from '../print.ts'
import { findFile } from '../songs/find-file.ts'
import { findSongs } from '../songs/find-songs.ts'

/** The files of a release: songs with what lies beside each of them, and the cover of the album. */
export type ReleaseFiles = { songs: SongFiles[]; cover?: string }

/** A song, its own cover, and its lyrics. */
export type SongFiles = { song: string; art?: string; lyrics?: string }

/** What players and stores call the picture in a folder of songs, best first. */
const COVER_NAMES = ['cover', 'folder', 'front', 'album']
const IMAGE_ENDINGS = new Set(listEndings('IMAGE'))
/** Best first: words, then lines, then plain text. */
const LYRICS_ENDINGS = ['.ttml', '.lrc', '.ass', '.vtt', '.srt', '.txt']

/** Finds what a folder holds for a release; says what is missing or there twice. */
export async function findReleaseFiles(folder: string, art: string | undefined): Promise<ReleaseFiles> {
  const songs = await findSongs([folder])
  const [first] = songs
  if (first?.error) throw first.error
  if (first && songs.length === 1 && first.path === folder)
    throw usageError(`${cleanText(folder)} is no folder. A release is made of a folder of songs.`)
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)
  const stems = new Set(songs.map(({ path }) => toStem(path)))
  const cover = art === undefined ? chooseCover(folder, names, stems) : await findFile(art, 'cover')
  return {
    songs: songs.map(({ path }) => findBeside(folder, path, names)),
    ...(cover && { cover }),
  }
}

/** The picture that is called a cover, or the only one there is. */
function chooseCover(folder: string, names: readonly string[], songs: ReadonlySet<string>) {
  const pictures = names.filter(
    (name) => IMAGE_ENDINGS.has(extname(name).toLowerCase()) && !songs.has(toStem(name)),
  )
  for (const wanted of [...COVER_NAMES, undefined]) {
    const fitting = pictures.filter((name) => wanted === undefined || toStem(name) === wanted)
    if (fitting.length === 1) return join(folder, fitting[0]!)
    if (fitting.length > 1) throw severalCovers(folder, fitting)
  }
  return undefined
}

function severalCovers(folder: string, names: readonly string[]): Error {
  const shown = names.slice(0, 4).map(cleanText).join(', ')
  const more = names.length > 4 ? ` and ${names.length - 4} more` : ''
  return inputError(
    `${cleanText(folder)} has more than one picture that may be the cover: ${shown}${more}. Say which: --art ${cleanText(join(folder, names[0]!))}`,
  )
}

function findBeside(folder: string, song: string, names: readonly string[]): SongFiles {
  const own = names.filter((name) => toStem(name) === toStem(song))
  const art = own.find((name) => IMAGE_ENDINGS.has(extname(name).toLowerCase()))
  const [lyrics] = own
    .map((name) => ({ name, rank: LYRICS_ENDINGS.indexOf(extname(name).toLowerCase()) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank)
  return {
    song,
    ...(art && { art: join(folder, art) }),
    ...(lyrics && { lyrics: join(folder, lyrics.name) }),
  }
}

function toStem(path: string): string {
  return basename(path, extname(path)).normalize('NFC').toLowerCase()
}
