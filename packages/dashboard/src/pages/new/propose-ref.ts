import type { Draft } from './draft.ts'

const MOST_CHARACTERS = 60

/**
 * A reference for songs that are sent together, where nobody has given one: their album or artist, and when the draft was begun.
 * The same however often it is sent.
 */
export function proposeRef({ songs, key }: Pick<Draft, 'songs' | 'key'>): string {
  const common = (name: 'album' | 'artist') => {
    const names = new Set(songs.map((song) => song[name].trim()))
    return names.size === 1 ? [...names][0] : ''
  }
  const name = toSlug(common('album') || common('artist') || 'songs')
  const begun = new Date(Number(/\d{10,}/.exec(key)?.[0] ?? Date.now()))
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${begun.getFullYear()}-${two(begun.getMonth() + 1)}-${two(begun.getDate())}`
  return `${name || 'songs'}-${day}-${two(begun.getHours())}${two(begun.getMinutes())}`
}

/** Letters of any script, joined by hyphens. */
function toSlug(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const slug = plain.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
  return slug.slice(0, MOST_CHARACTERS).replace(/-$/, '')
}
