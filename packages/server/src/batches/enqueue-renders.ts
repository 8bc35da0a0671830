import type { Transaction } from 'kysely'
import { renderVideoJob } from '../queue/all-jobs.ts'
import type { Queue } from '../queue/queue.ts'
import type { Database } from '../store/schema.ts'
import { statement } from '../store/statement.ts'

/** Previews stand before everything else, whatever their tag; tags stay far below this. */
const PREVIEW_PRIORITY = 1_000_000_000

const drawTags = statement<{ lastTag: number }>(
  `insert into fair_tags (org_id, last_tag)
   values ($1, (select tag from fair_clock) + $2::bigint)
   on conflict (org_id) do update
     set last_tag = greatest(fair_tags.last_tag, (select tag from fair_clock)) + $2::bigint
   returning last_tag as "lastTag"`,
)

/** A render that is to be put in line. */
export type LineEntry = { isPreview: boolean; startAfterSecs?: number }

/**
 * Draws one ticket for each render, in the transaction that made them. Tags are start tags of fair queuing: an
 * organization's next render stands one behind its last, and never behind the clock, so that one with 500 renders
 * does not starve one with 1.
 */
export async function enqueueRenders(
  queue: Queue,
  transaction: Transaction<Database>,
  orgId: string,
  entries: LineEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const [{ lastTag }] = await drawTags(transaction, orgId, entries.length)
  const firstTag = lastTag - entries.length + 1
  const jobs = entries.map(({ isPreview, startAfterSecs }, index) => {
    const tag = firstTag + index
    return {
      payload: { orgId, tag },
      priority: (isPreview ? PREVIEW_PRIORITY : 0) - tag,
      ...(startAfterSecs !== undefined && { startAfterSecs }),
    }
  })
  await queue.enqueueMany(transaction, renderVideoJob, jobs)
}
