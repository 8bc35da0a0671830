import type { Usage, UsageQuery } from '@songreel/contract'

const AMOUNTS = ['videos', 'secs', 'failed', 'bytes', 'cpuSecs'] as const

/** Programs for tables take a cell that begins so for a formula, and a name is anybody's words. */
const FORMULA = /^[=+\-@\t\r]/

/** What was used as a table (RFC 4180): a line for each day, template or artist. */
export function writeUsageCsv({ days, contents = [], artists = [] }: Usage, by: UsageQuery['by']): string {
  const tables = {
    day: { columns: ['date'], rows: days },
    content: { columns: ['contentId'], rows: contents },
    artist: { columns: ['artistId', 'name'], rows: artists },
  }
  const { columns, rows } = tables[by]
  const names = [...columns, ...AMOUNTS]
  const lines = rows.map((row) => names.map((name) => writeCell((row as Record<string, unknown>)[name])))
  return [names, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('')
}

function writeCell(value: unknown): string {
  if (typeof value === 'number') return String(value)
  const text = String(value ?? '')
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
