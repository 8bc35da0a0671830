import { readTables } from './font-tables.ts'

/** The code points a font file really has glyphs for, as sorted pairs of first and last. */
export type Coverage = Uint32Array

/**
 * Reads the character map of a font file. A package's unicode ranges promise more than the file holds,
 * and a promise that is not kept is drawn as a box.
 */
export function readCoverage(path: string): Coverage {
  return toRanges([...readGlyphs(path).keys()])
}

/** Reads which glyph a font file has for each code point. */
export function readGlyphs(path: string): Map<number, number> {
  const cmap = readTables(path, ['cmap']).get('cmap')
  if (!cmap) throw new Error(`${path} has no character map.`)
  return listMapped(cmap)
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

/** Takes the richest Unicode sub-table: format 12 when there is one, else format 4. */
function listMapped(cmap: DataView): Map<number, number> {
  let best = { format: 0, offset: 0 }
  for (let i = 0; i < cmap.getUint16(2); i++) {
    const offset = cmap.getUint32(8 + i * 8)
    const format = cmap.getUint16(offset)
    if ((format === 4 || format === 12) && format > best.format) best = { format, offset }
  }
  if (best.format === 12) return listFormat12(cmap, best.offset)
  return best.format === 4 ? listFormat4(cmap, best.offset) : new Map()
}

function listFormat12(cmap: DataView, offset: number): Map<number, number> {
  const mapped = new Map<number, number>()
  for (let i = 0; i < cmap.getUint32(offset + 12); i++) {
    const group = offset + 16 + i * 12
    const first = cmap.getUint32(group)
    const last = cmap.getUint32(group + 4)
    const glyph = cmap.getUint32(group + 8)
    if (last > LAST_CODE_POINT) throw new RangeError(`The character map goes on to ${last}.`)
    for (let codePoint = first; codePoint <= last; codePoint++)
      mapped.set(codePoint, glyph + codePoint - first)
    // Groups are in order and apart, unless somebody wants us to count for ever.
    if (mapped.size < i) throw new RangeError('The groups of the character map overlap.')
  }
  return mapped
}

const LAST_CODE_POINT = 0x10ffff

function listFormat4(cmap: DataView, offset: number): Map<number, number> {
  const mapped = new Map<number, number>()
  const doubledCount = cmap.getUint16(offset + 6)
  for (let i = 0; i < doubledCount; i += 2) {
    const last = cmap.getUint16(offset + 14 + i)
    const first = cmap.getUint16(offset + 16 + doubledCount + i)
    const delta = cmap.getUint16(offset + 16 + doubledCount * 2 + i)
    const rangeAt = offset + 16 + doubledCount * 3 + i
    const rangeOffset = cmap.getUint16(rangeAt)
    for (let code = first; code <= last && code < 0xffff; code++) {
      const listed = rangeOffset === 0 ? code : cmap.getUint16(rangeAt + rangeOffset + (code - first) * 2)
      const glyph = (listed + delta) & 0xffff
      if (listed !== 0 && glyph !== 0) mapped.set(code, glyph)
    }
  }
  return mapped
}

function toRanges(mapped: number[]): Coverage {
  const ranges: [first: number, last: number][] = []
  for (const codePoint of mapped.sort((a, b) => a - b)) {
    const range = ranges.at(-1)
    if (range && codePoint <= range[1] + 1) range[1] = codePoint
    else ranges.push([codePoint, codePoint])
  }
  return Uint32Array.from(ranges.flat())
}
