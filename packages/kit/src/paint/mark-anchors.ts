import { readGlyphs } from './font-coverage.ts'
import { readTables } from './font-tables.ts'
import { findCovered, type LayoutSubtable, listSubtables, shift } from './layout-table.ts'

/** What a font file says about accents that are glyphs of their own. */
export type MarkAnchors = {
  /** How high a mark stands on a letter, in font units; `undefined` when the file does not say. */
  findHeight(letter: number, mark: number, script: string): number | undefined
  /** Whether the file knows where a second mark stands on a first one. */
  stacks(below: number, above: number, script: string): boolean
  /** Whether the file changes the letter when marks follow: an i loses its dot. */
  adapts(letter: number, script: string): boolean
}

/**
 * Reads the anchors of a font file. Having a glyph for the letter and one for the accent is not enough: without
 * anchors for that very pair, in that very script, the accent is drawn beside its letter or through another accent.
 */
export function readMarkAnchors(path: string): MarkAnchors {
  const glyphs = readGlyphs(path)
  const tables = readTables(path, ['GPOS', 'GSUB'])
  const subtables = new Map<string, LayoutSubtable[]>()
  const list = (table: 'GPOS' | 'GSUB', feature: string, script: string) => {
    const key = `${table} ${feature} ${script}`
    const view = tables.get(table)
    const extension = table === 'GPOS' ? GPOS_EXTENSION : GSUB_EXTENSION
    if (!subtables.has(key)) subtables.set(key, view ? listSubtables(view, feature, script, extension) : [])
    return subtables.get(key)!
  }
  const join = (feature: 'mark' | 'mkmk', script: string, [carrier, mark]: [number, number]) =>
    list('GPOS', feature, script)
      .filter(({ type }) => type === (feature === 'mark' ? MARK_TO_BASE : MARK_TO_MARK))
      .map(({ view }) => measureJoint(view, glyphs.get(carrier) ?? 0, glyphs.get(mark) ?? 0))
      .find((height) => height !== undefined)
  return {
    findHeight: (letter, mark, script) => join('mark', script, [letter, mark]),
    stacks: (below, above, script) => join('mkmk', script, [below, above]) !== undefined,
    adapts: (letter, script) =>
      list('GSUB', 'ccmp', script).some((subtable) => begins(subtable, glyphs.get(letter) ?? 0)),
  }
}

const MARK_TO_BASE = 4
const MARK_TO_MARK = 6
const GPOS_EXTENSION = 9
const GSUB_CONTEXT = 5
const GSUB_CHAINED = 6
const GSUB_EXTENSION = 7

/**
 * Both kinds of attachment have one shape: marks with a class and an anchor each, and for each carrier an anchor per
 * class. The two anchors are brought together, so the mark is lifted by what they differ.
 */
function measureJoint(view: DataView, carrier: number, mark: number): number | undefined {
  const markIndex = findCovered(shift(view, view.getUint16(2)), mark)
  const carrierIndex = findCovered(shift(view, view.getUint16(4)), carrier)
  if (markIndex < 0 || carrierIndex < 0) return undefined
  const classCount = view.getUint16(6)
  const marks = shift(view, view.getUint16(8))
  const carriers = shift(view, view.getUint16(10))
  const markClass = marks.getUint16(2 + markIndex * 4)
  const anchorAt = carriers.getUint16(2 + (carrierIndex * classCount + markClass) * 2)
  if (anchorAt === 0) return undefined
  const markAnchorAt = marks.getUint16(2 + markIndex * 4 + 2)
  return carriers.getInt16(anchorAt + ANCHOR_Y) - marks.getInt16(markAnchorAt + ANCHOR_Y)
}

const ANCHOR_Y = 4

/** Whether a substitution may begin at a glyph. */
function begins({ type, view }: LayoutSubtable, glyph: number): boolean {
  if (type > GSUB_CHAINED || type === GSUB_CONTEXT) return false
  if (type !== GSUB_CHAINED || view.getUint16(0) !== 3)
    return findCovered(shift(view, view.getUint16(2)), glyph) >= 0
  const inputAt = 4 + view.getUint16(2) * 2
  return view.getUint16(inputAt) > 0 && findCovered(shift(view, view.getUint16(inputAt + 2)), glyph) >= 0
}
