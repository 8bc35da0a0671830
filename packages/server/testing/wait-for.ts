import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for a fact, and fails with its name when it does not come in time. */
export async function waitFor<Fact>(
  name: string,
  find: () => Promise<Fact | undefined | false>,
  timeoutMs = 180_000,
): Promise<Fact> {
  const endMs = Date.now() + timeoutMs
  for (;;) {
    const fact = await find()
    if (fact) return fact
    if (Date.now() > endMs) throw new Error(`waited ${timeoutMs} ms in vain: ${name}`)
    await sleep(50)
  }
}
