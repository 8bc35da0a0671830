import { readTag } from './font-tables.ts'

/** A sub-table of a GSUB or GPOS lookup: its type, and a view that begins with it. */
export type LayoutSubtable = { type: number; view: DataView }

/**
 * The sub-tables that a feature has for a script (OpenType, "Common Table Formats"). As the shaper does: the script's
 * own features, or those of DFLT where the table does not name the script.
 */
export function listSubtables(
  table: DataView,
  feature: string,
  script: string,
  extensionType: number,
): LayoutSubtable[] {
  const features = shift(table, table.getUint16(6))
  const lookups = shift(table, table.getUint16(8))
  const chosen = listFeatureIndices(table, script).filter(
    (index) => readTag(features, 2 + index * 6) === feature,
  )
  const lookupIndices = new Set(
    chosen.flatMap((index) => {
      const record = shift(features, features.getUint16(2 + index * 6 + 4))
      return range(record.getUint16(2)).map((at) => record.getUint16(4 + at * 2))
    }),
  )
  return [...lookupIndices].flatMap((index) => {
    const lookup = shift(lookups, lookups.getUint16(2 + index * 2))
    return range(lookup.getUint16(4)).map((at) => {
      const view = shift(lookup, lookup.getUint16(6 + at * 2))
      const type = lookup.getUint16(0)
      if (type !== extensionType) return { type, view }
      return { type: view.getUint16(2), view: shift(view, view.getUint32(4)) }
    })
  })
}

/** The place of a glyph in a coverage table, or -1. */
export function findCovered(coverage: DataView, glyph: number): number {
  const count = coverage.getUint16(2)
  if (coverage.getUint16(0) === 1) {
    for (let i = 0; i < count; i++) if (coverage.getUint16(4 + i * 2) === glyph) return i
    return -1
  }
  for (let i = 0; i < count; i++) {
    const at = 4 + i * 6
    const first = coverage.getUint16(at)
    if (glyph >= first && glyph <= coverage.getUint16(at + 2))
      return coverage.getUint16(at + 4) + glyph - first
  }
  return -1
}

/** The same bytes, seen from a later place on. */
export function shift(view: DataView, offset: number): DataView {
  return new DataView(view.buffer, view.byteOffset + offset)
}

function listFeatureIndices(table: DataView, script: string): number[] {
  const scripts = shift(table, table.getUint16(4))
  const tags = range(scripts.getUint16(0)).map((index) => readTag(scripts, 2 + index * 6))
  const wanted = [script, 'DFLT', 'dflt', 'latn'].find((tag) => tags.includes(tag))
  if (!wanted) return []
  const record = shift(scripts, scripts.getUint16(2 + tags.indexOf(wanted) * 6 + 4))
  const defaultAt = record.getUint16(0)
  if (defaultAt === 0) return []
  const system = shift(record, defaultAt)
  return range(system.getUint16(4)).map((index) => system.getUint16(6 + index * 2))
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}
