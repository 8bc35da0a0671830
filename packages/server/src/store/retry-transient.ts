/** Codes of PostgreSQL for what another try may not meet: conflicts with others, a server that restarts, a lost connection. */
const TRANSIENT_CODES = new Set(['40001', '40P01', '25P03', '53300', '55P03', '57P01', '57P02', '57P03'])
/** What the driver says of a connection that ended; it gives no code. */
const LOST_CONNECTION =
  /^Connection (terminated|ended)|is not queryable|timeout exceeded when trying to connect/

/** Whether the database could not do something now, and may do it later. */
export function isTransientDbError(error: unknown): boolean {
  const { code, severity, syscall, message } = (error ?? {}) as {
    code?: string
    severity?: string
    syscall?: string
    message?: string
  }
  if (severity !== undefined && code !== undefined) return TRANSIENT_CODES.has(code) || code.startsWith('08')
  return syscall === 'connect' || LOST_CONNECTION.test(message ?? '')
}

const TRIES = 3

/** Does a transaction again that the database could not take; only for what may be done twice. */
export async function retryTransient<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === TRIES || !isTransientDbError(error)) throw error
    }
  }
}
