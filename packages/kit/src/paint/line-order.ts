import { createRequire } from 'node:module'
import type { Bidi } from 'bidi-js'
import type { Unit } from './line-breaks.ts'
import { hasRightToLeft } from './scripts.ts'

/** What comes before and after a text in its paragraph, when only a part of the paragraph is set. */
export type TextContext = { before: string; after: string }

type Direction = 'ltr' | 'rtl'

/** A paragraph in pieces: the whole decides in which order a line's letters stand. */
export type Paragraph = { units: readonly Unit[]; direction: Direction; context?: TextContext | undefined }

/** Opens a stretch that runs against its surroundings; `CLOSE` ends it. Neither has a width. */
const OPEN = { ltr: '\u2066', rtl: '\u2067' } as const
const CLOSE = '\u2069'

/**
 * Joins units to lines that read as they do in the whole paragraph (UAX #9: levels by paragraph, order by line). A line
 * alone would be ordered by its own letters: "2027 (Remix)" at the end of a Hebrew title would read "(Remix) 2027".
 * So stretches against the paragraph's direction are enclosed in isolates. Give it the first unit and the one behind the last.
 */
export function openLineJoiner({
  units,
  direction,
  context,
}: Paragraph): (start: number, end: number) => string {
  const { before = '', after = '' } = context ?? {}
  const text = before + units.map((unit) => unit.text + unit.gap).join('') + after
  const join = (start: number, end: number) =>
    units
      .slice(start, end)
      .map((unit, index, all) => (index < all.length - 1 ? unit.text + unit.gap : unit.text))
      .join('')
  if (direction === 'ltr' && !hasRightToLeft(text)) return join

  const levels = findLevels(text, direction)
  const base = direction === 'rtl' ? 1 : 0
  const starts = [before.length]
  for (const { text, gap } of units) starts.push(starts[starts.length - 1]! + text.length + gap.length)
  return (start, end) => {
    const line = join(start, end)
    return isolate(line, levels.subarray(starts[start]), base)
  }
}

/** Encloses every stretch above a level, and inside it every stretch above the next one. */
function isolate(text: string, levels: Uint8Array, base: number): string {
  const direction = base % 2 === 0 ? 'rtl' : 'ltr'
  let marked = ''
  for (let at = 0; at < text.length; ) {
    const from = at
    const isAbove = levels[at]! > base
    while (at < text.length && levels[at]! > base === isAbove) at++
    const piece = text.slice(from, at)
    marked += isAbove ? encloseStretch(isolate(piece, levels.subarray(from), base + 1), direction) : piece
  }
  return marked
}

/** A part of a line: text in its direction, or an enclosed stretch in the direction named. */
export type Stretch = { text: string; direction: Direction | undefined }

/** Takes a line, or what a stretch encloses, apart. */
export function splitStretches(text: string): Stretch[] {
  const stretches: Stretch[] = []
  let depth = 0
  let from = 0
  const take = (to: number, direction: Direction | undefined) => {
    if (to > from) stretches.push({ text: text.slice(from, to), direction })
    from = to + 1
  }
  let direction: Direction | undefined
  for (let at = 0; at < text.length; at++) {
    const mark = text[at]
    if (mark === OPEN.ltr || mark === OPEN.rtl) {
      if (depth++ > 0) continue
      take(at, undefined)
      direction = mark === OPEN.ltr ? 'ltr' : 'rtl'
    } else if (mark === CLOSE && --depth === 0) take(at, direction)
  }
  take(text.length, undefined)
  return stretches
}

/** Encloses a word of a stretch, so that it's drawn alone as it stands there. */
export function encloseStretch(text: string, direction: Direction | undefined): string {
  return direction ? OPEN[direction] + text + CLOSE : text
}

function findLevels(text: string, direction: Direction): Uint8Array {
  bidi ??= (createRequire(import.meta.url)('bidi-js') as () => Bidi)()
  return bidi.getEmbeddingLevels(replaceUpperPlanes(text, bidi), direction).levels
}

/** The library looks at one code unit at a time, and would take emoji and Adlam letters for Latin ones. */
function replaceUpperPlanes(text: string, { getBidiCharTypeName }: Bidi): string {
  return text.replace(/[\u{10000}-\u{10ffff}]/gu, (character) =>
    (STAND_INS[getBidiCharTypeName(character)] ?? STAND_INS.ON!).repeat(2),
  )
}

/** A character of one code unit for each kind that the upper planes have. */
const STAND_INS: Partial<Record<string, string>> = {
  L: 'a',
  R: '\u05d0',
  AL: '\u0627',
  EN: '0',
  AN: '\u0660',
  NSM: '\u0300',
  ON: '\u2022',
}

// Loaded by the first text that needs it.
let bidi: Bidi | undefined
