import type { DraftLine, DraftPiece } from './draft-line.ts'
import { refuseLine, refuseTooManyLines } from './refuse-lyrics.ts'

const FIELDS = ['Layer', 'Start', 'End', 'Style', 'Name', 'MarginL', 'MarginR', 'MarginV', 'Effect', 'Text']
const TIME = /^(\d{1,2}):([0-5]\d):([0-5]\d(?:\.\d{1,3})?)$/
/** `{\k50}`: what follows is sung for half a second. */
const SYLLABLE = /\{[^{}]{0,200}?\\(?:k|K|kf|ko)(\d{1,5})[^{}]{0,200}\}/
/** What follows is a drawing. */
const DRAWING = /\{[^{}]{0,200}?\\p[1-9]/
/** The style of lines that are sung behind others. */
export const BACKGROUND_STYLE = 'Background'

/** Whether a file is of the Advanced SubStation kind. */
export function isAss(lines: readonly string[]): boolean {
  return lines.some((line) => /^\s*\[(script info|events)\]\s*$/i.test(line))
}

/**
 * ASS: `Dialogue:` lines in the order of fields that `Format:` names; `\k` times syllables. Where karaoke effects were
 * generated, the line that was sung is kept as a comment, and what stands in its place is picture.
 */
export function parseAss(lines: readonly string[]): DraftLine[] {
  let fields = FIELDS
  let isEvents = false
  const drafts: (DraftLine & { effect: string })[] = []
  for (const [index, line] of lines.entries()) {
    if (/^\s*\[/.test(line)) isEvents = /^\s*\[events\]/i.test(line)
    const [, kind = '', rest = ''] = /^\s*(Format|Dialogue|Comment)\s*:\s*(.*)$/i.exec(line) ?? []
    if (!isEvents || kind === '') continue
    if (/format/i.test(kind)) {
      fields = rest.split(',').map((name) => name.trim())
      continue
    }
    const draft = readEvent(rest, fields, { line, index })
    if (/comment/i.test(kind) ? draft.effect !== 'karaoke' : DRAWING.test(rest)) continue
    drafts.push(draft)
    refuseTooManyLines(drafts.length)
  }
  const isGenerated = drafts.some(({ effect }) => effect === 'karaoke')
  return drafts
    .filter(({ effect }) => !(isGenerated && effect === 'fx'))
    .map(({ effect: _, ...draft }) => draft)
}

function readEvent(
  rest: string,
  fields: readonly string[],
  { line, index }: { line: string; index: number },
) {
  const values = rest.split(',')
  const read = (name: string) => values[fields.indexOf(name)]?.trim() ?? ''
  const [start, end] = [read('Start'), read('End')]
  const [startSecs, endSecs] = [readTime(start), readTime(end)]
  const problem = 'is not a span of time'
  const advice = 'Write its times like 0:00:12.00.'
  if (startSecs === undefined) throw refuseLine(index, line, { problem, advice, part: start || rest })
  if (endSecs === undefined) throw refuseLine(index, line, { problem, advice, part: end || rest })
  if (endSecs < startSecs)
    throw refuseLine(index, line, { problem: `${problem}: it ends before it begins`, part: end })
  const agent = read('Name') || read('Actor')
  return {
    ...readText(startSecs, endSecs, values.slice(fields.length - 1).join(',')),
    ...(agent && { agent }),
    ...(read('Style') === BACKGROUND_STYLE && { isBackground: true }),
    effect: read('Effect').toLowerCase(),
  }
}

function readText(startSecs: number, endSecs: number, raw: string): DraftLine {
  const [before = '', ...parts] = raw.split(SYLLABLE)
  const lead = cleanText(before)
  const pieces: DraftPiece[] = lead.trim() ? [{ startSecs, text: lead }] : []
  let now = startSecs
  for (let i = 0; i < parts.length; i += 2) {
    const endOfPiece = now + Number(parts[i]) / 100
    pieces.push({ startSecs: now, endSecs: endOfPiece, text: cleanText(parts[i + 1] ?? '') })
    now = endOfPiece
  }
  const text = parts.length > 0 ? pieces.map((piece) => piece.text).join('') : lead
  return { startSecs, endSecs, text, ...(parts.length > 0 && { pieces }) }
}

function cleanText(text: string): string {
  return text.replace(/\{[^{}]{0,500}\}/g, '').replace(/\\[Nnh]/g, ' ')
}

function readTime(text: string): number | undefined {
  const [isTime, hours, minutes, secs] = TIME.exec(text) ?? []
  return isTime === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(secs)
}
