/** Scripts in which a character is about a syllable: Chinese, Japanese, Korean. */
const WHOLE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Small kana and the sign for a long vowel belong to the character before. */
const JOINED = /[ぁぃぅぇぉゃゅょっァィゥェォャュョッー]/u

/** Vowels of the scripts that write them, without accents; neighbours are sung as one. */
const VOWELS = /[aeiouyæøœıаеиоуыэюяіїєαεηιουω]+/gu

/** Scripts that leave vowels out, or hang them on consonants, have about this many letters in a syllable. */
const LETTERS_PER_SYLLABLE = 2

/** About how many syllables are sung for a text, in whatever language; any text has one at least. */
export function countSyllables(text: string): number {
  let count = 0
  for (const word of text.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u))
    if (word !== '') count += countWord(word)
  return Math.max(1, count)
}

function countWord(word: string): number {
  const characters = [...word]
  const whole = characters.filter((character) => WHOLE.test(character) && !JOINED.test(character)).length
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '')
  const vowels = plain.match(VOWELS)?.length ?? 0
  if (whole + vowels > 0) return whole + vowels
  // A single consonant is part of a contraction ("j'ai", "it's").
  const letters = characters.filter((character) => /\p{L}/u.test(character)).length
  if (/^\p{Script=Latin}$/u.test(word)) return 0
  return Math.max(1, Math.round(letters / LETTERS_PER_SYLLABLE))
}
