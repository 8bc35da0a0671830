import { setTimeout as sleep } from 'node:timers/promises'

/** How a fact is waited for. */
export type Waiting = { limitMs: number; everyMs?: number; signal?: AbortSignal }

/** Waits for a fact; false when it did not come in time, or nobody waits for it any more. */
export async function waitUntil(
  isTrue: () => Promise<boolean>,
  { limitMs, everyMs = 100, signal }: Waiting,
): Promise<boolean> {
  const endMs = Date.now() + limitMs
  while (Date.now() < endMs && !signal?.aborted) {
    if (await isTrue()) return true
    await sleep(everyMs)
  }
  return false
}
