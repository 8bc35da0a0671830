import { basename, resolve } from 'node:path'
import type { PackSong } from '@songreel/contract/release-folder'
import { readLyrics } from '@songreel/kit/lyrics'
import { inputError, toCliError, usageError } from '../cli-error.ts'
import type { CoverFacts, SongFacts } from '../events.ts'
import { hashFile } from '../import/hash-file.ts'
import type { CommandContext } from '../run-command.ts'
import { readSong } from '../songs/read-song.ts'
import { runLanes } from '../videos/run-lanes.ts'
import type { ReleaseFiles, SongFiles } from './find-release-files.ts'

/** A release as it was read: its names, its cover and its songs in order. */
export type Release = {
  title: string
  artist: string
  upc: string | null
  /** The cover's file; undefined where it lies in the first song, or where there is none. */
  cover?: { file: string; sha256: string }
  hasCover: boolean
  /** A photograph of the artist. */
  photo?: { file: string; sha256: string }
  songs: ReleaseSongFiles[]
}

/** A song of a release, with its files and their hashes. */
export type ReleaseSongFiles = PackSong & {
  number: number
  facts: SongFacts
  art?: string
  lyricsFile?: string
  clipFiles: readonly string[]
  photo?: string
  hashes: { audio: string; cover?: string; lyrics?: string; clips: string[]; photo?: string }
}

/** What a person says of the release; the tags say the rest. */
export type ReleaseNames = { album?: string; artist?: string; upc?: string }

/** Songs that are looked into at a time: each is decoded and analysed. */
const LANES = 2

type ReadContext = CommandContext & { cacheFolder: string }
type Read = { files: SongFiles; facts: SongFacts; cover: CoverFacts; lyrics: PackSong['lyrics'] }

/** Looks into all songs of a release, once, and puts them in order. */
export async function readRelease(
  folder: string,
  files: ReleaseFiles,
  names: ReleaseNames,
  context: ReadContext,
): Promise<Release> {
  let done = 0
  context.reporter.wait(`Listening to ${files.songs.length} songs`)
  const read = await runLanes(files.songs, LANES, async (song) => {
    const one = await readOne({ ...song, art: song.art ?? files.cover }, names, context)
    context.reporter.wait(`Listening: ${++done} of ${files.songs.length} songs`)
    return one
  })
  context.reporter.wait()
  const ordered = orderSongs(read)
  const { cover } = files
  const photo = files.photo && { file: files.photo, sha256: await hashFile(files.photo) }
  return {
    ...nameRelease(folder, ordered, names),
    ...(cover && { cover: { file: cover, sha256: await hashFile(cover) } }),
    hasCover: cover !== undefined || ordered[0]?.cover.source === 'EMBEDDED',
    ...(photo && { photo }),
    songs: await Promise.all(
      ordered.map((song, index) => toReleaseSong(song, index + 1, photo || undefined)),
    ),
  }
}

async function readOne(files: SongFiles, names: ReleaseNames, context: ReadContext): Promise<Read> {
  const { reporter, signal, cacheFolder } = context
  const given = { ...(names.artist && { artist: names.artist }), ...(names.album && { album: names.album }) }
  try {
    const { song, cover, warnings } = await readSong(files, given, { signal, cacheFolder })
    for (const warning of warnings) reporter.report(warning)
    return { files, facts: song, cover, lyrics: await readTiming(files, context) }
  } catch (error) {
    const known = toCliError(error)
    if (signal.aborted || known.exitCode !== inputError('').exitCode) throw known
    throw inputError(
      `${basename(files.song)}: ${known.message} Mend it, or take it out of the folder.`,
      error,
    )
  }
}

/** Lyrics that cannot be read are said and left out: the release has everything else. */
async function readTiming({ lyrics }: SongFiles, { reporter }: ReadContext): Promise<PackSong['lyrics']> {
  if (!lyrics) return 'NONE'
  try {
    return (await readLyrics(lyrics, 0)).timing === 'ESTIMATED' ? 'UNTIMED' : 'TIMED'
  } catch (error) {
    const message = `${basename(lyrics)} is left out: ${toCliError(error).message}`
    reporter.report({ event: 'warning', code: 'LYRICS_UNUSABLE', message })
    return 'NONE'
  }
}

/** By the numbers in the tags where every song has its own, else as a person would order the files. */
function orderSongs(songs: readonly Read[]): Read[] {
  const places = songs.map(({ facts }) => facts.place && facts.place.disc * 1000 + facts.place.track)
  const isNumbered = places.every((place) => place !== undefined) && new Set(places).size === songs.length
  if (!isNumbered) return [...songs]
  return songs
    .map((song, index) => ({ song, place: places[index]! }))
    .sort((a, b) => a.place - b.place)
    .map(({ song }) => song)
}

/** What the tags agree on; without any, the folder's name and whoever the caller names. */
function nameRelease(folder: string, songs: readonly Read[], names: ReleaseNames) {
  const artists = [...new Set(songs.map(({ facts }) => facts.artist).filter(Boolean))]
  const albums = [...new Set(songs.map(({ facts }) => facts.album).filter(Boolean))]
  if (names.artist === undefined && artists.length === 0)
    throw usageError(
      'The songs have no tags that say who made them, and neither do their names. Say it: --artist "Odalys Wren"',
    )
  const title = names.album ?? (albums.length === 1 ? albums[0]! : tidyFolder(folder))
  const artist = names.artist ?? (artists.length === 1 ? artists[0]! : 'Various Artists')
  return { title, artist, upc: names.upc ?? null }
}

function tidyFolder(folder: string): string {
  return basename(resolve(folder)).replaceAll('_', ' ').trim() || 'Release'
}

async function toReleaseSong(
  { files: { art, lyrics: words, clips = [] }, facts, lyrics }: Read,
  number: number,
  photo: Release['photo'],
): Promise<ReleaseSongFiles> {
  const lyricsFile = lyrics === 'NONE' ? undefined : words
  return {
    number,
    facts,
    title: facts.title,
    hasAudio: true,
    lyrics,
    clips: clips.length,
    clipFiles: clips,
    hasPhoto: photo !== undefined,
    ...(photo && { photo: photo.file }),
    ...(art && { art }),
    ...(lyricsFile && { lyricsFile }),
    hashes: {
      audio: await hashFile(facts.file),
      ...(art && { cover: await hashFile(art) }),
      ...(lyricsFile && { lyrics: await hashFile(lyricsFile) }),
      clips: await Promise.all(clips.map((clip) => hashFile(clip))),
      ...(photo && { photo: photo.sha256 }),
    },
  }
}
