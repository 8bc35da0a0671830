import { findRules } from './sound-rules.ts'

/**
 * What can be told apart in a song: five vowels, hisses, hums (m, n), what flows (l, r, w), and all other consonants. What was
 * heard is described in this order.
 */
export const SOUNDS = ['a', 'e', 'i', 'o', 'u', 's', 'n', 'l', 'p'] as const

/** A sound that the writing doesn't tell. */
export const ANY_SOUND = SOUNDS.length

/** Vowels come first. */
const VOWEL_COUNT = 5

/** Letters of other alphabets: each beside the Latin one that is sung like it. */
const ALIKE: readonly (readonly [letters: string, latin: string])[] = [
  ['аяα', 'a'],
  ['еэєεæœ', 'e'],
  ['иыіїйηιυ', 'i'],
  ['оёοω', 'o'],
  ['ую', 'u'],
  ['сзшщжцчσςζξψßç', 's'],
  ['мнμν', 'n'],
  ['лрвλρ', 'l'],
  ['бпгкдтфхґβγδθκπτφχ', 'p'],
]

const LATIN = new Map(ALIKE.flatMap(([letters, latin]) => [...letters].map((letter) => [letter, latin])))

/** Scripts in which a character is about a syllable: Chinese, Japanese, Korean. */
const WHOLE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Small kana and the sign for a long vowel belong to the character before. */
const JOINED = /[ぁぃぅぇぉゃゅょっァィゥェォャュョッー]/u

/** Scripts that leave vowels out, or hang them on consonants, have about this many letters in a syllable. */
const LETTERS_PER_SYLLABLE = 2

/** Consonants may be sung so quickly that nobody hears them; all else is heard. */
export function mayBeMissed(sound: number): boolean {
  return sound >= VOWEL_COUNT && sound !== ANY_SOUND
}

/** The sounds of each word of each line, as numbers in the list of sounds. */
export function spellLines(lines: readonly string[]): number[][][] {
  const rules = findRules(lines.join(' '))
  const spell = (word: string) => {
    const plain = word
      .normalize('NFC')
      .toLowerCase()
      .replaceAll('’', "'")
      .replace(/[^\p{L}\p{M}\p{N}']/gu, '')
    return listSounds(rules.reduce((text, [found, sung]) => text.replace(found, sung), plain).toLowerCase())
  }
  return lines.map((line) => line.trim().split(/\s+/).map(spell))
}

function listSounds(word: string): number[] {
  const sounds: number[] = []
  const characters = [...removeAccents(word)]
  let unknown = 0
  characters.forEach((character, i) => {
    if (WHOLE.test(character)) {
      if (!JOINED.test(character)) sounds.push(ANY_SOUND)
      return
    }
    const sound = SOUNDS.indexOf(readLetter(LATIN.get(character) ?? character, characters[i + 1]))
    if (sound >= 0 && sounds.at(-1) !== sound) sounds.push(sound)
    else if (sound < 0 && /[\p{L}\p{N}]/u.test(character) && unknown++ % LETTERS_PER_SYLLABLE === 0)
      sounds.push(ANY_SOUND)
  })
  // Every word is sung somehow.
  return sounds.length > 0 ? sounds : [ANY_SOUND]
}

function removeAccents(word: string): string {
  return [...word]
    .map((letter) =>
      LATIN.has(letter) || WHOLE.test(letter) ? letter : letter.normalize('NFD').replace(/\p{M}/gu, ''),
    )
    .join('')
}

function readLetter(letter: string, next: string | undefined): (typeof SOUNDS)[number] {
  if (letter === 'y') return 'i'
  if ('szxj'.includes(letter) || (letter === 'c' && next && 'eiy'.includes(next))) return 's'
  if ('mn'.includes(letter)) return 'n'
  if ('lrw'.includes(letter)) return 'l'
  if ('bcdfgkpqtv'.includes(letter)) return 'p'
  return letter as (typeof SOUNDS)[number]
}
