import { readFileSync } from 'node:fs'
import { GlobalFonts } from '@napi-rs/canvas'
import { readGlyphs } from './font-coverage.ts'
import { getEmojiSlice } from './font-slices.ts'
import { readTables, readTag } from './font-tables.ts'
import { type LayoutSubtable, listSubtables, shift } from './layout-table.ts'

/** The alias of a small font made of the emoji font, for the sequences that Skia tears apart. */
export const JOINED_EMOJI = 'noto-color-emoji-joined'

/**
 * Whether a text has an emoji sequence that begins with a character of narrow width, such as ❤️‍🔥 and 🏳️‍🌈. Skia begins
 * a new run of text before the wide character in it, and so never finds the sequence's own glyph.
 */
export function hasTornEmoji(text: string): boolean {
  return text.includes(JOINER) && text.match(TORN) !== null
}

/** Replaces such sequences by single characters, under which `JOINED_EMOJI` has their glyphs. For drawing only. */
export function joinTornEmoji(text: string): string {
  if (!hasTornEmoji(text)) return text
  const standIns = getStandIns()
  return text.replaceAll(TORN, (sequence) => standIns.get(sequence.replaceAll(EMOJI_STYLE, '')) ?? sequence)
}

/** Undoes `joinTornEmoji`. */
export function tearJoinedEmoji(text: string): string {
  if (!STAND_IN.test(text)) return text
  const sequences = new Map(Array.from(getStandIns(), ([sequence, standIn]) => [standIn, sequence]))
  return Array.from(text, (each) => sequences.get(each)?.replace(JOINER, EMOJI_STYLE + JOINER) ?? each).join(
    '',
  )
}

/** Makes the font of the joined sequences usable in `ctx.font`. */
export function registerJoinedEmoji(): void {
  if (GlobalFonts.has(JOINED_EMOJI)) return
  if (!GlobalFonts.register(buildJoinedFont(), JOINED_EMOJI))
    throw new Error(`The font ${JOINED_EMOJI} could not be loaded.`)
}

const JOINER = '\u200d'
const EMOJI_STYLE = '\ufe0f'
const TORN =
  /(?<![\u200d])(?!\p{Emoji_Presentation})\p{Extended_Pictographic}\ufe0f?\u200d\p{Emoji_Presentation}/gu

// Signs for describing how an ideograph is built: no font of ours has them, so cleaning has taken them out of the
// text; and like emoji they are wide and without a direction of their own.
const FIRST_STAND_IN = 0x2ff0
const MAX_STAND_INS = 12
const STAND_IN = /[\u2ff0-\u2ffb]/

type Ligature = { sequence: string; glyph: number }

let ligatures: Ligature[] | undefined
let standIns: Map<string, string> | undefined

function getStandIns(): ReadonlyMap<string, string> {
  standIns ??= new Map(
    listTornLigatures().map(({ sequence }, index) => [
      sequence,
      String.fromCodePoint(FIRST_STAND_IN + index),
    ]),
  )
  return standIns
}

/** The torn sequences that the emoji font has a glyph for. */
function listTornLigatures(): Ligature[] {
  if (ligatures) return ligatures
  const { path } = getEmojiSlice()
  const characters = new Map([...readGlyphs(path)].map(([codePoint, glyph]) => [glyph, codePoint]))
  const table = readTables(path, ['GSUB']).get('GSUB')
  const all = table ? listSubtables(table, 'ccmp', 'DFLT', GSUB_EXTENSION) : []
  ligatures = all
    .filter(({ type }) => type === GSUB_LIGATURE)
    .flatMap((subtable) => listLigatures(subtable, characters))
    .filter(({ sequence }) => sequence.match(TORN)?.[0] === sequence)
    .slice(0, MAX_STAND_INS)
  return ligatures
}

const GSUB_LIGATURE = 4
const GSUB_EXTENSION = 7

