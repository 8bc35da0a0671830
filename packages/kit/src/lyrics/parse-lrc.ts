import type { DraftLine, DraftPiece } from './draft-line.ts'
import { refuseLine, refuseTooManyLines } from './refuse-lyrics.ts'

const TIME_TAGS = /^(?:\[\s*\d+:[^\]]*\]\s*)+/
const LOOKS_LIKE_TIME = /^\[\s*\d+:/
const TIME = /^\s*(\d{1,3}):([0-5]?\d)(?:[.:](\d{1,3}))?\s*$/
const OFFSET = /^\[\s*offset\s*:\s*([+-]?\d{1,7})\s*\]$/i
const WORD_TIME = /<([^<>]{1,20})>/

/** Whether a line begins with a time in square brackets. */
export function hasLrcTime(line: string): boolean {
  return LOOKS_LIKE_TIME.test(line.trim())
}

/** LRC and enhanced LRC: `[00:12.00]` before a line, `<00:12.50>` before a word; several times repeat the line. */
export function parseLrc(lines: readonly string[]): DraftLine[] {
  const drafts: DraftLine[] = []
  let offsetSecs = 0
  for (const [index, raw] of lines.entries()) {
    const line = raw.trim()
    const [head = ''] = TIME_TAGS.exec(line) ?? []
    if (hasLrcTime(line) && head === '')
      throw refuseLine(index, raw, { problem: 'has a time whose bracket is never closed' })
    const [, offset] = OFFSET.exec(line) ?? []
    if (offset) offsetSecs = Number(offset) / 1000
    const body = readBody(line.slice(head.length))
    for (const tag of head.match(/\[[^\]]*\]/g) ?? []) {
      const startSecs = readLrcTime(tag.slice(1, -1))
      if (startSecs === undefined)
        throw refuseLine(index, raw, { problem: `has no time that can be read: ${tag}`, part: tag })
      drafts.push(placeLine(startSecs, body))
    }
    refuseTooManyLines(drafts.length)
  }
  return drafts.map((draft) => moveLine(draft, -offsetSecs))
}

/** The seconds of `12:34.56`; undefined where it is none. */
export function readLrcTime(text: string): number | undefined {
  const [isTime, minutes, secs, fraction = '0'] = TIME.exec(text) ?? []
  return isTime === undefined ? undefined : Number(minutes) * 60 + Number(`${secs}.${fraction}`)
}

type Body = { text: string; lead: string; pieces: DraftPiece[] }

function readBody(body: string): Body {
  const [lead = '', ...parts] = body.split(WORD_TIME)
  const pieces: DraftPiece[] = []
  let text = lead
  for (let i = 0; i < parts.length; i += 2) {
    const [mark = '', words = ''] = [parts[i], parts[i + 1]]
    const startSecs = readLrcTime(mark)
    const said = startSecs === undefined ? `<${mark}>${words}` : words
    text += said
    const last = pieces.at(-1)
    if (startSecs !== undefined) pieces.push({ startSecs, text: words })
    else if (last) last.text += said
  }
  return { text, lead, pieces }
}

/** A time at the end, with nothing behind it, ends the line. */
function placeLine(startSecs: number, { text, lead, pieces }: Body): DraftLine {
  const [first, last] = [pieces.at(0), pieces.at(-1)]
  // A line that repeats has the word times of its first turn.
  if (!first || !last || startSecs - first.startSecs > 1) return { startSecs, text }
  const endSecs = last.text.trim() === '' ? last.startSecs : undefined
  return { startSecs, endSecs, text, pieces: lead.trim() ? [{ startSecs, text: lead }, ...pieces] : pieces }
}

function moveLine({ startSecs, endSecs, pieces, ...rest }: DraftLine, bySecs: number): DraftLine {
  const move = (secs: number) => Math.max(0, secs + bySecs)
  return {
    ...rest,
    startSecs: move(startSecs),
    ...(endSecs !== undefined && { endSecs: move(endSecs) }),
    ...(pieces && { pieces: pieces.map((piece) => ({ ...piece, startSecs: move(piece.startSecs) })) }),
  }
}
