import { formatCount } from './format.ts'

/** What changes in a song or around it, as people call it. */
const CHANGED: Record<string, string> = {
  AUDIO: 'the audio',
  COVER: 'the cover',
  TITLE: 'the title or album',
  ARTIST: 'the artist’s name',
  LYRICS: 'the lyrics',
  CLIPS: 'the clips',
  BRAND: 'the brand',
}
const NEWER: Record<string, string> = { TEMPLATE: 'a newer template', ENGINE: 'a newer Songreel' }

/** Why videos are out of date, in one sentence: "The lyrics and the cover have changed since." */
export function describeReasons(reasons: readonly string[]): string {
  const changed = Object.keys(CHANGED).filter((reason) => reasons.includes(reason))
  const newer = Object.keys(NEWER).filter((reason) => reasons.includes(reason))
  const names = changed.map((reason) => CHANGED[reason] ?? '')
  const isMany = changed.length > 1 || changed.includes('LYRICS') || changed.includes('CLIPS')
  const parts = [
    ...(names.length > 0 ? [`${join(names)} ${isMany ? 'have' : 'has'} changed since`] : []),
    ...(newer.length > 0 ? [`there is ${join(newer.map((reason) => NEWER[reason] ?? ''))}`] : []),
  ]
  const words = parts.join(', and ') || 'something has changed since'
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

/** How many videos are out of date: "2 videos are out of date". */
export function countStale(count: number): string {
  return `${formatCount(count, 'video')} ${count === 1 ? 'is' : 'are'} out of date`
}

function join(words: string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
