import { isLink, type SongRow } from '../../catalogue/read-song-list.ts'
import { type DraftFile, type DraftSong, type FileRole, findFile, newSong } from './draft.ts'

/** A row of a table has named the file, and it is not here yet. */
const AWAITED = 'Drop this file here, too.'

const ENDINGS: [role: FileRole, ending: RegExp][] = [
  ['lyrics', /\.(lrc|srt|vtt|ttml|ass|txt)$/i],
  ['audio', /\.(mp3|flac|wav|aiff?|ogg|opus|m4a)$/i],
  ['cover', /\.(jpe?g|png|webp|avif|heic|gif)$/i],
  ['clip', /\.(mp4|mov|webm)$/i],
]

/** What a file is to a song, by its name or else by what the browser says of it. */
export function findRole({ name, type }: { name: string; type: string }): FileRole | undefined {
  const byName = ENDINGS.find(([, ending]) => ending.test(name))?.[0]
  if (byName) return byName
  if (type.startsWith('audio/')) return 'audio'
  if (type.startsWith('image/')) return 'cover'
  return type.startsWith('video/') ? 'clip' : undefined
}

/**
 * The songs with one more file. Audio is a song of its own, or the one that waits for it. Anything else goes to the song
 * that is called like it, or to the only one; of many, a cover goes to all that have none. Undefined if nobody can say whose it is.
 */
export function placeFile(songs: DraftSong[], file: DraftFile): DraftSong[] | undefined {
  if (songs.some((song) => hasName(song, file.name)))
    return songs.map((song) => (hasName(song, file.name) ? addFile(song, file) : song))
  const [owner, ...others] = findOwners(songs, file)
  if (owner) {
    const owners = [owner, ...others]
    return songs.map((song) => (owners.includes(song) ? addFile(song, file) : song))
  }
  const isFirst = songs.every(({ isFromCatalogue }) => isFromCatalogue)
  return file.role === 'audio' || isFirst ? [...songs, addFile(newSong({}), file)] : undefined
}

/** The songs with those of a table. A row whose audio is here already says more about that song. */
export function placeRows(songs: DraftSong[], rows: SongRow[]): DraftSong[] {
  const all = [...songs]
  for (const row of rows) {
    const here = all.flatMap(({ files }) => files)
    const files = listFiles(row).map((file) => here.find(({ name }) => name === file.name) ?? file)
    const [audio] = files
    const at = all.findIndex((song) => audio && hasName(song, audio.name))
    const { title, artist, album, isrc } = row
    const given = Object.entries({ title, artist, album, isrc }).filter(([, text]) => text !== '')
    const song = files.reduce(addFile, { ...(all[at] ?? newSong({})), ...Object.fromEntries(given) })
    if (at < 0) all.push(song)
    else all[at] = song
  }
  return all
}

function findOwners(songs: DraftSong[], { role, name }: DraftFile): DraftSong[] {
  const open = songs.filter(({ isFromCatalogue }) => !isFromCatalogue)
  if (role === 'audio') return open.filter((song) => !findFile(song, 'audio')).slice(0, 1)
  const namesake = open.find(
    (song) =>
      readStem(findFile(song, 'audio')?.name ?? '') === readStem(name) || song.title === readStem(name),
  )
  if (namesake) return [namesake]
  if (open.length === 1) return open
  return role === 'cover' ? open.filter((song) => !findFile(song, 'cover')) : []
}

/** A song has one file of each role, but as many clips as there are. Its audio names it; what somebody typed stays. */
function addFile(song: DraftSong, file: DraftFile): DraftSong {
  const others = song.files.filter(
    ({ name, role }) => name !== file.name && (role === 'clip' || role !== file.role),
  )
  const files = [...others, file]
  if (file.role !== 'audio') return { ...song, files }
  const { title, artist } = readNames(nameFile(file.name))
  return { ...song, files, title: song.title || title, artist: song.artist || artist, range: undefined }
}

/** `Nova Lane - Midnight Drive.mp3` says both; any other name is a title. */
function readNames(fileName: string): { title: string; artist: string } {
  const stem = readStem(fileName)
  const [, artist = '', title = stem] = /^(.+?) [-–—] (.+)$/.exec(stem) ?? []
  return { title: title.replaceAll('_', ' '), artist }
}

function readStem(fileName: string): string {
  return fileName.replace(/\.[^.]+$/, '')
}

function hasName({ files }: Pick<DraftSong, 'files'>, name: string): boolean {
  return files.some((file) => file.name === name)
}

/** The files of a row: links are known by themselves, files by their names, and those have to be dropped. */
function listFiles({ audio, cover, lyrics }: SongRow): DraftFile[] {
  const roles: [role: FileRole, place: string][] = [
    ['audio', audio],
    ['cover', cover],
    ['lyrics', lyrics],
  ]
  return roles
    .filter(([, place]) => place !== '')
    .map(([role, place]) =>
      isLink(place) ? { role, name: place, url: place } : { role, name: nameFile(place), error: AWAITED },
    )
}

/** The last part of a path or a link. */
function nameFile(place: string): string {
  const path = isLink(place) ? new URL(place).pathname : place
  const last = path.split(/[/\\]/).findLast((part) => part !== '') ?? place
  try {
    return decodeURIComponent(last)
  } catch {
    // A percent sign that means itself.
    return last
  }
}
