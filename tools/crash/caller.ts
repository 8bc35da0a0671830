import { readSlowness } from './machine-time.ts'

const LIMIT_MS = 30_000

/** A response of the API. */
// biome-ignore lint/suspicious/noExplicitAny: bodies of every route pass through here.
export type CallResponse = { status: number; body: any }

/** Calls the API; undefined when no whole response came. */
export type Caller = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<CallResponse | undefined>

/** Responses that a client of a service with crashes has to expect: its own doing, or "try again". */
const EXPECTED = new Set([200, 201, 409, 503])

/** Makes a caller that notes every unexpected response. */
export function createCaller(url: string, token: string, onFinding: (finding: string) => void): Caller {
  return async (method, path, body, headers = {}) => {
    try {
      const response = await fetch(url + path, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(Math.ceil(LIMIT_MS * readSlowness())),
      })
      const text = await response.text()
      if (!EXPECTED.has(response.status)) onFinding(`${method} ${path}: ${response.status} ${text}`)
      return { status: response.status, body: JSON.parse(text) }
    } catch {
      // The process at the other end was killed.
      return undefined
    }
  }
}
