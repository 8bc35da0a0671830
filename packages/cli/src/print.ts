import { stripVTControlCharacters, styleText } from 'node:util'

/** Colours a text where the stream shows colours; NO_COLOR and pipes are respected. */
export type Paint = (format: Parameters<typeof styleText>[0], text: string) => string

/** The signs in front of a line. */
export type Mark = 'good' | 'busy' | 'warning' | 'bad' | 'arrow' | 'none'

const MARKS: Record<Mark, [sign: string, format: Parameters<typeof styleText>[0]]> = {
  good: ['✔', 'green'],
  busy: ['●', 'cyan'],
  warning: ['!', 'yellow'],
  bad: ['✖', 'red'],
  arrow: ['→', 'cyan'],
  none: [' ', 'reset'],
}

/** Columns before the text of a line: two spaces, the mark, a space, the label. */
const LABEL_WIDTH = 13
const TEXT_WIDTH = 65

/** Paints for one stream. */
export function createPaint(stream: NodeJS.WriteStream): Paint {
  return (format, text) => styleText(format, text, { stream })
}

/** The sign in front of a line, in its colour. */
export function showMark(mark: Mark, paint: Paint): string {
  const [sign, format] = MARKS[mark]
  return paint(format, sign)
}

/** `  ✔ Listened     112 BPM · A minor                                0.4 s`; in a narrow terminal the note moves up, or goes. */
export function showStatus(
  { mark, label, text, note }: { mark: Mark; label: string; text: string; note?: string },
  paint: Paint,
  columns = Number.POSITIVE_INFINITY,
): string {
  const start = `  ${showMark(mark, paint)} ${padEnd(label, LABEL_WIDTH)}`
  if (!note) return `${start}${text}`
  const room = columns - 1 - measureWidth(start) - measureWidth(note) - 1
  if (measureWidth(text) > room && columns !== Number.POSITIVE_INFINITY) return `${start}${text}`
  return `${start}${padEnd(text, Math.min(TEXT_WIDTH - 1, room))} ${paint('dim', note)}`
}

/** A sentence behind a mark; where it is too long for the terminal it goes on below itself, broken between words. */
export function showSentence(
  mark: Mark,
  sentence: string,
  paint: Paint,
  columns = Number.POSITIVE_INFINITY,
): string {
  return `  ${showMark(mark, paint)} ${breakLines(sentence, columns - 1 - SENTENCE_INDENT).join(`\n${' '.repeat(SENTENCE_INDENT)}`)}`
}

const SENTENCE_INDENT = 4
/** Below this, broken lines would be harder to read than whole ones. */
const MIN_BREAK_WIDTH = 24

function breakLines(text: string, width: number): string[] {
  if (measureWidth(text) <= width || width < MIN_BREAK_WIDTH) return [text]
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/(?<=\s)(?=\S)/)) {
    if (line !== '' && measureWidth((line + word).trimEnd()) > width) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += word
  }
  return [...lines, line.trimEnd()]
}

/** Rows whose columns are as wide as their widest cell; the last column stays as it is. */
export function showTable(rows: readonly (readonly string[])[], gap = 2): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => measureWidth(row[column] ?? ''))),
  )
  return rows.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : padEnd(cell, (widths[column] ?? 0) + gap)))
      .join('')
      .trimEnd(),
  )
}

/** A text from outside, made harmless: no escape sequences, no line ends. */
export function cleanText(text: string): string {
  return stripVTControlCharacters(text).replace(/\p{Cc}+/gu, ' ')
}

/** Fills a text up with spaces to a width on the screen. */
export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - measureWidth(text)))
}

/** Fills up from the left. */
export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - measureWidth(text))) + text
}

const WIDE =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff00-\uff60]/u
const WIDTHLESS = /[\p{Mn}\p{Me}\p{Cf}]/u

/** Columns that a text takes on a terminal: East Asian characters and emoji take two. */
export function measureWidth(text: string): number {
  const plain = stripVTControlCharacters(text)
  if (/^[\x20-\x7e]*$/.test(plain)) return plain.length
  let width = 0
  for (const character of plain) width += WIDTHLESS.test(character) ? 0 : WIDE.test(character) ? 2 : 1
  return width
}

/** Cuts a text so that it takes at most this many columns; one that is cut loses its colours. */
export function truncate(text: string, width: number): string {
  if (measureWidth(text) <= width) return text
  let shown = ''
  let used = 0
  for (const character of stripVTControlCharacters(text)) {
    used += measureWidth(character)
    if (used > width) break
    shown += character
  }
  return shown
}
