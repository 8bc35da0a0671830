/** Letters that do not come apart into a plain one and a mark, in lower case. */
const PLAIN_LETTERS: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
}
const LETTERS = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g')

/** A text without case, accents and compatibility forms: what names are searched by. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(LETTERS, (letter) => PLAIN_LETTERS[letter] as string)
    .normalize('NFC')
}

/** A pattern for LIKE that finds the folded text anywhere; what LIKE takes for signs stands for itself. */
export function containsPattern(text: string): string {
  return `%${foldText(text).replace(/[\\%_]/g, '\\$&')}%`
}

/** A new name and what it is found by, as columns; undefined leaves both. */
export function nameColumns(name: string | undefined): Record<'name' | 'name_key', string | undefined> {
  return { name, name_key: name === undefined ? undefined : foldText(name) }
}
