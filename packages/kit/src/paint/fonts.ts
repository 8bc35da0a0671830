import { findVoice } from './brand-voice.ts'
import { splitClusters } from './clusters.ts'
import {
  type FontFace,
  type FontRole,
  type FontStyle,
  hasScript,
  listHanFaces,
  SCRIPT_FONTS,
  SYMBOL_FONTS,
  VOICES,
  type Voice,
} from './font-families.ts'
import { type FontSlice, getEmojiSlice, hasGlyph, listSlices, registerSlice } from './font-slices.ts'
import { findHanForms } from './han-forms.ts'
import { hasTornEmoji, JOINED_EMOJI, registerJoinedEmoji } from './joined-emoji.ts'
import { canSet, chooseLetterSlices } from './letter-slices.ts'
import { hasEmoji, isAccented, isEastAsian, isEuropeanLetter, isIgnorable, removeEmoji } from './scripts.ts'

/** The fonts a text is drawn with. */
export type FontChoice = Omit<Voice, 'faces'> & {
  /** For `ctx.font`, in the order in which Skia is to try them. */
  families: string
}

/** Chooses and registers the font slices for a text: only those that its characters need. */
export function chooseFonts(text: string, style: FontStyle, role: FontRole, language?: string): FontChoice {
  const { faces, ownVoice, ...brand } = findVoice(style, role)
  const { letters, others } = sortClusters(removeEmoji(text))
  const { leader, slices: letterSlices } = chooseLetterSlices(faces, letters, {
    isBrand: ownVoice !== undefined,
  })
  // Where a brand's face can't set the letters, ours speaks as it always does.
  const voice = ownVoice && leader !== faces[0] ? ownVoice : brand
  const chosen = new Set(letterSlices)
  const symbols = new Set<FontSlice>()
  const near = [leader, ...faces.slice(0, -1).filter((face) => face !== leader)]
  const later = listOtherFaces(text, language)

  for (const codePoint of others) {
    // Asked one after the other: the voice itself has most characters, and the scripts' classes are slow to compile.
    const slice =
      findInFaces(near, codePoint, chosen) ??
      findInFaces(later(codePoint), codePoint, chosen) ??
      findInFaces([faces.at(-1)!], codePoint, chosen)
    if (slice) chosen.add(slice)
    else {
      const symbol = findSymbolSlice(codePoint)
      if (symbol) symbols.add(symbol)
    }
  }
  // A space, so that a text of emoji alone still measures with the voice's own font.
  if (chosen.size === 0) chosen.add(listSlices(leader)[0]!)
  const slices = [...sortByFace([...chosen], letterSlices, near), ...symbols]
  // Before the symbols, or a red heart would be drawn as a black one; after the letters, for it has digits too.
  if (hasEmoji(text)) slices.splice(slices.length - symbols.size, 0, getEmojiSlice())
  else if (needsEmojiFont(others, slices)) slices.push(getEmojiSlice())

  for (const slice of slices) registerSlice(slice)
  const aliases = slices.map((slice) => slice.alias)
  if (hasTornEmoji(text)) {
    registerJoinedEmoji()
    aliases.unshift(JOINED_EMOJI)
  }
  // Spacing suits a face: what a fixed-pitch one needs would push the letters of another into each other.
  const tracking = isGuest(leader, faces) ? VOICES.MODERN[role].tracking : voice.tracking
  return { ...voice, tracking, families: aliases.map((alias) => `"${alias}"`).join(', ') }
}

/** Whether some voice sets this letter with all its accents in place; true for what is no such letter. */
export function isPlaceable(cluster: string): boolean {
  if (!isAccented(cluster)) return true
  const known = placeableClusters.get(cluster)
  if (known !== undefined) return known
  const result = canSet(VOICES.MODERN.TEXT.faces, withoutIgnorable(cluster))
  placeableClusters.set(cluster, result)
  return result
}

/** Whether any bundled font has a glyph for this code point of a text, the emoji font aside. */
export function isCovered(codePoint: number, text: string): boolean {
  const known = coveredCodePoints.get(codePoint)
  if (known !== undefined) return known
  const character = String.fromCodePoint(codePoint)
  const none = new Set<FontSlice>()
  const result =
    isIgnorable(character) ||
    findInFaces(VOICES.MODERN.TEXT.faces, codePoint, none) !== undefined ||
    findInFaces(listOtherFaces(text)(codePoint), codePoint, none) !== undefined ||
    findSymbolSlice(codePoint) !== undefined
  coveredCodePoints.set(codePoint, result)
  return result
}

/** Whether the emoji font has a glyph for this code point. */
export function isCoveredAsEmoji(codePoint: number): boolean {
  return isIgnorable(String.fromCodePoint(codePoint)) || hasGlyph(getEmojiSlice(), codePoint)
}

const coveredCodePoints = new Map<number, boolean>()

const placeableClusters = new Map<string, boolean>()

/** European letters with their accents, which must stay together, and the code points of everything else. */
function sortClusters(text: string): { letters: string[]; others: number[] } {
  const letters = new Set<string>()
  const others = new Set<number>()
  for (const cluster of new Set(splitClusters(text))) {
    if (isEuropeanLetter(cluster) || isAccented(cluster)) letters.add(withoutIgnorable(cluster))
    else for (const each of cluster) if (!isIgnorable(each)) others.add(each.codePointAt(0)!)
  }
  return { letters: [...letters], others: [...others] }
}

/** The two faces that stand in for all voices. */
function isGuest(face: FontFace, faces: readonly FontFace[]): boolean {
  return faces.indexOf(face) >= faces.length - 2
}

function withoutIgnorable(cluster: string): string {
  return cluster.length === 1 ? cluster : [...cluster].filter((each) => !isIgnorable(each)).join('')
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

/** The letters' slices in their own order, then the voice's others, then the scripts'. */
function sortByFace(slices: FontSlice[], letters: FontSlice[], faces: readonly FontFace[]): FontSlice[] {
  const order = [...letters, ...faces.flatMap((face) => listSlices(face))]
  const rank = (slice: FontSlice) => {
    const at = order.indexOf(slice)
    return at < 0 ? order.length : at
  }
  return slices.sort((a, b) => rank(a) - rank(b))
}

function needsEmojiFont(codePoints: readonly number[], slices: readonly FontSlice[]): boolean {
  return codePoints.some((each) => !slices.some((slice) => hasGlyph(slice, each)) && isCoveredAsEmoji(each))
}
