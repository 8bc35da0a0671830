import { MAX_USAGE_DAYS, type UsageQuery } from '@songreel/contract'
import { invalidField } from '../../errors.ts'

const USUAL_DAYS = 7
const DAY_MS = 86_400_000

type Asked = Pick<UsageQuery, 'from' | 'to' | 'days' | 'timeZone'>

/** The first and the last day of what is asked for; both count. */
export function readUsageSpan(
  { from, to, days, timeZone }: Asked,
  now = new Date(),
): { from: string; to: string } {
  if (from !== undefined && days !== undefined)
    throw invalidField('days', 'AMBIGUOUS', 'cannot be sent with from: send one of them')
  const last = to ?? showToday(timeZone, now)
  if (from === undefined) return { from: addDays(last, 1 - (days ?? USUAL_DAYS)), to: last }
  if (from > last) {
    if (to === undefined) throw invalidField('from', 'OUT_OF_RANGE', `must not lie after today, ${last}`)
    throw invalidField('to', 'OUT_OF_RANGE', `must not lie before from, ${from}`)
  }
  const first = addDays(last, 1 - MAX_USAGE_DAYS)
  if (from < first)
    throw invalidField(
      'from',
      'OUT_OF_RANGE',
      `must be ${first} or later, because ${MAX_USAGE_DAYS} days up to ${last} are the most at once`,
    )
  return { from, to: last }
}

/** The day that it is there; Swedish writes days as ISO 8601 does. */
function showToday(timeZone: string, now: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now)
}

function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)
}
