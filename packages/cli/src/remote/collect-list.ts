import type { List } from '@songreel/sdk'
import { usageError } from '../cli-error.ts'
import { cleanText } from '../print.ts'
import type { Fields } from './print-records.ts'

/** How much of a list is wanted. */
export type ListFlags = { limit?: string; all?: boolean }

const DEFAULT_LIMIT = 25
const MAX_PAGE = 100

/** The newest records, over as many pages as that takes. */
export async function collectList<Item>(
  list: (page: { limit: number }) => List<Item>,
  { limit: asked, all }: ListFlags,
): Promise<Item[]> {
  const limit = all ? Number.POSITIVE_INFINITY : parseLimit(asked)
  return list({ limit: Math.min(limit, MAX_PAGE) }).toArray({ limit })
}

function parseLimit(text: string | undefined): number {
  const limit = text === undefined ? DEFAULT_LIMIT : Number(text)
  if (Number.isInteger(limit) && limit > 0) return limit
  throw usageError(
    `--limit must be a whole number from 1 on, not ${cleanText(text ?? '')}. Everything: --all`,
  )
}

/** The filters of a list, of which a day is understood as its first moment. */
export function readFilter(
  filters: readonly { field: string; flag: string; kind?: string }[],
  values: Fields,
): Fields {
  const given = filters.filter(({ flag }) => values[flag] !== undefined)
  return Object.fromEntries(
    given.map(({ field, flag }) => [
      field,
      field.startsWith('created') ? parseMoment(flag, String(values[flag])) : values[flag],
    ]),
  )
}

function parseMoment(flag: string, text: string): string {
  const moment = new Date(text)
  if (!Number.isNaN(moment.getTime())) return moment.toISOString()
  throw usageError(`--${flag} ${cleanText(text)} is no time; write it as 2026-11-01 or 2026-11-01T12:00:00Z.`)
}
