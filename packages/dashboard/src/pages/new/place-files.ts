import { type FileKind, findFileKind } from '@songreel/contract/file-types'
import { isLink, type SongRow } from '../../catalogue/read-song-list.ts'
import { type DraftFile, type DraftSong, type FileRole, findFile, newKey, newSong } from './draft.ts'
import { endsAlike, readFolder, readNames, readStem } from './file-paths.ts'
import { findOwners } from './find-owners.ts'

/** A row of a table has named the file, and it is not here yet. */
const AWAITED = 'Drop this file here, too.'

const ROLES: Record<FileKind, FileRole> = { AUDIO: 'audio', IMAGE: 'cover', VIDEO: 'clip', TEXT: 'lyrics' }

/** What a file is to a song, by its name or else by what the browser says of it. */
export function findRole({ name, type }: { name: string; type: string }): FileRole | undefined {
  const kind = findFileKind(name)
  if (kind) return ROLES[kind]
  if (type.startsWith('audio/')) return 'audio'
  if (type.startsWith('image/')) return 'cover'
  return type.startsWith('video/') ? 'clip' : undefined
}

/**
 * The songs with one more file. One that was here before takes its own place again. Audio is a song of its own, or the one
 * that waits for it. Anything else goes to the songs of its folder, then to the one that is called like it, or to the only one;
 * of many, a cover goes to all that have none. Undefined if nobody can say whose it is. `together` holds the files that came
 * with it: those are never the same, whatever they are called.
 */
export function placeFile(
  songs: DraftSong[],
  file: DraftFile,
  together: ReadonlySet<string> = new Set(),
): DraftSong[] | undefined {
  const earlier = findEarlier(songs, file, together)
  if (earlier.length > 0) return replaceFiles(songs, earlier, file)
  if (isAwaitedTwice(songs, file)) return undefined
  const [owner, ...others] = findOwners(songs, file)
  if (owner) {
    const owners = [owner, ...others]
    return songs.map((song) => (owners.includes(song) ? addFile(song, file) : song))
  }
  const isFirst = songs.every(({ isFromCatalogue }) => isFromCatalogue)
  return file.role === 'audio' || isFirst ? [...songs, addFile(newSong({}), file)] : undefined
}

/** Puts a file that belongs to this song into it, whatever it is called. */
export function placeInSong(songs: DraftSong[], songId: string, file: DraftFile): DraftSong[] {
  return songs.map((song) => (song.songId === songId ? addFile(song, file) : song))
}

/** The songs with those of a table. A row whose audio is here already says more about that song. */
export function placeRows(songs: DraftSong[], rows: SongRow[]): DraftSong[] {
  const all = [...songs]
  const claimed = new Set<DraftSong>()
  for (const row of rows) {
    const here = all.flatMap(({ files }) => files)
    const files = listFiles(row).map((file) => here.find((each) => isMeant(each, file)) ?? file)
    const [audio] = files
    const at = all.findIndex((song) => !claimed.has(song) && audio && hasFile(song, audio.fileId))
    const { title, artist, album, isrc } = row
    const given = Object.entries({ title, artist, album, isrc }).filter(([, text]) => text !== '')
    const song = files.reduce(addFile, { ...(all[at] ?? newSong({})), ...Object.fromEntries(given) })
    claimed.add(song)
    if (at < 0) all.push(song)
    else all[at] = song
  }
  return all
}

/** The files whose place this one takes: itself, chosen again, or one that is waited for. */
function findEarlier(songs: DraftSong[], file: DraftFile, together: ReadonlySet<string>): DraftFile[] {
  const before = songs.flatMap(({ files }) => files).filter(({ fileId }) => !together.has(fileId))
  const same = before.filter(
    ({ name, mark }) => name === file.name && mark !== undefined && mark === file.mark,
  )
  if (same.length > 0) return same
  const awaited = findAwaited(songs, file)
  return new Set(awaited.map(({ name }) => name)).size === 1 ? awaited : []
}

/** Several wait for a file of this name, and its folder is not known. */
function isAwaitedTwice(songs: DraftSong[], file: DraftFile): boolean {
  return findAwaited(songs, file).length > 0
}

/** What waits for this file: by its exact path, or else by as much of it as both know. */
function findAwaited(songs: DraftSong[], { name, role }: DraftFile): DraftFile[] {
  const open = songs.flatMap(({ files }) => files).filter((file) => file.error && file.role === role)
  const exact = open.filter((file) => file.name === name)
  return exact.length > 0 ? exact : open.filter((file) => endsAlike(file.name, name))
}

function replaceFiles(songs: DraftSong[], old: DraftFile[], file: DraftFile): DraftSong[] {
  return songs.map((song) => {
    const files = song.files.filter((each) => !old.includes(each))
    return files.length < song.files.length ? addFile({ ...song, files }, file) : song
  })
}

/** A song has one file of each role, but as many clips as there are. Its audio names it; what somebody typed stays. */
function addFile(song: DraftSong, file: DraftFile): DraftSong {
  const others = song.files.filter(
    ({ fileId, role }) => fileId !== file.fileId && (role === 'clip' || role !== file.role),
  )
  const files = [...others, file]
  if (file.role !== 'audio') return { ...song, files }
  const { title, artist } = readNames(file.name)
  return { ...song, files, title: song.title || title, artist: song.artist || artist, range: undefined }
}

function hasFile({ files }: Pick<DraftSong, 'files'>, fileId: string): boolean {
  return files.some((file) => file.fileId === fileId)
}

/** Whether a row of a table means a file that is here. */
function isMeant(here: DraftFile, wanted: DraftFile): boolean {
  if (isLink(here.name) || isLink(wanted.name)) return here.name === wanted.name
  if (here.role !== wanted.role) return false
  // Two rows that name files of one name in two folders wait for two files.
  const isOther = here.error === AWAITED && readFolder(here.name) !== readFolder(wanted.name)
  return !isOther && readStem(here.name) === readStem(wanted.name) && endsAlike(here.name, wanted.name)
}

/** The files of a row: links are known by themselves, files by their paths, and those have to be dropped. */
function listFiles({ audio, cover, lyrics }: SongRow): DraftFile[] {
  const roles: [role: FileRole, place: string][] = [
    ['audio', audio],
    ['cover', cover],
    ['lyrics', lyrics],
  ]
  return roles
    .filter(([, place]) => place !== '')
    .map(([role, name]) => {
      const file = { fileId: newKey('file'), role, name }
      return isLink(name) ? { ...file, url: name } : { ...file, error: AWAITED }
    })
}

/** The song as its file's tags describe it. What somebody typed, or a table said, stays; what only the file's name said does not. */
export function nameByTags(
  song: DraftSong,
  tags: Partial<Pick<DraftSong, 'title' | 'artist' | 'album' | 'isrc'>>,
): DraftSong {
  const guess = readNames(findFile(song, 'audio')?.name ?? '')
  const choose = (field: 'title' | 'artist' | 'album' | 'isrc', guessed: string) =>
    song[field] === '' || song[field] === guessed ? (tags[field] ?? song[field]) : song[field]
  return {
    ...song,
    title: choose('title', guess.title),
    artist: choose('artist', guess.artist),
    album: choose('album', ''),
    isrc: choose('isrc', ''),
  }
}
