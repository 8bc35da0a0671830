import type { ColumnType } from 'kysely'

/** A moment: read as ISO text with milliseconds (see db.ts), written as text or Date. */
export type Moment = ColumnType<string, string | Date | undefined, string | Date>
/** A moment that may not have come. */
export type MaybeMoment = ColumnType<string | null, string | Date | null | undefined, string | Date | null>
