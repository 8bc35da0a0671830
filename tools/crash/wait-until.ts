import { setTimeout as sleep } from 'node:timers/promises'
import { startLimit } from './machine-time.ts'

/** How a fact is waited for; the limit counts the machine's time. */
export type Waiting = { limitMs: number; everyMs?: number; signal?: AbortSignal }

/** Waits for a fact; false when it did not come in time, or nobody waits for it any more. */
export async function waitUntil(
  isTrue: () => Promise<boolean>,
  { limitMs, everyMs = 100, signal }: Waiting,
): Promise<boolean> {
  const isOver = startLimit(limitMs)
  while (!isOver() && !signal?.aborted) {
    if (await isTrue()) return true
    await sleep(everyMs)
  }
  return false
}

/** Waits for a fact that has to come, and fails with its name when it does not. */
export async function waitForFact<Fact>(
  name: string,
  find: () => Promise<Fact | undefined | false>,
  limitMs: number,
): Promise<Fact> {
  let fact: Fact | undefined | false
  const isFound = await waitUntil(
    async () => {
      fact = await find()
      return Boolean(fact)
    },
    { limitMs },
  )
  if (!isFound) throw new Error(`waited ${limitMs} ms of a free machine's time in vain: ${name}`)
  return fact as Fact
}
