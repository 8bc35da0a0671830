import { basename, extname } from 'node:path'
import type { NamesFrom } from '../events.ts'

/** What a song is called, and who says so. */
export type SongNames = { title: string; artist: string; album: string; namesFrom: NamesFrom }

/** Any of a song's names. */
export type SomeNames = { title?: string; artist?: string; album?: string }

/** Names in the tags, and which of them could not be used. */
export type TaggedNames = SomeNames & { notes?: readonly { field: string }[] }

/** The caller's names before the tags' names before what the file is called. */
export function chooseNames(path: string, tags: TaggedNames, given: SomeNames): SongNames {
  const fromFile = readFileName(path)
  const title = given.title ?? tags.title ?? fromFile.title
  // Tags that know the title know the artist, too, unless theirs cannot be shown.
  const isArtistLost = tags.notes?.some(({ field }) => field === 'artist') ?? false
  const artist = given.artist ?? tags.artist ?? (tags.title && !isArtistLost ? '' : fromFile.artist)
  const album = given.album ?? tags.album ?? ''
  return { title, artist, album, namesFrom: given.title ? 'OPTIONS' : tags.title ? 'TAGS' : 'FILE_NAME' }
}

/** `01 - Odalys Wren - Tin_Lanterns.mp3` is Tin Lanterns by Odalys Wren; so is `odalys wren - tin-lanterns.mp3`. */
function readFileName(path: string): { title: string; artist: string } {
  const stem = basename(path, extname(path))
    .normalize('NFC')
    .replace(/^\d{1,3}(\s*[-._]\s*|\s+)(?=\D)/, '')
  const [artist = '', ...names] = stem.split(/\s+[-–—]\s+/).map(tidy)
  if (names.length > 0) return { artist, title: names.join(' - ') }
  return { artist: '', title: tidy(stem) || 'Untitled' }
}

/** Hyphens and underscores stand for spaces only where there are no spaces; a name without capitals gets them. */
function tidy(text: string): string {
  const spaced = /\s/.test(text) ? text.replaceAll('_', ' ') : text.replace(/[-_]+/g, ' ')
  const trimmed = spaced.replace(/\s+/g, ' ').trim()
  if (trimmed !== trimmed.toLowerCase()) return trimmed
  return trimmed.replace(
    /(^|\s)(\p{Ll})/gu,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  )
}
