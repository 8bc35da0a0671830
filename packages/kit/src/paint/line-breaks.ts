import { createRequire } from 'node:module'
import { splitClusters } from './clusters.ts'
import { hasUnspacedWords } from './scripts.ts'

/** A piece of text that stays on one line, and what it costs to end a line after it. */
export type Unit = {
  text: string
  /** The space behind it, which vanishes at a line's end. */
  gap: string
  /** 0 is an ordinary break, above is worse, below is better; see `MUST_BREAK`. */
  penalty: number
}

/** Where a line must end, as a penalty. */
const MUST_BREAK = Number.NEGATIVE_INFINITY

/** Cuts a clean text into units at the places where a reader accepts a line end. */
export function splitUnits(text: string): Unit[] {
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    const units = hasUnspacedWords(line) ? splitUnspaced(line) : splitSpaced(line)
    judgeBreaks(units)
    const last = units.at(-1)
    if (last && index < lines.length - 1) last.penalty = MUST_BREAK
    return units
  })
}

/** Breaks at spaces and behind dashes inside words, which is all that spaced scripts need in a title. */
function splitSpaced(line: string): Unit[] {
  const units: Unit[] = []
  for (const [, word = '', gap = ''] of line.matchAll(/([^ \u3000]+)([ \u3000]*)/gu)) {
    const parts = word.split(/(?<=[\p{L}\p{N}][-‐–—])(?=\p{L}{2})/u)
    const text = parts.pop() ?? ''
    for (const part of parts) units.push({ text: part, gap: '', penalty: INSIDE_WORD })
    units.push({ text, gap, penalty: 0 })
  }
  return units
}

/** Cuts a web address behind its slashes, or also before its dots. */
export function splitAddress(address: string, at: 'SLASHES' | 'DOTS' = 'DOTS'): Unit[] {
  const parts = address.split(at === 'DOTS' ? /(?<=\/)(?=[^/])|(?<=[^./])(?=\.[^.])/u : /(?<=\/)(?=[^/])/u)
  return parts.map((text) => ({ text, gap: '', penalty: 0 }))
}

/** Unicode line breaking says where a line may end; word boundaries say where it should. */
function splitUnspaced(line: string): Unit[] {
  LineBreaker ??= createRequire(import.meta.url)('linebreak') as LineBreakerClass
  words ??= new Intl.Segmenter('und', { granularity: 'word' })
  const starts = new Set(Array.from(words.segment(line), ({ index }) => index))
  const breaker = new LineBreaker(line)
  const allowed = new Set<number>()
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) allowed.add(next.position)
  // The dictionary scripts are one long word to the line breaker; there the segmenter alone knows the words.
  for (const start of starts) if (DICTIONARY_SCRIPT.test(line.slice(start - 1, start + 1))) allowed.add(start)

  const units: Unit[] = []
  let from = 0
  const ends = findClusterEnds(line)
  for (const position of [...allowed].sort((a, b) => a - b)) {
    if (position <= from || !ends.has(position)) continue
    const piece = line.slice(from, position)
    const text = piece.trimEnd()
    const next = line.slice(position, position + 1)
    const penalty = starts.has(position) || text !== piece ? judgeUnspaced(next, text !== piece) : INSIDE_WORD
    units.push({ text, gap: piece.slice(text.length), penalty })
    from = position
  }
  return units
}

/** A break inside what the reader takes for one character, such as a new emoji sequence, is never right. */
function findClusterEnds(line: string): Set<number> {
  let end = 0
  return new Set(splitClusters(line).map((cluster) => (end += cluster.length)))
}

const INSIDE_WORD = 0.6
const DICTIONARY_SCRIPT = /^[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]{2}$/u

/** A Japanese line that begins with hiragana most often begins with a particle, torn from its word. */
function judgeUnspaced(next: string, hasGap: boolean): number {
  if (hasGap) return -0.1
  return /\p{sc=Hira}/u.test(next) ? 0.35 : 0.1
}

type LineBreakerClass = new (text: string) => { nextBreak(): { position: number } | null }
// Both are made on first use, because they cost 20 ms each and spaced scripts need neither.
let LineBreaker: LineBreakerClass | undefined
let words: Intl.Segmenter | undefined

