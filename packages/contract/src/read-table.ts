/** A row of a table, and the line of the text that it ends on. */
export type TableRow = { line: number; cells: string[] }

/** Spreadsheets write what their user's country separates by. */
const DELIMITERS = [',', ';', '\t'] as const
/** Excel's own first line, which says what separates the cells. */
const SEPARATOR = /^"?sep=(.)"?(?:\r\n|\r|\n|$)/i

/** A table as spreadsheets export it: every row, the empty ones too, each cell as it is meant. */
export function readTable(whole: string): TableRow[] {
  const marked = whole.replace(/^\ufeff/, '')
  const [first = '', separator] = SEPARATOR.exec(marked) ?? []
  const text = marked.slice(first.length)
  const delimiter = separator ?? findDelimiter(text)
  const rows: TableRow[] = []
  let cells: string[] = []
  let line = first === '' ? 1 : 2
  for (let at = 0; at < text.length; ) {
    const cell = readCell(text, at, delimiter, line)
    line += countBreaks(text.slice(at, cell.end))
    cells.push(cleanCell(cell.content))
    const isRowEnd = text[cell.end] !== delimiter
    at = cell.end + (text.startsWith('\r\n', cell.end) ? 2 : 1)
    if (!isRowEnd && at < text.length) continue
    // A delimiter at the very end has an empty cell behind it.
    if (!isRowEnd) cells.push('')
    rows.push({ line, cells })
    cells = []
    line++
  }
  return rows
}

type CellText = { content: string; end: number }

/** A cell in quotes may hold anything; one that only begins with a quote is taken as it is. */
function readCell(text: string, start: number, delimiter: string, line: number): CellText {
  if (text[start] === '"') {
    const close = findClosingQuote(text, start)
    if (close < 0) throw new SyntaxError(`the quote that opens on line ${line} is not closed`)
    const end = close + 1
    if (end === text.length || [delimiter, '\r', '\n'].includes(text[end] ?? ''))
      return { content: text.slice(start + 1, close).replaceAll('""', '"'), end }
  }
  let end = start
  while (end < text.length && text[end] !== delimiter && text[end] !== '\r' && text[end] !== '\n') end++
  return { content: text.slice(start, end), end }
}

function findClosingQuote(text: string, start: number): number {
  let at = text.indexOf('"', start + 1)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

function countBreaks(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0
}

/** The delimiter that the first row has most of, outside of quotes. */
function findDelimiter(text: string): string {
  const [firstLine = ''] = text.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1)
  const count = (delimiter: string) => firstLine.split(delimiter).length
  return DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best))
}

/** `="0602445790098"` keeps a spreadsheet from taking a text for a number. Spaces of every width are spaces; some are nothing. */
function cleanCell(content: string): string {
  const text = content
    .replaceAll(/[\u200b\ufeff]/g, '')
    .replaceAll(/[\u00a0\u2007\u202f]/g, ' ')
    .trim()
  return (/^="(.*)"$/s.exec(text)?.[1] ?? text).trim()
}
