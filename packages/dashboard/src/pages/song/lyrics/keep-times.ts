import { type Line, type Piece, readText } from './timed-lyrics.ts'

/** Larger comparisons would be felt while typing; only texts that have hardly anything in common need them. */
const MOST_COMPARISONS = 1_000_000

/** Neighbouring letters that a line must share with the one it corrects. */
const LEAST_ALIKE = 0.4

/**
 * The lines of a corrected text with the times of what was there before. Lines that stay keep theirs, and so does a line that was
 * corrected in its place, with its words. Lines that are new have none.
 */
export function keepTimes(text: string, known: Line[]): Line[] {
  const lines = readText(text)
  return findGaps(lines, known).flatMap(({ next, before }) => {
    if (next.length !== before.length) return next
    return next.map((line, index) =>
      isCorrection(line.text, before[index]!.text) ? takeTimes(line, before[index]!) : line,
    )
  })
}

/** What every piece of these lines is timed by, or undefined if one has no time yet. */
export function findUnit(lines: Line[]): 'LINE' | 'WORD' | undefined {
  if (lines.length === 0) return undefined
  if (lines.every(({ words }) => words.every(isTimed))) return 'WORD'
  return lines.every(isTimed) ? 'LINE' : undefined
}

/** Whether one line is the other with some letters changed: another line in its place is sung at another time. */
function isCorrection(text: string, known: string): boolean {
  const pairs = listPairs(text)
  const others = listPairs(known)
  const same = [...pairs].filter((pair) => others.has(pair)).length
  return 2 * same >= LEAST_ALIKE * (pairs.size + others.size)
}

function listPairs(text: string): Set<string> {
  const letters = [...` ${text.toLowerCase()} `]
  return new Set(letters.slice(1).map((letter, index) => `${letters[index]}${letter}`))
}

function takeTimes(line: Line, known: Line): Line {
  // Its words may be timed in parts.
  if (line.text === known.text) return known
  const { startSecs, endSecs } = known
  const words = known.words.every(isTimed) ? takeWordTimes(line.words, known.words) : line.words
  return { ...line, ...(startSecs !== undefined && { startSecs, endSecs }), words }
}

function takeWordTimes(words: Piece[], known: Piece[]): Piece[] {
  const gaps = findGaps(words, known)
  const timed = gaps.flatMap(({ next, before }) => {
    if (next.length === before.length) return next.map(({ text }, index) => ({ ...before[index]!, text }))
    return before.length > 0 ? shareOut(next, before) : next
  })
  // A word that was only put in takes its time from a neighbour, which then has to share.
  return timed.every(isTimed) ? timed : shareOut(words, known)
}

/** Spreads words over the time of others, each by its length. */
function shareOut(words: Piece[], known: Piece[]): Piece[] {
  const startSecs = known[0]?.startSecs ?? 0
  const last = known.at(-1)
  const secs = (last?.endSecs ?? last?.startSecs ?? startSecs) - startSecs
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  let before = 0
  return words.map(({ text }) => {
    const from = startSecs + (secs * before) / letters
    before += text.length
    return { text, startSecs: round(from), endSecs: round(startSecs + (secs * before) / letters) }
  })
}

/** Pieces of one text and those that stood in their place; equal ones stand alone. */
type Gap<Item> = { next: Item[]; before: Item[] }

/** Walks through two texts side by side: what both have in the same order holds them together. */
function findGaps<Item extends Piece>(next: Item[], before: Item[]): Gap<Item>[] {
  const gaps: Gap<Item>[] = []
  let open: Gap<Item> = { next: [], before: [] }
  const close = () => {
    if (open.next.length > 0 || open.before.length > 0) gaps.push(open)
    open = { next: [], before: [] }
  }
  const lengths = compareTails(next, before)
  let i = 0
  let j = 0
  while (i < next.length || j < before.length) {
    if (i < next.length && j < before.length && next[i]!.text === before[j]!.text) {
      close()
      gaps.push({ next: [next[i++]!], before: [before[j++]!] })
    } else if (j === before.length || (i < next.length && lengths(i + 1, j) >= lengths(i, j + 1))) {
      open.next.push(next[i++]!)
    } else {
      open.before.push(before[j++]!)
    }
  }
  close()
  return gaps
}

/** How many pieces two tails have in common at most, in the same order. */
function compareTails(next: Piece[], before: Piece[]): (i: number, j: number) => number {
  const width = before.length + 1
  if (next.length * before.length > MOST_COMPARISONS) return (i, j) => j - i
  const table = new Uint16Array((next.length + 1) * width)
  for (let i = next.length - 1; i >= 0; i--) {
    for (let j = before.length - 1; j >= 0; j--) {
      const isSame = next[i]!.text === before[j]!.text
      const down = table[(i + 1) * width + j]!
      const right = table[i * width + j + 1]!
      table[i * width + j] = isSame ? table[(i + 1) * width + j + 1]! + 1 : Math.max(down, right)
    }
  }
  return (i, j) => table[i * width + j]!
}

function isTimed({ startSecs }: Piece): boolean {
  return startSecs !== undefined
}

function round(secs: number): number {
  return Math.round(secs * 1000) / 1000
}
