import { splitClusters } from './clusters.ts'
import { isOnePicture, takeFirstEmoji } from './emoji-glyph.ts'
import { isCovered, isCoveredAsEmoji, isPlaceable } from './fonts.ts'
import { hasEmoji, isIgnorable } from './scripts.ts'

/** A text that the bundled fonts can draw, and what had to be left out or replaced for it. */
export type CleanText = { text: string; uncovered: string[] }

/** The characters of a text that no bundled font can draw, each once. Ask before rendering and say so. */
export function findUncoveredCharacters(text: string): string[] {
  return cleanText(text).uncovered
}

/**
 * Makes a text drawable: one form for each letter (NFC), one kind of space, no control characters, and
 * nothing that would become a box. Line ends are kept.
 */
export function cleanText(text: string): CleanText {
  if (PLAIN.test(text)) return { text: tidySpaces(text), uncovered: [] }
  const uncovered = new Set<string>()
  let clean = ''
  const normal = normalise(text)
  for (const cluster of splitClusters(normal)) {
    if (isDrawable(cluster, normal)) clean += cluster
    else {
      uncovered.add(cluster)
      clean += findReplacement(cluster, normal)
    }
  }
  if (uncovered.size > 0) clean = clean.replace(EMPTY_BRACKETS, '')
  return { text: tidySpaces(clean), uncovered: [...uncovered] }
}

const PLAIN = /^[\x20-\x7e\n]*$/
const EMPTY_BRACKETS = /\(\s*\)|\[\s*\]|\{\s*\}/g

function normalise(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(/[\t\u1680\u2000-\u2006\u2008-\u200a\u205f]/g, ' ')
    .replace(INVISIBLE, '')
    .replaceAll(PHONOGRAM, CIRCLED_P)
    .replace(BARE_JOINED, '$&\ufe0f')
    .replace(MARK_TOWER, '$1')
}

// Controls, lone surrogates, the replacement character, fillers, and marks that re-order text behind the reader's
// back. Joiners and the plain direction marks stay: they shape Persian, Hindi and mixed titles.
const INVISIBLE =
  /(?!\n)\p{Cc}|\p{Cs}|[\ufffd\ufeff\u00ad\u200b\u2060-\u2064\u202a-\u202e\u2066-\u206f\u115f\u1160\u3164\uffa0\u180e]/gu

// Every label line has a phonogram sign and no bundled font does; a circled P is the same picture.
const PHONOGRAM = '\u2117'
const CIRCLED_P = '\u24c5'

// Some keyboards leave out the selector that makes the first sign of a sequence a picture.
const BARE_JOINED = /(?!\p{Emoji_Presentation})\p{Extended_Pictographic}(?=\u200d)/gu

// No language stacks four accents on a letter; whoever does would make the whole title tiny.
const MARK_TOWER = /([\u0300-\u036f]{3})[\u0300-\u036f]+/g

function isDrawable(cluster: string, text: string): boolean {
  const codePoints = Array.from(cluster, (character) => character.codePointAt(0)!)
  if (hasEmoji(cluster)) return codePoints.every(isCoveredAsEmoji) && isOnePicture(cluster)
  const isKnown = codePoints.every((codePoint) => isCovered(codePoint, text) || isCoveredAsEmoji(codePoint))
  return isKnown && isPlaceable(cluster)
}

/** Fancy letters become plain ones, letters with too many marks lose the marks, and of unknown emoji sequences the first emoji stays; the rest goes. */
function findReplacement(cluster: string, text: string): string {
  const first = takeFirstEmoji(cluster)
  if (first !== cluster && hasEmoji(first) && isDrawable(first, text)) return first
  const plain = cluster.normalize('NFKC')
  if (plain !== cluster && isDrawable(plain, text)) return plain
  const bare = cluster.normalize('NFD').replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
  if (bare !== '' && bare !== cluster && !isIgnorable(bare) && isDrawable(bare, text)) return bare
  return ''
}

function tidySpaces(text: string): string {
  return text
    .replace(/ *\n[ \n]*/g, '\n')
    .replace(/ {2,}/g, ' ')
    .trim()
}
