/**
 * True for text of Latin letters, digits and common punctuation: most titles. The questions below then have known
 * answers, and their large Unicode classes, each some milliseconds to compile, are never built.
 */
export function isLatin(text: string): boolean {
  return LATIN.test(text)
}

/** The direction of the first letter that has one (UAX #9, rules P2 and P3). */
export function isRightToLeft(text: string): boolean {
  if (isLatin(text)) return false
  const first = text.match(/[\p{L}\u200e\u200f]/u)?.[0]
  return first !== undefined && RIGHT_TO_LEFT.test(first)
}

/** Whether a text has letters that run from right to left. */
export function hasRightToLeft(text: string): boolean {
  return !isLatin(text) && RIGHT_TO_LEFT.test(text)
}

/** Whether letter-spacing is harmless: it tears joined letters apart and disturbs full-width and marked scripts. */
export function canBeTracked(text: string): boolean {
  return isLatin(text) || !JOINED_OR_WIDE.test(text)
}

/** Whether a text has words that no space separates. Korean has spaces, and looks best broken only there. */
export function hasUnspacedWords(text: string): boolean {
  return !isLatin(text) && UNSPACED.test(text)
}

/** Whether a text has Cyrillic letters. */
export function hasCyrillic(text: string): boolean {
  return !isLatin(text) && /\p{sc=Cyrl}/u.test(text)
}

/** Whether a character begins with a letter of the scripts that the Latin families share. */
export function isEuropeanLetter(character: string): boolean {
  return isLatin(character)
    ? /^[A-Za-z\u00aa-\u024f]/.test(character)
    : /^[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}]/u.test(character)
}

/** Whether a character carries an accent of its own code point, other than those of the Asian scripts. */
export function isAccented(character: string): boolean {
  return character.length > 1 && ACCENTED.test(character)
}

/** Whether a character belongs to the East Asian fonts. */
export function isEastAsian(character: string): boolean {
  return !isLatin(character) && EAST_ASIAN.test(character)
}

/** Whether a character never needs a glyph of its own: joiners, selectors, marks of direction, tags, line ends. */
export function isIgnorable(character: string): boolean {
  return isLatin(character) ? character === '\n' : /[\p{Default_Ignorable_Code_Point}\n]/u.test(character)
}

/** Whether a text holds a character that wants to be a coloured picture, not a letter. */
export function hasEmoji(text: string): boolean {
  return !isLatin(text) && EMOJI.test(text)
}

/** The text without its coloured pictures. */
export function removeEmoji(text: string): string {
  return isLatin(text) ? text : text.replaceAll(new RegExp(EMOJI, 'gu'), '')
}

/** Whether several code points may stand for one character: marks, joiners, jamo, and the upper planes. */
export function hasComposites(text: string): boolean {
  return !isLatin(text) && /[\p{M}\p{Cf}\p{Emoji_Modifier}\u1100-\u11ff\u{10000}-\u{10ffff}]/u.test(text)
}

const LATIN = /^[\n -~\u00a0-\u00ac\u00ae-\u024f\u2010-\u2027]*$/
const RIGHT_TO_LEFT = /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Adlm}\p{sc=Syrc}\u200f]/u
const JOINED_OR_WIDE =
  /(?![\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Armn}\p{sc=Geor}\p{sc=Hebr}\p{sc=Zyyy}\p{sc=Zinh}])\p{L}/u
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Bopo}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]/u
const EAST_ASIAN =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}\u3000-\u303f\u30fb-\u30ff\u31c0-\u31ef\u3200-\u33ff\ufe30-\ufe4f\uff00-\uffef]/u
const ACCENTED =
  /.(?:[\u0300-\u036f]|[\u0483-\u0487]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20dc]|[\ufe20-\ufe2f])/u
const EMOJI =
  /\p{Emoji}\uFE0F?\u20E3|\p{Emoji}\uFE0F|\p{Emoji_Presentation}|\p{Regional_Indicator}|\p{Emoji_Modifier}/u
