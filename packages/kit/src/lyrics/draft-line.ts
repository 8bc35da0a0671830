import type { LyricLine, LyricPiece, LyricWord } from './lyrics.ts'

/** A piece of text as a file times it; its end may be left to what follows. White space belongs to it. */
export type DraftPiece = { startSecs: number; endSecs?: number; text: string }

/** A line as a file gives it. Without pieces only the line as a whole is timed. */
export type DraftLine = {
  startSecs: number
  endSecs?: number
  text: string
  pieces?: DraftPiece[]
  agent?: string
  isBackground?: boolean
}

/** How long the last line of a song stays where nothing says so. */
const LAST_LINE_SECS = 5

/** Marks that re-order text behind the reader's back, controls other than white space, and what is no character. */
const HIDDEN = /[\u202a-\u202e\u2066-\u2069\ufffe\uffff]|(?!\s)\p{Cc}|\p{Cs}/gu

/** Most pieces of text are fine as they are, and there may be very many. */
const TIDY = /^[!-~]+(?: [!-~]+)*$/

/** Takes away what nobody sees; character references bring it back, so it is asked for again behind a parser. */
export function removeHidden(text: string): string {
  return text.replace(HIDDEN, '')
}

/** One line, one kind of space. */
function tidyLine(text: string): string {
  if (TIDY.test(text)) return text
  return removeHidden(text).replace(/\s+/g, ' ').trim()
}

/** Sorts lines by time, ends each where the next begins if the file does not say, and finds the words in its pieces. */
export function finishLines(drafts: readonly DraftLine[]): LyricLine[] {
  const sorted = drafts.toSorted((a, b) => a.startSecs - b.startSecs)
  const lines: LyricLine[] = []
  // From the end, so that each line knows when the next one begins.
  let nextSecs: number | undefined
  let laterSecs: number | undefined
  for (const draft of sorted.toReversed()) {
    const { startSecs, isBackground } = draft
    if (laterSecs !== undefined && laterSecs > startSecs) nextSecs = laterSecs
    if (!isBackground) laterSecs = startSecs
    const openEndSecs = nextSecs ?? startSecs + LAST_LINE_SECS
    const line = finishLine(draft, openEndSecs)
    if (line) lines.push(line)
  }
  return lines.reverse()
}

/** Undefined for an empty line, which is how LRC ends the one before it. */
function finishLine(
  { startSecs, isBackground, pieces, ...draft }: DraftLine,
  openEndSecs: number,
): LyricLine | undefined {
  const endSecs = Math.max(startSecs, draft.endSecs ?? openEndSecs)
  const text = tidyLine(draft.text)
  if (text === '') return undefined
  const agent = draft.agent && tidyLine(draft.agent)
  const words = pieces && findWords(pieces, endSecs)
  return {
    startSecs,
    endSecs,
    text,
    ...(words && words.length > 0 && { words }),
    ...(agent && { agent }),
    ...(isBackground && { isBackground }),
  }
}

/** Pieces without white space between them are syllables of one word. */
function findWords(pieces: readonly DraftPiece[], lineEndSecs: number): LyricWord[] {
  const words: LyricPiece[][] = []
  let isOpen = false
  for (const [index, { startSecs, endSecs, text }] of pieces.entries()) {
    const end = Math.max(startSecs, endSecs ?? pieces[index + 1]?.startSecs ?? lineEndSecs)
    const isApart = !isOpen || /^\s/.test(text)
    const piece = { startSecs, endSecs: end, text: tidyLine(text) }
    if (piece.text !== '') {
      if (isApart) words.push([piece])
      else words.at(-1)?.push(piece)
    }
    if (text !== '') isOpen = words.length > 0 && !/\s$/.test(text)
  }
  return words.map(joinWord)
}

function joinWord(syllables: LyricPiece[]): LyricWord {
  const [first, last] = [syllables.at(0), syllables.at(-1)]
  const word = {
    startSecs: first?.startSecs ?? 0,
    endSecs: last?.endSecs ?? 0,
    text: syllables.map(({ text }) => text).join(''),
  }
  return syllables.length > 1 ? { ...word, syllables } : word
}
