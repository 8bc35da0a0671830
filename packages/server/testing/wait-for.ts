import { setTimeout as sleep } from 'node:timers/promises'

/** Each look is a request, mostly: often at first, then less so, as a render takes more than a second. */
const FIRST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 200
const SLOWER = 1.25

/**
 * Waits for a fact, and fails with its name when it does not come in time.
 * Time starts again whenever `progress` returns something new: what takes long on a machine under load is no failure.
 */
export async function waitFor<Fact>(
  name: string,
  find: () => Promise<Fact | undefined | false>,
  { timeoutMs = 180_000, progress = () => undefined }: { timeoutMs?: number; progress?(): unknown } = {},
): Promise<Fact> {
  let movedMs = Date.now()
  let before = progress()
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * SLOWER, LONGEST_PAUSE_MS)) {
    const fact = await find()
    if (fact) return fact
    const now = progress()
    if (now !== before) movedMs = Date.now()
    before = now
    if (Date.now() > movedMs + timeoutMs) throw new Error(`waited ${timeoutMs} ms in vain: ${name}`)
    await sleep(pauseMs)
  }
}
