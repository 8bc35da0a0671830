import { setTimeout as sleep } from 'node:timers/promises'
import type { Stack } from './start-stack.ts'

const LOOK_EVERY_MS = 200
const STUCK_LOOKS = 15

const OPEN = `
  select (select count(*) from renders where finished_at is null)::int as renders,
         (select count(*) from batches where finished_at is null)::int as batches,
         (select count(*) from webhook_deliveries where status = 'PENDING')::int as deliveries,
         (select count(*) from pgboss.job where state < 'completed')::int as jobs`

/** Liveness apart from safety: with no further fault everything must come to an end by itself. Tells what does not. */
export async function drain({ ask }: Stack, limitSecs: number): Promise<string[]> {
  const endMs = Date.now() + limitSecs * 1000
  let stuckLooks = 0
  for (;;) {
    const [open] = await ask<Record<string, number>>(OPEN)
    if (Object.values(open!).every((count) => count === 0)) return []
    // Without any job nobody will go on with it, but for the janitor, who must not be needed for this.
    stuckLooks = open!.jobs === 0 ? stuckLooks + 1 : 0
    if (stuckLooks > STUCK_LOOKS) return [`stuck, no job stands for it: ${JSON.stringify(open)}`]
    if (Date.now() > endMs) return [`not at rest after ${limitSecs} s: ${JSON.stringify(open)}`]
    await sleep(LOOK_EVERY_MS)
  }
}
