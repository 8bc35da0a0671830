import pg from 'pg'

const { INT8, TIMESTAMPTZ, DATE } = pg.types.builtins

/**
 * How a column's text becomes a value, decided here for all queries of ours: `bigint` a number, `timestamptz` ISO
 * text with milliseconds, `date` its own text, everything else as `pg` has it (`numeric` stays text). Not set in `pg`
 * itself, because the queue shares that module and wants dates.
 */
export function readColumn(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (format === 'binary') return pg.types.getTypeParser(oid, 'binary') as (value: unknown) => unknown
  if (oid === INT8) return readInteger
  if (oid === TIMESTAMPTZ) return readTimestamp
  if (oid === DATE) return String
  return pg.types.getTypeParser(oid)
}

function readInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The database holds ${text}, which is no exact number here`)
  return value
}

/** `2026-11-14 09:30:00.1234+00` is rewritten as text; making a `Date` of every value costs several times as much. */
function readTimestamp(text: string): string {
  const isUtc = text.endsWith('+00') && text.charCodeAt(10) === 32
  if (!isUtc) return new Date(text).toISOString()
  const fraction = text.slice(20, -3).padEnd(3, '0').slice(0, 3)
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`
}
