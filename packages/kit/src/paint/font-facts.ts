import { readGlyphs } from './font-coverage.ts'
import { readSignature, readTables, readTag, type TableTag } from './font-tables.ts'

/** What the maker of a font allows: OS/2 `fsType`. Whoever holds a licence may be allowed more. */
export type FontEmbedding = 'INSTALLABLE' | 'EDITABLE' | 'PREVIEW_AND_PRINT' | 'RESTRICTED'

/** What a font file says of itself. */
export type FontFacts = {
  format: 'TTF' | 'OTF' | 'WOFF2'
  family: string
  style: string
  /** From the lightest to the boldest that it can be; twice the same where it has one. */
  weights: [least: number, most: number]
  glyphCount: number
  /** Scripts of which it has letters enough to write with, as ISO 15924 codes, most letters first. */
  scripts: string[]
  embedding: FontEmbedding
  /** Its letters imitate handwriting, and may be joined. */
  isHandwriting: boolean
  /** A few of its letters, to measure it with. */
  sample: string
}

/** Why a file is no font that type can be set in; the message says it in words for whoever sent it. */
export class FontFault extends Error {}

const TAGS: TableTag[] = ['cmap', 'head', 'maxp', 'name', 'OS/2', 'fvar']

/** Reads what a TrueType, OpenType or WOFF2 file says of itself; throws a `FontFault` for anything else. */
export function readFontFacts(path: string): FontFacts {
  const format = FORMATS[readSignature(path)]
  if (!format) throw new FontFault(refuseSignature(readSignature(path)))
  try {
    return readFacts(path, format)
  } catch (error) {
    if (error instanceof FontFault) throw error
    throw new FontFault('is damaged', { cause: error })
  }
}

const FORMATS: Record<string, FontFacts['format']> = {
  '\0\x01\0\0': 'TTF',
  true: 'TTF',
  OTTO: 'OTF',
  wOF2: 'WOFF2',
}

function refuseSignature(signature: string): string {
  if (signature === 'ttcf') return 'is a collection of several fonts'
  return signature === 'wOFF' ? 'is a WOFF of the first version' : 'is no font'
}

function readFacts(path: string, format: FontFacts['format']): FontFacts {
  const tables = readTables(path, TAGS)
  const missing = (['cmap', 'head', 'maxp'] as const).find((tag) => !tables.has(tag))
  if (missing) throw new FontFault(`has no table ${missing}`)
  const characters = [...readGlyphs(path).keys()]
  if (characters.length === 0) throw new FontFault('has no characters of Unicode')
  const scripts = findScripts(characters)
  return {
    format,
    family: readName(tables.get('name'), [16, 1]) || 'Unnamed',
    style: readName(tables.get('name'), [17, 2]) || 'Regular',
    weights: readWeights(tables),
    glyphCount: tables.get('maxp')!.getUint16(4),
    scripts: scripts.map(({ code }) => code),
    embedding: readEmbedding(tables.get('OS/2')),
    // PANOSE: 3 is handwritten Latin.
    isHandwriting: (tables.get('OS/2')?.getUint8(32) ?? 0) === 3,
    sample: scripts[0]?.sample ?? String.fromCodePoint(...characters.slice(0, SAMPLE_LETTERS)),
  }
}

function readWeights(tables: Map<TableTag, DataView>): FontFacts['weights'] {
  const fvar = tables.get('fvar')
  const axesAt = fvar?.getUint16(4) ?? 0
  for (let i = 0; fvar && i < fvar.getUint16(8); i++) {
    const at = axesAt + i * fvar.getUint16(10)
    if (readTag(fvar, at) === 'wght')
      return [keepWeight(fvar.getInt32(at + 4) / 65536), keepWeight(fvar.getInt32(at + 12) / 65536)]
  }
  const weight = keepWeight(tables.get('OS/2')?.getUint16(4) ?? 400)
  return [weight, weight]
}

/** Some old files count from 1 to 9. */
function keepWeight(weight: number): number {
  const usual = weight > 0 && weight < 10 ? weight * 100 : weight
  return Math.min(1000, Math.max(1, Math.round(usual) || 400))
}

/** Bits 1 to 3 of `fsType`; where several are set, the most generous one counts. */
function readEmbedding(os2: DataView | undefined): FontEmbedding {
  const bits = (os2?.getUint16(8) ?? 0) & 0x000e
  if (bits === 0) return 'INSTALLABLE'
  if (bits & 8) return 'EDITABLE'
  return bits & 4 ? 'PREVIEW_AND_PRINT' : 'RESTRICTED'
}

/** The first of these names that the file has, in Unicode; the English one where there are several. */
function readName(name: DataView | undefined, ids: readonly number[]): string {
  if (!name) return ''
  const stringsAt = name.getUint16(4)
  for (const id of ids) {
    const found: { text: string; rank: number }[] = []
    for (let i = 0; i < name.getUint16(2); i++) {
      const at = 6 + i * 12
      const isUnicode = name.getUint16(at) === 0 || name.getUint16(at) === 3
      if (!isUnicode || name.getUint16(at + 6) !== id) continue
      const from = stringsAt + name.getUint16(at + 10)
      const units = Array.from({ length: name.getUint16(at + 8) >> 1 }, (_, unit) =>
        name.getUint16(from + unit * 2),
      )
      found.push({
        text: String.fromCharCode(...units.slice(0, MAX_NAME)),
        rank: name.getUint16(at + 4) === ENGLISH ? 0 : 1,
      })
    }
    const [best] = found.sort((a, b) => a.rank - b.rank)
    const text = best?.text.replace(/\p{C}/gu, '').trim()
    if (text) return text
  }
  return ''
}

const ENGLISH = 0x0409
const MAX_NAME = 80
const SAMPLE_LETTERS = 8

/** Fewer letters are an ornament, not a script. */
const LEAST_LETTERS = 15

/** What most fonts are made for; anything else is named by `Zyyy`. */
const SCRIPTS = [
  ...[
    'Latn',
    'Cyrl',
    'Grek',
    'Arab',
    'Hebr',
    'Deva',
    'Thai',
    'Beng',
    'Taml',
    'Telu',
    'Gujr',
    'Guru',
    'Knda',
    'Mlym',
  ],
  ...[
    'Orya',
    'Sinh',
    'Khmr',
    'Laoo',
    'Mymr',
    'Geor',
    'Armn',
    'Ethi',
    'Tibt',
    'Mong',
    'Hani',
    'Hira',
    'Kana',
    'Hang',
  ],
]

function findScripts(characters: readonly number[]): { code: string; sample: string }[] {
  const letters = characters
    .map((code) => String.fromCodePoint(code))
    .filter((letter) => /\p{L}/u.test(letter))
  const all = letters.join('')
  return SCRIPTS.map((code) => ({ code, own: all.match(new RegExp(`\\p{sc=${code}}`, 'gu')) ?? [] }))
    .filter(({ own }) => own.length >= LEAST_LETTERS)
    .sort((a, b) => b.own.length - a.own.length)
    .map(({ code, own }) => ({ code, sample: own.slice(0, SAMPLE_LETTERS).join('') }))
}
