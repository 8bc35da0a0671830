import anyAscii from 'any-ascii'

/**
 * A text as part of a file name: lower-case ASCII letters and digits, joined by hyphens. Other scripts are written as
 * they sound, emoji by their names. Empty when nothing of the text can be written so.
 */
export function toFileSlug(text: string, maxCharacters = 60): string {
  const ascii = anyAscii(text.normalize('NFC')).toLowerCase().replace(/['’`]/g, '')
  const words = ascii.split(/[^a-z0-9]+/).filter(Boolean)
  return cutAtWord(words, maxCharacters)
}

/** Cuts between words where that leaves most of the text, else inside one. */
function cutAtWord(words: readonly string[], maxCharacters: number): string {
  const whole = words.join('-')
  if (whole.length <= maxCharacters) return whole
  const cut = whole.slice(0, maxCharacters + 1)
  const lastGap = cut.lastIndexOf('-')
  const end = lastGap >= maxCharacters / 2 ? lastGap : maxCharacters
  return whole.slice(0, end).replace(/-$/, '')
}
