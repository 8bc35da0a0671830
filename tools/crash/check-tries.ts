import { countMachineMs } from './machine-time.ts'
import type { RetryingDb } from './retrying-db.ts'

/** Connections that a dead database leaves behind are noticed a while after it is back; counted in the machine's time. */
const AFTERMATH_MS = 20_000

/** A kill that makes the try of a render fail. */
export type Kill = { victim: 'postgres' | 'render child'; atMs: number }

/** What the test itself did that explains a failed try. */
export type Excuses = {
  kills: Kill[]
  /** Ids of processes that were stopped for a while; their connections may have been ended meanwhile. */
  sleepers: Set<number>
}

type FailedTry = {
  renderId: string
  holder: string | null
  claimedMs: number | null
  atMs: number
  what: string
}

/** All input is good: no try of a render fails unless the test has struck the one who made it, or the database. */
export async function checkTries(
  query: RetryingDb['query'],
  { kills, sleepers }: Excuses,
): Promise<string[]> {
  const tries = await query<FailedTry>(
    `select render_id as "renderId", holder, what, extract(epoch from claimed_at)::float8 * 1000 as "claimedMs",
            extract(epoch from at)::float8 * 1000 as "atMs" from crash.failed_tries`,
  )
  const isExplained = ({ holder, claimedMs, atMs }: FailedTry) =>
    [...sleepers].some((pid) => holder === `songreel ${pid}`) ||
    kills.some((kill) => kill.atMs <= atMs && countMachineMs(kill.atMs, claimedMs ?? 0) <= AFTERMATH_MS)
  return tries
    .filter((one) => !isExplained(one))
    .map(({ renderId, what }) => `a try of render ${renderId} failed, and nothing was done to it: ${what}`)
}
