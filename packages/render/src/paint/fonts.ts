import {
  type FontFace,
  hasScript,
  listHanFaces,
  SCRIPT_FONTS,
  SYMBOL_FONTS,
  VOICES,
  type Voice,
} from './font-families.ts'
import { type FontSlice, getEmojiSlice, hasGlyph, listSlices, registerSlice } from './font-slices.ts'
import { findHanForms } from './han-forms.ts'
import { hasEmoji, isEastAsian, isEuropeanLetter, isIgnorable, removeEmoji } from './scripts.ts'

/** The typographic voices a template can speak with. */
export const FONT_STYLES = ['MODERN', 'GROTESK', 'SERIF', 'CONDENSED', 'MONO'] as const

/** One of the typographic voices. */
export type FontStyle = (typeof FONT_STYLES)[number]

/** The two weights in use: DISPLAY for titles, TEXT for everything beside them. */
export type FontRole = 'DISPLAY' | 'TEXT'

/** The fonts a text is drawn with. */
export type FontChoice = Omit<Voice, 'faces'> & {
  /** For `ctx.font`, in the order in which Skia is to try them. */
  families: string
}

/** Chooses and registers the font slices for a text: only those that its characters need. */
export function chooseFonts(text: string, style: FontStyle, role: FontRole, language?: string): FontChoice {
  const { faces, ...voice } = VOICES[style][role]
  const codePoints = listCodePoints(removeEmoji(text))
  const ordered = orderFaces(faces, codePoints)
  const chosen = new Set<FontSlice>()
  const symbols = new Set<FontSlice>()
  const later = listOtherFaces(text, language)

  for (const codePoint of codePoints) {
    const slice = findInFaces(ordered, codePoint, chosen) ?? findInFaces(later(codePoint), codePoint, chosen)
    if (slice) chosen.add(slice)
    else {
      const symbol = findSymbolSlice(codePoint)
      if (symbol) symbols.add(symbol)
    }
  }
  // A space, so that a text of emoji alone still measures with the voice's own font.
  if (chosen.size === 0) chosen.add(listSlices(ordered[0]!)[0]!)
  const slices = [...sortByFace([...chosen], ordered), ...symbols]
  // Before the symbols, or a red heart would be drawn as a black one; after the letters, for it has digits too.
  if (hasEmoji(text)) slices.splice(slices.length - symbols.size, 0, getEmojiSlice())
  else if (needsEmojiFont(codePoints, slices)) slices.push(getEmojiSlice())

  for (const slice of slices) registerSlice(slice)
  return { ...voice, families: slices.map((slice) => `"${slice.alias}"`).join(', ') }
}

/** Whether any bundled font has a glyph for this code point of a text, the emoji font aside. */
export function isCovered(codePoint: number, text: string): boolean {
  const known = coveredCodePoints.get(codePoint)
  if (known !== undefined) return known
  const character = String.fromCodePoint(codePoint)
  const none = new Set<FontSlice>()
  const answer =
    isIgnorable(character) ||
    findInFaces(VOICES.MODERN.TEXT.faces, codePoint, none) !== undefined ||
    findInFaces(listOtherFaces(text)(codePoint), codePoint, none) !== undefined ||
    findSymbolSlice(codePoint) !== undefined
  coveredCodePoints.set(codePoint, answer)
  return answer
}

/** Whether the emoji font has a glyph for this code point. */
export function isCoveredAsEmoji(codePoint: number): boolean {
  return isIgnorable(String.fromCodePoint(codePoint)) || hasGlyph(getEmojiSlice(), codePoint)
}

const coveredCodePoints = new Map<number, boolean>()

function listCodePoints(text: string): number[] {
  const characters = new Set(text)
  return [...characters].filter((each) => !isIgnorable(each)).map((each) => each.codePointAt(0)!)
}

/** A word half in one face and half in another looks broken: the first face that has every letter leads. */
function orderFaces(faces: readonly FontFace[], codePoints: readonly number[]): FontFace[] {
  if (faces.length === 1) return [...faces]
  const letters = codePoints.filter((each) => isEuropeanLetter(String.fromCodePoint(each)))
  const hasAll = (face: FontFace) =>
    letters.every((each) => listSlices(face).some((slice) => hasGlyph(slice, each)))
  const leader = faces.find(hasAll) ?? faces[faces.length - 1]!
  return [leader, ...faces.filter((face) => face !== leader)]
}

/** The faces beyond the voice that may have a character; the East Asian forms are decided once per text. */
function listOtherFaces(text: string, language?: string): (codePoint: number) => FontFace[] {
  let hanFaces: FontFace[] | undefined
  return (codePoint) => {
    const character = String.fromCodePoint(codePoint)
    if (isEastAsian(character)) {
      hanFaces ??= listHanFaces(findHanForms(text, language))
      return hanFaces
    }
    return SCRIPT_FONTS.filter((font) => hasScript(font, character)).map((font) => font.face)
  }
}

/** Prefers a slice that the text needs anyway, so that marks stand in the same file as their letters. */
function findInFaces(
  faces: readonly FontFace[],
  codePoint: number,
  chosen: ReadonlySet<FontSlice>,
): FontSlice | undefined {
  for (const face of faces) {
    const slices = listSlices(face)
    const used = slices.find((slice) => chosen.has(slice) && hasGlyph(slice, codePoint))
    const found = used ?? slices.find((slice) => hasGlyph(slice, codePoint))
    if (found) return found
  }
  return undefined
}

function findSymbolSlice(codePoint: number): FontSlice | undefined {
  const character = String.fromCodePoint(codePoint)
  const faces = SYMBOL_FONTS.filter((font) => hasScript(font, character)).map((font) => font.face)
  return findInFaces(faces, codePoint, new Set())
}

function sortByFace(slices: FontSlice[], faces: readonly FontFace[]): FontSlice[] {
  const order = faces.flatMap((face) => listSlices(face))
  const rank = (slice: FontSlice) => {
    const at = order.indexOf(slice)
    return at < 0 ? order.length : at
  }
  return slices.sort((a, b) => rank(a) - rank(b))
}

function needsEmojiFont(codePoints: readonly number[], slices: readonly FontSlice[]): boolean {
  return codePoints.some((each) => !slices.some((slice) => hasGlyph(slice, each)) && isCoveredAsEmoji(each))
}