function listLigatures({ view }: LayoutSubtable, characters: ReadonlyMap<number, number>): Ligature[] {
  const found: Ligature[] = []
  const coverage = shift(view, view.getUint16(2))
  for (const [index, first] of listCovered(coverage).entries()) {
    const set = shift(view, view.getUint16(6 + index * 2))
    for (let i = 0; i < set.getUint16(0); i++) {
      const ligature = shift(set, set.getUint16(2 + i * 2))
      const rest = Array.from({ length: ligature.getUint16(2) - 1 }, (_, at) =>
        ligature.getUint16(4 + at * 2),
      )
      const codePoints = [first, ...rest].map((glyph) => characters.get(glyph) ?? 0)
      found.push({ sequence: String.fromCodePoint(...codePoints), glyph: ligature.getUint16(0) })
    }
  }
  return found
}

function listCovered(coverage: DataView): number[] {
  const count = coverage.getUint16(2)
  const isList = coverage.getUint16(0) === 1
  return Array.from({ length: count }, (_, index) => {
    if (isList) return [coverage.getUint16(4 + index * 2)]
    const [first, last] = [coverage.getUint16(4 + index * 6), coverage.getUint16(6 + index * 6)]
    return Array.from({ length: last - first + 1 }, (_, at) => first + at)
  }).flat()
}

/** The emoji font with no characters but the stand-ins, and without the pictures as SVG, which are 20 of its 25 MB. */
function buildJoinedFont(): Buffer {
  const bytes = readFileSync(getEmojiSlice().path)
  const source = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const tables: { tag: string; body: Uint8Array }[] = []
  for (let i = 0; i < source.getUint16(4); i++) {
    const at = 12 + i * 16
    const tag = readTag(source, at)
    if (!KEPT_TABLES.has(tag)) continue
    const start = source.getUint32(at + 8)
    const body = tag === 'cmap' ? buildCmap() : bytes.subarray(start, start + source.getUint32(at + 12))
    tables.push({ tag, body })
  }
  return joinTables(tables.sort((a, b) => (a.tag < b.tag ? -1 : 1)))
}

const KEPT_TABLES = new Set([
  'COLR',
  'CPAL',
  'OS/2',
  'cmap',
  'glyf',
  'head',
  'hhea',
  'hmtx',
  'loca',
  'maxp',
  'name',
  'post',
])

/** One sub-table of format 12, with a group for each stand-in. */
function buildCmap(): Uint8Array {
  const groups = listTornLigatures()
  const cmap = new DataView(new ArrayBuffer(28 + groups.length * 12))
  cmap.setUint16(2, 1)
  cmap.setUint16(4, 3)
  cmap.setUint16(6, 10)
  cmap.setUint32(8, 12)
  cmap.setUint16(12, 12)
  cmap.setUint32(16, 16 + groups.length * 12)
  cmap.setUint32(24, groups.length)
  for (const [index, { glyph }] of groups.entries()) {
    const at = 28 + index * 12
    cmap.setUint32(at, FIRST_STAND_IN + index)
    cmap.setUint32(at + 4, FIRST_STAND_IN + index)
    cmap.setUint32(at + 8, glyph)
  }
  return new Uint8Array(cmap.buffer)
}

/** A TrueType file: directory, then the tables, each at a multiple of four. Font engines do not read the checksums. */
function joinTables(tables: { tag: string; body: Uint8Array }[]): Buffer {
  const size = tables.reduce((sum, { body }) => sum + align(body.byteLength), 12 + tables.length * 16)
  const file = Buffer.alloc(size)
  const power = Math.floor(Math.log2(tables.length))
  file.writeUInt32BE(0x00010000, 0)
  file.writeUInt16BE(tables.length, 4)
  file.writeUInt16BE(2 ** power * 16, 6)
  file.writeUInt16BE(power, 8)
  file.writeUInt16BE(tables.length * 16 - 2 ** power * 16, 10)
  let offset = 12 + tables.length * 16
  for (const [index, { tag, body }] of tables.entries()) {
    const at = 12 + index * 16
    file.write(tag, at, 'latin1')
    file.writeUInt32BE(offset, at + 8)
    file.writeUInt32BE(body.byteLength, at + 12)
    file.set(body, offset)
    offset += align(body.byteLength)
  }
  return file
}

function align(length: number): number {
  return (length + 3) & ~3
}
