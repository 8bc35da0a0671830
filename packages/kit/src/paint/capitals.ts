import { isLatin } from './scripts.ts'

/**
 * Sets a text in capitals as its readers do. The language decides if it is known, else the letters: never the machine's
 * own language, which would give a title other letters on another server.
 */
export function toCapitals(text: string, language?: string): string {
  if (language) return exceptGeorgian(text, (part) => part.toLocaleUpperCase(language))
  if (TURKIC.test(text)) return text.toLocaleUpperCase('tr')
  if (isLatin(text)) return text.toUpperCase()
  return exceptGeorgian(text, (part) =>
    part
      .replace(GREEK, (word) => word.toLocaleUpperCase('el'))
      // As it is spoken today; Unicode has the letters of the old spelling.
      .replaceAll('և', 'եվ')
      .toUpperCase(),
  )
}

// Only languages that write ı, or ğ beside it, tell i and ı apart.
const TURKIC = /[ıİğĞ]/
// Greek drops its accents in capitals.
const GREEK = /[\p{sc=Grek}\p{M}]+/gu
const GEORGIAN = /(\p{sc=Geor}+)/u

/** Georgian has capitals in Unicode, and no one who expects them in a title. */
function exceptGeorgian(text: string, toUpper: (part: string) => string): string {
  return text
    .split(GEORGIAN)
    .map((part) => (GEORGIAN.test(part) ? part : toUpper(part)))
    .join('')
}
