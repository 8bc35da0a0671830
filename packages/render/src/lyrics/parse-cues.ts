import type { DraftLine, DraftPiece } from './draft-line.ts'
import { refuseLine } from './refuse-lyrics.ts'

const CUE = /^\s*(\S+)\s+-->\s+(\S+)/
const TIME = /^(?:(\d{1,3}):)?([0-5]?\d):([0-5]?\d)[.,](\d{1,3})$/
const VOICE = /<v(?:\.[^\s>]*)?\s+([^>]{1,100})>/
const WORD_TIME = /<([\d:.,]{1,20})>/
/** `<i>`, `<c.loud>`, `</v>`, and the places that some programs write into SRT: `{\an8}`. */
const MARKS = /<\/?[a-zA-Z][^<>]{0,200}>|\{\\[^{}]{0,200}\}/g

/** SRT and WebVTT: a line with two times, then the text until an empty line; `<00:01.500>` times a word. */
export function parseCues(lines: readonly string[]): DraftLine[] {
  const drafts: DraftLine[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (!line.includes('-->')) continue
    const [, from = '', to = ''] = CUE.exec(line) ?? []
    const [startSecs, endSecs] = [readTime(from), readTime(to)]
    if (startSecs === undefined || endSecs === undefined || endSecs < startSecs)
      throw refuseLine(index, line, 'is not a span of time')
    const text: string[] = []
    while (lines[index + 1]?.trim() && !lines[index + 1]?.includes('-->')) text.push(lines[++index] ?? '')
    drafts.push(readCue(startSecs, endSecs, text.join('\n')))
  }
  return drafts
}

function readCue(startSecs: number, endSecs: number, raw: string): DraftLine {
  const [, agent] = VOICE.exec(raw) ?? []
  const parts = raw.replace(MARKS, '').split(WORD_TIME)
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
    ...(agent && { agent: agent.trim() }),
  }
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
