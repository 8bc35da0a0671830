import type { BatchFilter, BatchRecord } from '@songreel/sdk'
import type { Chosen } from './batch-filters.tsx'

/** A row of the list: one batch, or everything that was sent under one reference. */
export type BatchRow = {
  key: string
  batches: BatchRecord[]
  /** The reference of several batches. */
  ref?: string
  /** More of them may follow further down. */
  isPartial: boolean
}

/** What was sent together stands together, where the first of it was. */
export function groupByRef(batches: BatchRecord[], hasMore: boolean): BatchRow[] {
  const rows = new Map<string, BatchRow>()
  for (const batch of batches) {
    const key = batch.ref ?? batch.batchId
    const row = rows.get(key)
    if (row) row.batches.push(batch)
    else rows.set(key, { key, batches: [batch], isPartial: false })
  }
  const last = batches.at(-1)
  return [...rows.values()].map((row) =>
    row.batches.length === 1
      ? row
      : { ...row, ref: row.key, isPartial: hasMore && last !== undefined && row.batches.includes(last) },
  )
}

/** What the address asks for, as the API takes it; a day that is none is left out. */
export function toFilter({ status, q, ref, from, to, order }: Chosen): BatchFilter {
  const createdAfter = startOfDay(from, 0)
  const createdBefore = startOfDay(to, 1)
  return {
    ...(status && { status: status as BatchFilter['status'] }),
    ...(q && { q }),
    ...(ref && { ref }),
    // Both ends lie outside: the first millisecond of the day belongs to it.
    ...(createdAfter && { createdAfter: new Date(createdAfter.getTime() - 1) }),
    ...(createdBefore && { createdBefore }),
    ...(order === 'asc' && { order }),
  }
}

/** The moment when a day begins, or one so many days later, by this computer's calendar. */
function startOfDay(day: string | undefined, daysLater: number): Date | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '') ?? []
  return year ? new Date(Number(year), Number(month) - 1, Number(date) + daysLater) : undefined
}
