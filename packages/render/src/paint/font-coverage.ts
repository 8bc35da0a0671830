import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'

/** The code points a font file really has glyphs for, as sorted pairs of first and last. */
export type Coverage = Uint32Array

/**
 * Reads the character map of a font file. A package's unicode ranges promise more than the file holds,
 * and a promise that is not kept is drawn as a box.
 */
export function readCoverage(path: string): Coverage {
  const cmap = path.endsWith('.woff2') ? readWoff2Cmap(path) : readSfntCmap(path)
  return toRanges(listMapped(cmap))
}

/** Whether a font file has a glyph for a code point. */
export function covers(coverage: Coverage, codePoint: number): boolean {
  let low = 0
  let high = coverage.length / 2 - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    if (codePoint < coverage[middle * 2]!) high = middle - 1
    else if (codePoint > coverage[middle * 2 + 1]!) low = middle + 1
    else return true
  }
  return false
}

/** A plain TrueType file: the emoji font has 25 MB, of which only the directory and one table are read. */
function readSfntCmap(path: string): DataView {
  const file = openSync(path, 'r')
  try {
    const header = readBytes(file, 0, 12)
    const directory = readBytes(file, 12, header.getUint16(4) * 16)
    for (let at = 0; at < directory.byteLength; at += 16) {
      if (directory.getUint32(at) === CMAP_TAG) {
        return readBytes(file, directory.getUint32(at + 8), directory.getUint32(at + 12))
      }
    }
  } finally {
    closeSync(file)
  }
  throw new Error(`${path} has no character map.`)
}

function readBytes(file: number, position: number, length: number): DataView {
  const bytes = new Uint8Array(length)
  readSync(file, bytes, 0, length, position)
  return new DataView(bytes.buffer)
}

/** WOFF2 (W3C): one Brotli stream of all tables in directory order; `cmap` is never transformed. */
function readWoff2Cmap(path: string): DataView {
  const bytes = readFileSync(path)
  const tableCount = bytes.readUInt16BE(12)
  const compressedLength = bytes.readUInt32BE(20)
  let at = WOFF2_HEADER_BYTES
  let offset = 0
  let found: { offset: number; length: number } | undefined

  const readVarint = () => {
    let value = 0
    for (;;) {
      const byte = bytes[at++]!
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
  }
  for (let i = 0; i < tableCount; i++) {
    const flags = bytes[at++]!
    const tagIndex = flags & 63
    if (tagIndex === 63) at += 4
    const transform = flags >> 6
    let length = readVarint()
    const isGlyphTable = tagIndex === WOFF2_GLYF || tagIndex === WOFF2_LOCA
    if (isGlyphTable ? transform !== 3 : transform !== 0) length = readVarint()
    if (tagIndex === WOFF2_CMAP) found = { offset, length }
    offset += length
  }
  if (!found) throw new Error(`${path} has no character map.`)
  const tables = brotliDecompressSync(bytes.subarray(at, at + compressedLength))
  return new DataView(tables.buffer, tables.byteOffset + found.offset, found.length)
}

const CMAP_TAG = 0x636d6170
const WOFF2_HEADER_BYTES = 48
// Indices of the "known table tags" of the WOFF2 specification, section 5.2.
const WOFF2_CMAP = 0
const WOFF2_GLYF = 10
const WOFF2_LOCA = 11

/** Takes the richest Unicode sub-table: format 12 when there is one, else format 4. */
function listMapped(cmap: DataView): number[] {
  let best = { format: 0, offset: 0 }
  for (let i = 0; i < cmap.getUint16(2); i++) {
    const offset = cmap.getUint32(8 + i * 8)
    const format = cmap.getUint16(offset)
    if ((format === 4 || format === 12) && format > best.format) best = { format, offset }
  }
  if (best.format === 12) return listFormat12(cmap, best.offset)
  return best.format === 4 ? listFormat4(cmap, best.offset) : []
}

function listFormat12(cmap: DataView, offset: number): number[] {
  const mapped: number[] = []
  for (let i = 0; i < cmap.getUint32(offset + 12); i++) {
    const group = offset + 16 + i * 12
    const first = cmap.getUint32(group)
    const last = cmap.getUint32(group + 4)
    for (let codePoint = first; codePoint <= last; codePoint++) mapped.push(codePoint)
  }
  return mapped
}

function listFormat4(cmap: DataView, offset: number): number[] {
  const mapped: number[] = []
  const doubledCount = cmap.getUint16(offset + 6)
  for (let i = 0; i < doubledCount; i += 2) {
    const last = cmap.getUint16(offset + 14 + i)
    const first = cmap.getUint16(offset + 16 + doubledCount + i)
    const delta = cmap.getUint16(offset + 16 + doubledCount * 2 + i)
    const rangeAt = offset + 16 + doubledCount * 3 + i
    const rangeOffset = cmap.getUint16(rangeAt)
    for (let code = first; code <= last && code < 0xffff; code++) {
      const glyph = rangeOffset === 0 ? code : cmap.getUint16(rangeAt + rangeOffset + (code - first) * 2)
      if (glyph !== 0 && ((glyph + delta) & 0xffff) !== 0) mapped.push(code)
    }
  }
  return mapped
}

function toRanges(mapped: number[]): Coverage {
  const ranges: number[] = []
  for (const codePoint of mapped.sort((a, b) => a - b)) {
    const last = ranges.length - 1
    if (last >= 0 && codePoint <= ranges[last]! + 1) ranges[last] = codePoint
    else ranges.push(codePoint, codePoint)
  }
  return Uint32Array.from(ranges)
}
