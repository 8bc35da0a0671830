import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Codes of PostgreSQL for what another try may not meet: conflicts with others, time limits on a busy machine, a server that
 * restarts or is a standby just now.
 */
const TRANSIENT_CODES = new Set([
  ...['25006', '25P03', '25P04', '40001', '40P01', '55P03'],
  ...['57014', '57P01', '57P02', '57P03', '57P05'],
])
/** Whole classes: lost connections, and a lack of connections, memory or room. */
const TRANSIENT_CLASSES = new Set(['08', '53'])
/** What the driver says of a connection that ended; it gives no code. */
const LOST_CONNECTION =
  /^Connection (terminated|ended)|^Query read timeout|^timeout expired$|^Client .* and is not queryable$|timeout exceeded when trying to connect/

type ThrownError = { code?: string; severity?: string; syscall?: string; message?: string }

/** Socket errors look alike, so remember which ones came from the database. */
const lostConnections = new WeakSet<object>()

/** Remembers of what a query has thrown whether it is the end of its connection. */
export function noteLostConnection(error: unknown): boolean {
  const { severity, syscall, message } = (error ?? {}) as ThrownError
  const isLost = severity === undefined && (syscall !== undefined || LOST_CONNECTION.test(message ?? ''))
  if (isLost) lostConnections.add(error as object)
  return isLost
}

/** Whether the database could not do something now, and may do it later. */
export function isTransientDbError(error: unknown): boolean {
  const { code, severity, syscall, message } = (error ?? {}) as ThrownError
  if (severity !== undefined && code !== undefined)
    return TRANSIENT_CODES.has(code) || TRANSIENT_CLASSES.has(code.slice(0, 2))
  if (lostConnections.has(error as object)) return true
  return syscall === 'connect' || LOST_CONNECTION.test(message ?? '')
}

/** Long enough for a machine that is busy, or a server that ends its connections. */
const PAUSES_MS = [0, 50, 200, 800, 2000]
/** For what took long to make: also a server that restarts. */
export const PATIENT_PAUSES_MS = [...PAUSES_MS, 4000, 8000]

/** How long to try, and what ends it early. */
export type Patience = { pausesMs?: number[]; signal?: AbortSignal }

/**
 * Does again, on a new connection, what the database could not take; only for what may be done twice. `isRepeat` says that the
 * try before may have been committed after all: the connection may have been lost with the response.
 */
export async function retryTransient<Result>(
  work: (isRepeat: boolean) => Promise<Result>,
  { pausesMs = PAUSES_MS, signal }: Patience = {},
): Promise<Result> {
  for (let tries = 0; ; tries++) {
    try {
      return await work(tries > 0)
    } catch (error) {
      const pauseMs = pausesMs[tries]
      if (pauseMs === undefined || signal?.aborted || !isTransientDbError(error)) throw error
      await sleep(pauseMs, undefined, { signal }).catch(() => {})
    }
  }
}