/** Good typesetters do not leave "the" at a line's end, and let "(feat. …)" begin one. */
function judgeBreaks(units: Unit[]): void {
  let bracketDepth = 0
  for (const [index, unit] of units.entries()) {
    bracketDepth += countBrackets(unit.text)
    const next = units[index + 1]
    if (!next || unit.penalty >= INSIDE_WORD) continue
    if (WEAK_WORD.test(unit.text)) unit.penalty += 0.6
    if (/^[([{«“‘–—-]/u.test(next.text) && next.text.length > 1) unit.penalty -= 0.15
    if (/^[-–—|·•/+&×]$/u.test(next.text)) unit.penalty += 0.6
    if (/[,;:.!?…—–|·•/]$/u.test(unit.text)) unit.penalty -= 0.1
    if (/^[-–—|·•]$/u.test(unit.text)) unit.penalty -= 0.3
    if (STARTS_PHRASE.test(next.text)) unit.penalty -= 0.12
    if (bracketDepth > 0) unit.penalty += 0.2
  }
}

const WEAK_WORD =
  /^(?:a|an|the|of|in|on|at|to|for|by|and|or|my|your|our|his|her|its|is|i|&|feat\.?|ft\.?|with|vs\.?|no\.?|mr\.?|mrs\.?|dr\.?|st\.?|de|del|la|le|les|el|los|las|der|die|das|den|dem|und|y|e|et|du|des|un|une|una|uno|il|lo|von|zu|im|am|o|os|as|da|do|em|и|в|на|с|к|о|не|по)$/iu
const STARTS_PHRASE = /^(?:feat\.?|ft\.?|featuring|vs\.?|and|&|pt\.?|part|vol\.?)$/iu

/** "(Live at / Home)" reads worse than a break before the bracket. */
function countBrackets(text: string): number {
  return (text.match(/[([]/g)?.length ?? 0) - (text.match(/[)\]]/g)?.length ?? 0)
}

/**
 * Distributes units over exactly `lineCount` lines, as even in width as the penalties allow. Returns the index
 * after the last unit of each line, or `undefined` when there are more forced breaks than lines.
 */
export function balanceLines(
  units: readonly Unit[],
  extents: readonly Extent[],
  lineCount: number,
): number[] | undefined {
  const count = units.length
  const ideal = extents.reduce((sum, extent) => sum + extent.text + extent.gap, 0) / lineCount
  let costs = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY)
  costs[0] = 0
  const comeFrom: Int32Array[] = []
  for (let line = 1; line <= lineCount; line++) {
    const next = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY)
    const from = new Int32Array(count + 1).fill(-1)
    for (let start = line - 1; start < count; start++) {
      if (costs[start] !== Number.POSITIVE_INFINITY)
        tryEnds({ units, extents, ideal, start, costs, next, from })
    }
    comeFrom.push(from)
    costs = next
  }
  return costs[count] === Number.POSITIVE_INFINITY ? undefined : readBack(comeFrom, count)
}

type Row = {
  units: readonly Unit[]
  extents: readonly Extent[]
  ideal: number
  start: number
  costs: Float64Array
  next: Float64Array
  from: Int32Array
}

/** Lets a line begin at `start` and end wherever that is cheaper than what was known. */
function tryEnds({ units, extents, ideal, start, costs, next, from }: Row): void {
  let width = 0
  for (let end = start + 1; end <= units.length; end++) {
    const extent = extents[end - 1]!
    width += extent.text
    const fill = width / ideal
    // Such a line is never part of the best result, unless it is one unbreakable word.
    if (fill > MAX_FILL && end > start + 1) return
    const { penalty } = units[end - 1]!
    const isFree = end === units.length || penalty === MUST_BREAK
    const cost = costs[start]! + fill * fill * fill * fill + (isFree ? 0 : penalty)
    if (cost < next[end]!) {
      next[end] = cost
      from[end] = start
    }
    if (penalty === MUST_BREAK) return
    width += extent.gap
  }
}

const MAX_FILL = 2.2

/** How wide a unit and the space behind it are. */
export type Extent = { text: number; gap: number }

function readBack(comeFrom: readonly Int32Array[], count: number): number[] {
  const ends: number[] = []
  let end = count
  for (const from of comeFrom.toReversed()) {
    ends.unshift(end)
    end = from[end] ?? 0
  }
  return ends
}
