import type { DraftLine, DraftPiece } from './draft-line.ts'
import { refuseLine } from './refuse-lyrics.ts'

const FIELDS = ['Layer', 'Start', 'End', 'Style', 'Name', 'MarginL', 'MarginR', 'MarginV', 'Effect', 'Text']
const TIME = /^(\d{1,2}):([0-5]\d):([0-5]\d(?:\.\d{1,3})?)$/
/** `{\k50}`: what follows is sung for half a second. */
const SYLLABLE = /\{[^{}]{0,200}?\\(?:k|K|kf|ko)(\d{1,5})[^{}]{0,200}\}/

/** Whether a file is of the Advanced SubStation kind. */
export function isAss(lines: readonly string[]): boolean {
  return lines.some((line) => /^\s*\[(script info|events)\]\s*$/i.test(line))
}

/** ASS: `Dialogue:` lines in the order of fields that `Format:` names; `\k` times syllables. */
export function parseAss(lines: readonly string[]): DraftLine[] {
  let fields = FIELDS
  let isEvents = false
  const drafts: DraftLine[] = []
  for (const [index, line] of lines.entries()) {
    if (/^\s*\[/.test(line)) isEvents = /^\s*\[events\]/i.test(line)
    const [, kind, rest = ''] = /^\s*(Format|Dialogue)\s*:\s*(.*)$/i.exec(line) ?? []
    if (!isEvents || kind === undefined) continue
    if (kind.toLowerCase() === 'format') {
      fields = rest.split(',').map((name) => name.trim())
      continue
    }
    const values = rest.split(',')
    const read = (name: string) => values[fields.indexOf(name)]?.trim() ?? ''
    const [startSecs, endSecs] = [readTime(read('Start')), readTime(read('End'))]
    if (startSecs === undefined || endSecs === undefined || endSecs < startSecs)
      throw refuseLine(index, line, 'is not a span of time')
    const agent = read('Name') || read('Actor')
    drafts.push({
      ...readText(startSecs, endSecs, values.slice(fields.length - 1).join(',')),
      ...(agent && { agent }),
    })
  }
  return drafts
}

function readText(startSecs: number, endSecs: number, raw: string): DraftLine {
  const parts = raw.split(SYLLABLE)
  const pieces: DraftPiece[] = []
  let now = startSecs
  for (let i = 1; i < parts.length; i += 2) {
    const endOfPiece = now + Number(parts[i]) / 100
    pieces.push({ startSecs: now, endSecs: endOfPiece, text: cleanText(parts[i + 1] ?? '') })
    now = endOfPiece
  }
  const text = parts
    .filter((_, index) => index % 2 === 0)
    .map(cleanText)
    .join('')
  return { startSecs, endSecs, text, ...(pieces.length > 0 && { pieces }) }
}

function cleanText(text: string): string {
  return text.replace(/\{[^{}]{0,500}\}/g, '').replace(/\\[Nnh]/g, ' ')
}

function readTime(text: string): number | undefined {
  const [isTime, hours, minutes, secs] = TIME.exec(text) ?? []
  return isTime === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(secs)
}
