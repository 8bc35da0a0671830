import { type DraftFile, type DraftSong, findFile } from './draft.ts'
import { readFolder, readStem } from './file-paths.ts'

/** The songs that a file belongs to; none if it is a song of its own, or if nobody can say. */
export function findOwners(songs: DraftSong[], file: DraftFile): DraftSong[] {
  const open = songs.filter(({ isFromCatalogue }) => !isFromCatalogue)
  if (file.role === 'audio') return open.filter((song) => waitsForAudio(song, file)).slice(0, 1)
  const near = findNear(open, readFolder(file.name))
  const stem = readStem(file.name)
  const namesakes = near.filter((song) => readStem(nameAudio(song)) === stem || song.title === stem)
  if (namesakes.length === 1) return namesakes
  if (namesakes.length > 1) return file.role === 'cover' ? namesakes.filter(lacksCover) : []
  if (near.length === 1) return near
  return file.role === 'cover' ? near.filter(lacksCover) : []
}

/** A cover from inside the song's file gives way. */
export function lacksCover(song: DraftSong): boolean {
  const cover = findFile(song, 'cover')
  return !cover || cover.isEmbedded === true
}

/** Files that came before their song: it takes them if they may lie in its folder. */
function waitsForAudio(song: DraftSong, { name }: DraftFile): boolean {
  if (findFile(song, 'audio')) return false
  const folder = readFolder(name)
  return song.files.every((file) => {
    const other = readFolder(file.name)
    return other === '' || folder === '' || isSameOrAbove(other, folder) || isSameOrAbove(folder, other)
  })
}

/**
 * The songs of a folder, or else those in folders below it. Or else those of the nearest folder above, or of a folder beside
 * it (`Scans` and `Audio` of one release) if it is the only one: of two, nobody can say which is meant.
 */
function findNear(songs: DraftSong[], folder: string): DraftSong[] {
  if (folder === '') return songs
  const inside = (place: string) => songs.filter((song) => isSameOrAbove(place, readHome(song)))
  const exactly = (place: string) => songs.filter((song) => readHome(song) === place)
  const [own = [], ...above] = listAbove(folder).map((place) => [exactly(place), inside(place)] as const)
  const found = own.find((group) => group.length > 0)
  if (found) return found
  for (const [exact, all] of above) {
    if (exact.length > 0) return exact
    if (all.length > 0) return isOneHome(all) ? all : []
  }
  const homeless = songs.filter((song) => readHome(song) === '')
  return homeless.length > 0 ? homeless : isOneHome(songs) ? songs : []
}

function isOneHome(songs: DraftSong[]): boolean {
  return new Set(songs.map(readHome)).size === 1
}

/** `a/b/c`, `a/b`, `a` */
function listAbove(folder: string): string[] {
  const parts = folder.split('/')
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/'))
}

function readHome(song: DraftSong): string {
  return readFolder(nameAudio(song))
}

function isSameOrAbove(upper: string, lower: string): boolean {
  return upper === lower || lower.startsWith(`${upper}/`)
}

function nameAudio(song: DraftSong): string {
  return findFile(song, 'audio')?.name ?? ''
}
