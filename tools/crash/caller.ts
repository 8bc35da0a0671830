const LIMIT_MS = 30_000

/** An answer of the API. */
// biome-ignore lint/suspicious/noExplicitAny: bodies of every route pass through here.
export type CallAnswer = { status: number; body: any }

/** Calls the API; undefined when no whole answer came. */
export type Caller = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<CallAnswer | undefined>

/** Answers that a client of a service with crashes has to expect: its own doing, or "try again". */
const EXPECTED = new Set([200, 201, 409, 503])

/** Makes a caller that takes every unexpected answer down. */
export function createCaller(url: string, token: string, onFinding: (finding: string) => void): Caller {
  return async (method, path, body, headers = {}) => {
    try {
      const answer = await fetch(url + path, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(LIMIT_MS),
      })
      const text = await answer.text()
      if (!EXPECTED.has(answer.status)) onFinding(`${method} ${path}: ${answer.status} ${text}`)
      return { status: answer.status, body: JSON.parse(text) }
    } catch {
      // The process at the other end was killed.
      return undefined
    }
  }
}
