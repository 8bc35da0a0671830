import { setTimeout as sleep } from 'node:timers/promises'
import { startLimit } from './machine-time.ts'
import type { Installation } from './start-stack.ts'

const LOOK_EVERY_MS = 200
const STUCK_LOOKS = 15
/** Whatever moves without end is not at rest either. */
const MOST_LIMITS = 4

const OPEN = `
  select (select count(*) from renders where finished_at is null)::int as renders,
         (select count(*) from batches where finished_at is null)::int as batches,
         (select count(*) from webhook_deliveries where status = 'PENDING')::int as deliveries,
         (select count(*) from video_deliveries where status = 'PENDING')::int as videos,
         (select count(*) from pgboss.job where state < 'completed')::int as jobs`

/** Liveness apart from safety: with no further fault everything must come to an end by itself. Tells what does not. */
export async function drain({ query }: Pick<Installation, 'query'>, limitSecs: number): Promise<string[]> {
  const isEndless = startLimit(MOST_LIMITS * limitSecs * 1000)
  let isStill = startLimit(limitSecs * 1000)
  let seen = ''
  let stuckLooks = 0
  for (;;) {
    const [open] = await query<Record<string, number>>(OPEN)
    if (Object.values(open!).every((count) => count === 0)) return []
    // Without any job nobody will go on with it, but for the janitor, who must not be needed for this.
    stuckLooks = open!.jobs === 0 ? stuckLooks + 1 : 0
    if (stuckLooks > STUCK_LOOKS) return [`stuck, no job stands for it: ${JSON.stringify(open)}`]
    // On a busy machine it takes its time: what counts is that it goes on.
    if (JSON.stringify(open) !== seen) isStill = startLimit(limitSecs * 1000)
    seen = JSON.stringify(open)
    if (isStill()) return [`nothing moved for ${limitSecs} s of a free machine's time: ${seen}`]
    if (isEndless())
      return [`not at rest after ${MOST_LIMITS * limitSecs} s of a free machine's time: ${seen}`]
    await sleep(LOOK_EVERY_MS)
  }
}
