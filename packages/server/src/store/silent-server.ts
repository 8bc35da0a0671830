import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

// A server that is gone need not say so: its machine lost power, or a firewall forgot the connection. What was sent waits for a
// response that never comes, for a quarter of an hour, if it is left to the system.

/** Longer than the server itself lets a statement run, by what a busy machine takes to hand a response on. */
const SLACK_MS = 5_000
/** From then on the system asks every second whether the other end is there, and gives up after ten questions. */
const KEEP_ALIVE_AFTER_MS = 10_000
const CLOSE_MS = 5_000

/** What a connection's settings say about a server that falls silent. */
export function limitSilence(statementTimeoutMs: number) {
  return {
    query_timeout: statementTimeoutMs + SLACK_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  }
}

/** Whether a query got no response in time, although the server would have ended it. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

/** Gives up a connection on which a response is outstanding: every later query would wait behind it. */
export function abandon(client: pg.ClientBase): void {
  // With a query under way this closes the socket at once.
  ;(client as pg.Client).end().catch(() => {})
}

/** Closes connections in order, but not for ever: to a server that says nothing no farewell gets through. */
export async function closeInTime(close: () => Promise<unknown>): Promise<void> {
  const stop = new AbortController()
  const wait = sleep(CLOSE_MS, undefined, { signal: stop.signal, ref: false }).catch(() => {})
  await Promise.race([close(), wait])
  stop.abort()
}
