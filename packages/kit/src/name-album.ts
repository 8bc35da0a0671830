import type { Song } from './template.ts'

/** What shops add to the name of a single or an EP. */
const KIND = /\s*(?:[-–—]\s*(?:single|ep)|[([]\s*(?:single|ep)\s*[)\]]|\bep)$/iu

/** The album's name where it says more than the title: that of a single is the title again. */
export function nameAlbum({ title, album }: Pick<Song, 'title' | 'album'>): string {
  return toKey(album) === toKey(title) ? '' : album
}

function toKey(name: string): string {
  const plain = name.normalize('NFKC').trim()
  return (plain.replace(KIND, '') || plain).toLocaleLowerCase('en')
}
