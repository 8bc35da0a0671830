import type { Lyrics } from '@songreel/sdk'

/** A line or a word, and when it is sung as far as that is known. Without an end it lasts until the next one begins. */
export type Piece = { text: string; startSecs?: number; endSecs?: number }
export type Line = Piece & { words: Piece[] }

/** What a tap times. */
export type Unit = 'LINE' | 'WORD'

/** Lyrics that are being timed; `next` counts the pieces that come before the one that the next tap begins. */
export type Timing = { lines: Line[]; unit: Unit; next: number }

/** Shorter than this, a tap only says where something begins; longer, it is held and says how long it lasts. */
const HOLD_SECS = 0.3
/** The last line has no next one to end at. */
const LAST_LINE_SECS = 5
const LAST_WORD_SECS = 1

/** Text as people paste it: a line is a line, empty ones and headings in brackets are not sung. */
export function readText(text: string): Line[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim().replace(/\s+/g, ' '))
  return lines.filter((line) => line !== '' && !/^\[[^\]]*\]$/.test(line)).map(makeLine)
}

/** Lyrics that the song has already; estimated times are not taken for known ones. */
export function readLyrics({ lines, timing }: Lyrics): Line[] {
  return lines.map(({ text, startSecs, endSecs, words }) => {
    if (timing === 'ESTIMATED') return makeLine(text)
    const timed = words?.map((word) => ({
      text: word.text,
      startSecs: word.startSecs,
      endSecs: word.endSecs,
    }))
    return { ...makeLine(text), startSecs, endSecs, ...(timed && { words: timed }) }
  })
}

/** Begins a run-through, from the first line that has no time yet. */
export function startTiming(lines: Line[], unit: Unit): Timing {
  const timing = { lines, unit, next: 0 }
  const open = listPieces(timing).findIndex(({ startSecs }) => startSecs === undefined)
  return { ...timing, next: open < 0 ? 0 : open }
}

/** The pieces that taps go through, in order. */
export function listPieces({ lines, unit }: Pick<Timing, 'lines' | 'unit'>): Piece[] {
  return unit === 'LINE' ? lines : lines.flatMap(({ words }) => words)
}

/** Which line the piece with this number is in. */
export function findLine({ lines, unit }: Pick<Timing, 'lines' | 'unit'>, piece: number): number {
  if (unit === 'LINE') return Math.min(piece, lines.length - 1)
  let before = 0
  const found = lines.findIndex(({ words }) => {
    before += words.length
    return piece < before
  })
  return found < 0 ? lines.length - 1 : found
}

/** The number of a line's first piece. */
export function findPiece({ lines, unit }: Pick<Timing, 'lines' | 'unit'>, line: number): number {
  if (unit === 'LINE') return line
  return lines.slice(0, line).reduce((count, { words }) => count + words.length, 0)
}

/** A tap begins: so does the piece whose turn it is. */
export function beginPiece(timing: Timing, secs: number): Timing {
  return changePiece(timing, timing.next, { startSecs: round(secs), endSecs: undefined })
}

/** A tap ends: one that was held says how long the piece lasts. The next one is due. */
export function endPiece(timing: Timing, secs: number): Timing {
  const { startSecs } = listPieces(timing)[timing.next] ?? {}
  if (startSecs === undefined) return timing
  const isHeld = secs - startSecs >= HOLD_SECS
  const ended = isHeld ? changePiece(timing, timing.next, { startSecs, endSecs: round(secs) }) : timing
  return { ...ended, next: timing.next + 1 }
}

/** Goes on with a line: its times, and those after it, are kept until they are tapped anew. */
export function goToLine(timing: Timing, line: number): Timing {
  return { ...timing, next: findPiece(timing, line) }
}

/** Moves a line and its words a little. */
export function nudgeLine(timing: Timing, line: number, bySecs: number): Timing {
  const move = <Moved extends Piece>(piece: Moved): Moved => ({
    ...piece,
    startSecs: piece.startSecs === undefined ? undefined : round(Math.max(0, piece.startSecs + bySecs)),
    endSecs: piece.endSecs === undefined ? undefined : round(Math.max(0, piece.endSecs + bySecs)),
  })
  const lines = timing.lines.map((each, index) =>
    index === line ? { ...move(each), words: each.words.map(move) } : each,
  )
  return { ...timing, lines }
}

/** How many lines have a time. */
export function countTimed({ lines, unit }: Pick<Timing, 'lines' | 'unit'>): number {
  return lines.filter((line) => isTimed(line, unit)).length
}

/** Lines whose every time is known: what has no end lasts until the next begins. */
export function finishLines({ lines, unit }: Timing): Required<Line>[] {
  const drafts = lines.map((line) =>
    unit === 'WORD' ? { ...line, startSecs: line.words[0]?.startSecs, endSecs: undefined } : line,
  )
  return drafts.map((line, index) => {
    const startSecs = line.startSecs ?? 0
    const nextSecs = drafts[index + 1]?.startSecs ?? Number.POSITIVE_INFINITY
    const words = unit === 'WORD' ? finishWords(line.words, nextSecs) : []
    const endSecs = words.at(-1)?.endSecs ?? line.endSecs ?? Math.min(nextSecs, startSecs + LAST_LINE_SECS)
    return { text: line.text, startSecs, endSecs: Math.max(endSecs, startSecs), words }
  })
}

function finishWords(words: Piece[], nextLineSecs: number): Required<Piece>[] {
  return words.map(({ text, startSecs = 0, endSecs }, index) => {
    const nextSecs = words[index + 1]?.startSecs ?? Math.min(nextLineSecs, startSecs + LAST_WORD_SECS)
    return { text, startSecs, endSecs: Math.max(startSecs, Math.min(endSecs ?? nextSecs, nextSecs)) }
  })
}

function isTimed(line: Line, unit: Unit): boolean {
  const pieces = unit === 'LINE' ? [line] : line.words
  return pieces.every(({ startSecs }) => startSecs !== undefined)
}

function changePiece(timing: Timing, piece: number, times: Omit<Piece, 'text'>): Timing {
  const at = findLine(timing, piece)
  const word = piece - findPiece(timing, at)
  const change = (line: Line): Line => {
    if (timing.unit === 'LINE') return { ...line, ...times }
    return {
      ...line,
      words: line.words.map((each, index) => (index === word ? { ...each, ...times } : each)),
    }
  }
  return { ...timing, lines: timing.lines.map((line, index) => (index === at ? change(line) : line)) }
}

function makeLine(text: string): Line {
  return { text, words: text.split(' ').map((word) => ({ text: word })) }
}

function round(secs: number): number {
  return Math.round(secs * 1000) / 1000
}
