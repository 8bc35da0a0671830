import type { DraftLine, DraftPiece } from './draft-line.ts'
import { refuseLine } from './refuse-lyrics.ts'

const TAGS = /^(\[[^\]]*\])+/
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
    const [head = ''] = TAGS.exec(line) ?? []
    const tags = head.match(/\[[^\]]*\]/g) ?? []
    const refuse = () => refuseLine(index, raw, 'has no time that can be read')
    if (line.startsWith('[') && tags.length === 0) throw refuse()
    const [, offset] = OFFSET.exec(line) ?? []
    if (offset) offsetSecs = Number(offset) / 1000
    for (const tag of tags.filter(hasLrcTime)) {
      const startSecs = readTime(tag.slice(1, -1))
      if (startSecs === undefined) throw refuse()
      drafts.push(readLine(startSecs, line.slice(head.length)))
    }
  }
  return drafts.map((draft) => moveLine(draft, -offsetSecs))
}

/** A time at the end, with nothing behind it, ends the line. */
function readLine(startSecs: number, body: string): DraftLine {
  const parts = body.split(WORD_TIME)
  const pieces: DraftPiece[] = []
  let [text = ''] = parts
  for (let i = 1; i < parts.length; i += 2) {
    const secs = readTime(parts[i] ?? '')
    const words = parts[i + 1] ?? ''
    text += secs === undefined ? `<${parts[i]}>${words}` : words
    if (secs !== undefined) pieces.push({ startSecs: secs, text: words })
  }
  if (pieces.length === 0) return { startSecs, text }
  const last = pieces.at(-1)
  const endSecs = last?.text.trim() === '' ? last.startSecs : undefined
  const [lead = ''] = parts
  // A line that repeats has the word times of its first turn.
  const turn = Math.max(0, startSecs - (pieces[0]?.startSecs ?? startSecs))
  const line = {
    startSecs,
    endSecs,
    text,
    pieces: lead.trim() ? [{ startSecs, text: lead }, ...pieces] : pieces,
  }
  return turn > 1 ? { startSecs, text } : line
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

function readTime(text: string): number | undefined {
  const [isTime, minutes, secs, fraction = '0'] = TIME.exec(text) ?? []
  return isTime === undefined ? undefined : Number(minutes) * 60 + Number(`${secs}.${fraction}`)
}
