import { setTimeout as sleep } from 'node:timers/promises'

/** Each look is a request, mostly: often at first, then less so, as a render takes more than a second. */
const FIRST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 200
const SLOWER = 1.25

/** Waits for a fact, and fails with its name when it does not come in time. */
export async function waitFor<Fact>(
  name: string,
  find: () => Promise<Fact | undefined | false>,
  timeoutMs = 180_000,
): Promise<Fact> {
  const endMs = Date.now() + timeoutMs
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * SLOWER, LONGEST_PAUSE_MS)) {
    const fact = await find()
    if (fact) return fact
    if (Date.now() > endMs) throw new Error(`waited ${timeoutMs} ms in vain: ${name}`)
    await sleep(pauseMs)
  }
}
