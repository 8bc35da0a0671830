import type { DraftLine, DraftPiece } from './draft-line.ts'
import { refuseLine, refuseTooManyLines } from './refuse-lyrics.ts'

const TIME = /^(?:(\d{1,3}):)?([0-5]?\d):([0-5]?\d)[.,](\d{1,3})$/
const VOICE = /<v(?:\.[^\s<>]{0,100})?\s+([^<>]{1,100})>/
const BACKGROUND = /<c\.background>/
const WORD_TIME = /<([\d:.,]{1,20})>/
/** `<i>`, `<c.loud>`, `</v>`. */
const MARKS = /<\/?[a-zA-Z][^<>]{0,200}>/g
/** The places that some programs write into SRT: `{\an8}`. */
const COMMANDS = /\{\\[^{}]{0,200}\}/g
/** Captions that roll up show each finished row once more, alone, for an instant. */
const INSTANT_SECS = 0.02

/** SRT and WebVTT: a line with two times, then the text until an empty line; `<00:01.500>` times a word. */
export function parseCues(lines: readonly string[], source: 'SRT' | 'VTT'): DraftLine[] {
  // Rows of blanks are part of a WebVTT cue; SRT has been through many programs that leave some behind.
  const isEnd = (row = '') => (source === 'VTT' ? row : row.trim()) === '' || row.includes('-->')
  const drafts: DraftLine[] = []
  let rowBefore = ''
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (!line.includes('-->')) continue
    const { startSecs, endSecs } = readSpan(line, index)
    const rows: string[] = []
    while (!isEnd(lines[index + 1])) rows.push(lines[++index] ?? '')
    // Without an empty line between them, the number of the next cue looks like text.
    if (lines[index + 1]?.includes('-->') && /^\s*\d+\s*$/.test(rows.at(-1) ?? '')) rows.pop()
    const isRolled = rows.some((row) => WORD_TIME.test(row)) || endSecs - startSecs < INSTANT_SECS
    const fresh = isRolled ? rows.filter((row) => stripMarks(row).trim() !== rowBefore) : rows
    drafts.push(readCue(startSecs, endSecs, fresh.join('\n')))
    refuseTooManyLines(drafts.length)
    rowBefore = stripMarks(rows.findLast((row) => row.trim()) ?? '')
      .replaceAll(new RegExp(WORD_TIME, 'g'), '')
      .trim()
  }
  return drafts
}

/** Words that would be read as a mark, in brackets that look like it. */
export function shieldMarks(text: string): string {
  return shieldCommands(text)
    .replace(MARKS, (mark) => `‹${mark.slice(1, -1)}›`)
    .replace(new RegExp(WORD_TIME, 'g'), '‹$1›')
    .replaceAll('-->', '→')
}

/** The commands of another format; WebVTT has no way to write them as words. */
export function shieldCommands(text: string): string {
  return text.replace(COMMANDS, (command) => `(${command.slice(1, -1)})`)
}

function readSpan(line: string, index: number): { startSecs: number; endSecs: number } {
  const [from = '', rest = ''] = line.split('-->')
  const [to = ''] = rest.trim().split(/\s/)
  const [startSecs, endSecs] = [readTime(from.trim()), readTime(to)]
  const problem = 'is not a span of time'
  const advice = 'Write it like 00:00:12,000 --> 00:00:15,500.'
  if (startSecs === undefined) throw refuseLine(index, line, { problem, advice })
  if (endSecs === undefined) throw refuseLine(index, line, { problem, advice, part: to || '-->' })
  if (endSecs < startSecs)
    throw refuseLine(index, line, { problem: `${problem}: it ends before it begins`, part: to })
  return { startSecs, endSecs }
}

function readCue(startSecs: number, endSecs: number, raw: string): DraftLine {
  const [, agent] = VOICE.exec(raw) ?? []
  const parts = stripMarks(raw).split(WORD_TIME)
  const [lead = ''] = parts
  const pieces: DraftPiece[] = [{ startSecs, text: unescapeText(lead) }]
  for (let i = 1; i < parts.length; i += 2) {
    const secs = readTime(parts[i] ?? '')
    const text = unescapeText(parts[i + 1] ?? '')
    if (secs === undefined) pieces.push({ startSecs: pieces.at(-1)?.startSecs ?? startSecs, text })
    else pieces.push({ startSecs: secs, text })
  }
  const text = pieces.map((piece) => piece.text).join('')
  return {
    startSecs,
    endSecs,
    text,
    ...(pieces.length > 1 && { pieces }),
    ...(agent && { agent: unescapeText(agent) }),
    ...(BACKGROUND.test(raw) && { isBackground: true }),
  }
}

function stripMarks(text: string): string {
  return text.replace(MARKS, '').replace(COMMANDS, '')
}

function readTime(text: string): number | undefined {
  const [isTime, hours = '0', minutes, secs, fraction] = TIME.exec(text) ?? []
  if (isTime === undefined) return undefined
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(`${secs}.${fraction}`)
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', nbsp: ' ', quot: '"', apos: "'" }

/** WebVTT writes these characters so. */
function unescapeText(text: string): string {
  return text.replace(/&(lt|gt|amp|nbsp|quot|apos|lrm|rlm);/g, (_, name: string) => ENTITIES[name] ?? '')
}
