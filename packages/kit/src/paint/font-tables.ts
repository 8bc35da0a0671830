import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'

/** The tables of a font file that say what it can draw, and those that say what it is. */
export type TableTag = 'cmap' | 'GPOS' | 'GSUB' | 'head' | 'maxp' | 'name' | 'OS/2' | 'fvar'

/** Reads some tables of a WOFF2, TrueType or OpenType file; what the file lacks is not in the map. */
export function readTables(path: string, tags: readonly TableTag[]): Map<TableTag, DataView> {
  return readSignature(path) === 'wOF2' ? readWoff2Tables(path, tags) : readSfntTables(path, tags)
}

/** The four bytes that a font file begins with, as letters. */
export function readSignature(path: string): string {
  const file = openSync(path, 'r')
  try {
    return readTag(readBytes(file, 0, 4), 0)
  } finally {
    closeSync(file)
  }
}

/** A plain TrueType file: the emoji font has 25 MB, of which only the directory and the asked tables are read. */
function readSfntTables(path: string, tags: readonly TableTag[]): Map<TableTag, DataView> {
  const found = new Map<TableTag, DataView>()
  const file = openSync(path, 'r')
  try {
    const header = readBytes(file, 0, 12)
    const directory = readBytes(file, 12, header.getUint16(4) * 16)
    for (let at = 0; at < directory.byteLength; at += 16) {
      const tag = readTag(directory, at) as TableTag
      if (!tags.includes(tag)) continue
      const length = directory.getUint32(at + 12)
      if (length > MAX_UNPACKED_BYTES) throw new RangeError(`The table ${tag} would have ${length} bytes.`)
      found.set(tag, readBytes(file, directory.getUint32(at + 8), length))
    }
  } finally {
    closeSync(file)
  }
  return found
}

/** The four letters at a place of a table. */
export function readTag(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)))
}

function readBytes(file: number, position: number, length: number): DataView {
  const bytes = new Uint8Array(length)
  readSync(file, bytes, 0, length, position)
  return new DataView(bytes.buffer)
}

/** WOFF2 (W3C): one Brotli stream of all tables in directory order; none of ours is ever transformed. */
function readWoff2Tables(path: string, tags: readonly TableTag[]): Map<TableTag, DataView> {
  const bytes = readFileSync(path)
  const tableCount = bytes.readUInt16BE(12)
  const compressedLength = bytes.readUInt32BE(20)
  let at = WOFF2_HEADER_BYTES
  let offset = 0
  const places = new Map<TableTag, { offset: number; length: number }>()

  const readVarint = () => {
    let value = 0
    for (;;) {
      const byte = bytes[at++]
      if (byte === undefined) throw new RangeError('The file ends in its list of tables.')
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
  }
  for (let i = 0; i < tableCount; i++) {
    if (at >= bytes.length) throw new RangeError('The file ends in its list of tables.')
    const flags = bytes[at++]!
    const tagIndex = flags & 63
    if (tagIndex === 63) at += 4
    const transform = flags >> 6
    let length = readVarint()
    const isGlyphTable = tagIndex === WOFF2_GLYF || tagIndex === WOFF2_LOCA
    if (isGlyphTable ? transform !== 3 : transform !== 0) length = readVarint()
    const tag = WOFF2_TAGS.get(tagIndex)
    if (tag && tags.includes(tag)) places.set(tag, { offset, length })
    offset += length
  }
  const tables = brotliDecompressSync(bytes.subarray(at, at + compressedLength), {
    maxOutputLength: MAX_UNPACKED_BYTES,
  })
  const toView = ({ offset, length }: { offset: number; length: number }) =>
    // A copy: a view would keep the whole unpacked font in memory.
    new DataView(Uint8Array.from(tables.subarray(offset, offset + length)).buffer)
  return new Map([...places].map(([tag, place]) => [tag, toView(place)]))
}

/** No font that is meant for type is larger; a hostile one would fill the memory. */
const MAX_UNPACKED_BYTES = 64 * 1024 ** 2
const WOFF2_HEADER_BYTES = 48
// Indices of the "known table tags" of the WOFF2 specification, section 5.2.
const WOFF2_GLYF = 10
const WOFF2_LOCA = 11
const WOFF2_TAGS = new Map<number, TableTag>([
  [0, 'cmap'],
  [1, 'head'],
  [4, 'maxp'],
  [5, 'name'],
  [6, 'OS/2'],
  [27, 'GPOS'],
  [28, 'GSUB'],
  [47, 'fvar'],
])
