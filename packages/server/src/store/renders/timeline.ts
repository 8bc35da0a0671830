import type { RenderStatus } from '@songreel/contract'
import { sql } from 'kysely'

/** When a render entered a state. */
export type Chapter = { status: RenderStatus; at: string }

/** One that is tried for days must not grow its row without end: the oldest entry makes room. */
const MOST_CHAPTERS = 40

/** The value of `timeline` for an update that enters a state. One that is entered twice in a row has begun once. */
export function addChapter(status: RenderStatus) {
  return sql<string>`case
    when timeline -> -1 ->> 'status' = ${sql.lit(status)} then timeline
    else (case when jsonb_array_length(timeline) < ${sql.lit(MOST_CHAPTERS)} then timeline else timeline - 0 end)
      || jsonb_build_object('status', ${sql.lit(status)}::text, 'at', clock_timestamp())
    end`
}
