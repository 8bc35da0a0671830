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

/** Sorts lines by time, ends each where the next begins if the file does not say, and finds the words in its pieces. */
export function finishLines(drafts: readonly DraftLine[]): LyricLine[] {
  const sorted = drafts.toSorted((a, b) => a.startSecs - b.startSecs)
  return sorted.flatMap((draft, index) => {
    const text = tidy(draft.text)
    // An empty line is how LRC ends the one before it.
    if (text === '') return []
    const { startSecs, agent, isBackground } = draft
    const next = sorted.slice(index + 1).find((line) => line.startSecs > startSecs && !line.isBackground)
    const openEnd = next?.startSecs ?? startSecs + LAST_LINE_SECS
    const endSecs = Math.max(startSecs, draft.endSecs ?? openEnd)
    const words = draft.pieces && findWords(draft.pieces, endSecs)
    return [
      {
        startSecs,
        endSecs,
        text,
        ...(words && words.length > 0 && { words }),
        ...(agent && { agent }),
        ...(isBackground && { isBackground }),
      },
    ]
  })
}

/** Pieces without white space between them are syllables of one word. */
function findWords(pieces: readonly DraftPiece[], lineEndSecs: number): LyricWord[] {
  const words: LyricPiece[][] = []
  let isOpen = false
  for (const [index, { startSecs, endSecs, text }] of pieces.entries()) {
    const end = Math.max(startSecs, endSecs ?? pieces[index + 1]?.startSecs ?? lineEndSecs)
    const isApart = !isOpen || /^\s/.test(text)
    if (tidy(text) !== '') {
      const piece = { startSecs, endSecs: end, text: tidy(text) }
      if (isApart) words.push([piece])
      else words.at(-1)?.push(piece)
    }
    isOpen = words.length > 0 && !/\s$/.test(text)
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

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
