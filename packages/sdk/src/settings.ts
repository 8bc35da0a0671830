import { readVariable } from './environment.ts'
import { SongreelError } from './errors.ts'

const DEFAULT_URL = 'http://localhost:4400'

/** A try of a call that is about to be sent; no header and no token is in it. */
export type RequestInfo = { method: string; url: string; attempt: number }

/** How a try ended: with a status, or with an error if there was no response. */
export type ResponseInfo = RequestInfo & {
  tookMs: number
  status?: number
  requestId?: string
  error?: unknown
}

/** How a client is set up; everything has a default. */
export type SongreelOptions = {
  /** Where the server is; SONGREEL_URL, else http://localhost:4400. */
  baseUrl?: string
  /** The API token; SONGREEL_TOKEN. */
  token?: string
  /** The organization that `organizations` means if none is named; by default the token's own. */
  orgId?: string
  /** How long one try may take; 30,000. A file may take longer, by its size. */
  timeoutMs?: number
  /** How often a call is tried again after network errors, 408, 429, 5xx and a key still in progress; 2. */
  maxRetries?: number
  /** The wait before the first retry; it doubles with each, up to 8 seconds. 500. `Retry-After` counts more. */
  retryDelayMs?: number
  /** Instead of the platform's own, for tests and proxies. */
  fetch?: typeof fetch
  /** Called before each try, for logging. */
  onRequest?(info: RequestInfo): void
  /** Called after each try, for logging. */
  onResponse?(info: ResponseInfo): void
}

/** Options with everything filled in. */
export type Settings = Required<Omit<SongreelOptions, 'token' | 'onRequest' | 'onResponse'>> &
  Pick<SongreelOptions, 'token' | 'onRequest' | 'onResponse'>

/** Fills in what was left out, from the environment where there is one. */
export function readSettings(options: SongreelOptions): Settings {
  return {
    ...options,
    timeoutMs: options.timeoutMs ?? 30_000,
    maxRetries: options.maxRetries ?? 2,
    retryDelayMs: options.retryDelayMs ?? 500,
    orgId: options.orgId ?? 'me',
    // Called through an arrow: browsers refuse a fetch that is not called on the window.
    fetch: options.fetch ?? ((...call) => fetch(...call)),
    token: options.token ?? readVariable('SONGREEL_TOKEN'),
    baseUrl: readBaseUrl(options.baseUrl ?? readVariable('SONGREEL_URL') ?? DEFAULT_URL),
  }
}

/** The server prints its address with /v1; both are understood. */
function readBaseUrl(text: string): string {
  if (!/^https?:\/\/[^/]/i.test(text))
    throw new SongreelError(
      `baseUrl must start with http:// or https://, such as ${DEFAULT_URL}, not "${text}".`,
    )
  return text.replace(/\/+$/, '').replace(/\/v1$/, '')
}
