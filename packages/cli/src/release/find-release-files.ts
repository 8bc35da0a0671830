import { readdir } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { listEndings } from '@songreel/contract/file-types'
import { inputError, usageError } from '../cli-error.ts'
import { cleanText } from '../print.ts'
import { findFile } from '../songs/find-file.ts'
import { findSongs } from '../songs/find-songs.ts'

/** The files of a release: songs with what lies beside each of them, the cover of the album, and a photograph of its artist. */
export type ReleaseFiles = { songs: SongFiles[]; cover?: string; photo?: string }

/** A song, its own cover, its lyrics and its videos. */
export type SongFiles = { song: string; art?: string; lyrics?: string; clips?: string[] }

/** What players and stores call the picture in a folder of songs, best first. */
const COVER_NAMES = ['cover', 'folder', 'front', 'album']
/** What the photograph of the artist is called. */
const PHOTO_NAME = 'artist'
const IMAGE_ENDINGS = new Set(listEndings('IMAGE'))
const VIDEO_ENDINGS = new Set(listEndings('VIDEO'))
/** Best first: words, then lines, then plain text. */
const LYRICS_ENDINGS = ['.ttml', '.lrc', '.ass', '.vtt', '.srt', '.txt']

/** Finds what a folder holds for a release; says what is missing or there twice. */
export async function findReleaseFiles(
  folder: string,
  { art, photo: ownPhoto }: { art?: string | undefined; photo?: string | undefined },
): Promise<ReleaseFiles> {
  const songs = await findSongs([folder])
  const [first] = songs
  if (first?.error) throw first.error
  if (first && songs.length === 1 && first.path === folder)
    throw usageError(`${cleanText(folder)} is no folder. A release is made of a folder of songs.`)
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)
  const stems = new Set(songs.map(({ path }) => toStem(path)))
  const cover = art === undefined ? chooseCover(folder, names, stems) : await findFile(art, 'cover')
  const photo = ownPhoto === undefined ? findPhoto(folder, names) : await findFile(ownPhoto, 'photo')
  const videos = groupVideos(names, [...stems])
  return {
    songs: songs.map(({ path }) =>
      findBeside(folder, path, { names, clips: videos.get(toStem(path)) ?? [] }),
    ),
    ...(cover && { cover }),
    ...(photo && { photo }),
  }
}

/** The picture that is called a cover, or the only one there is. */
function chooseCover(folder: string, names: readonly string[], songs: ReadonlySet<string>) {
  const pictures = names.filter(
    (name) => isImage(name) && !songs.has(toStem(name)) && toStem(name) !== PHOTO_NAME,
  )
  for (const wanted of [...COVER_NAMES, undefined]) {
    const fitting = pictures.filter((name) => wanted === undefined || toStem(name) === wanted)
    if (fitting.length === 1) return join(folder, fitting[0]!)
    if (fitting.length > 1) throw severalCovers(folder, fitting)
  }
  return undefined
}

function findPhoto(folder: string, names: readonly string[]): string | undefined {
  const found = names.find((name) => isImage(name) && toStem(name) === PHOTO_NAME)
  return found && join(folder, found)
}

function isImage(name: string): boolean {
  return IMAGE_ENDINGS.has(extname(name).toLowerCase())
}

function severalCovers(folder: string, names: readonly string[]): Error {
  const shown = names.slice(0, 4).map(cleanText).join(', ')
  const more = names.length > 4 ? ` and ${names.length - 4} more` : ''
  return inputError(
    `${cleanText(folder)} has more than one picture that may be the cover: ${shown}${more}. Say which: --art ${cleanText(join(folder, names[0]!))}`,
  )
}

function findBeside(
  folder: string,
  song: string,
  { names, clips }: { names: readonly string[]; clips: readonly SongVideo[] },
): SongFiles {
  const own = names.filter((name) => toStem(name) === toStem(song))
  const art = own.find(isImage)
  const [lyrics] = own
    .map((name) => ({ name, rank: LYRICS_ENDINGS.indexOf(extname(name).toLowerCase()) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank)
  return {
    song,
    ...(art && { art: join(folder, art) }),
    ...(lyrics && { lyrics: join(folder, lyrics.name) }),
    ...(clips.length > 0 && { clips: clips.map(({ name }) => join(folder, name)) }),
  }
}

type SongVideo = { name: string; stem: string; number: number }

/** The videos of each song, in their order. “Intro 2” may be a second video of “Intro”, or another song's: the longest name has it. */
function groupVideos(names: readonly string[], songs: readonly string[]): Map<string, SongVideo[]> {
  const longestFirst = songs.toSorted((a, b) => b.length - a.length)
  const videos = names.flatMap((name) => {
    if (!VIDEO_ENDINGS.has(extname(name).toLowerCase())) return []
    const fitting = longestFirst.flatMap((stem) => {
      const number = numberVideo(name, stem)
      return number === undefined ? [] : [{ name, stem, number }]
    })
    return fitting.slice(0, 1)
  })
  return Map.groupBy(
    videos.sort((a, b) => a.number - b.number),
    ({ stem }) => stem,
  )
}

/** Which of a song's videos it is, if it is called as the song, with a number behind that where there are several. */
function numberVideo(name: string, song: string): number | undefined {
  const stem = toStem(name)
  if (!stem.startsWith(song)) return undefined
  const rest = stem.slice(song.length)
  // “Track 10” is no video of “Track 1”: digits behind a digit make another number.
  if (/\d$/.test(song) && /^\d/.test(rest)) return undefined
  const [, number] = /^[ ._-]*(\d{0,3})$/.exec(rest) ?? []
  return number === undefined ? undefined : Number(number)
}

function toStem(path: string): string {
  return basename(path, extname(path)).normalize('NFC').toLowerCase()
}
