import { ApiError, ConnectionError, NotFoundError, SongreelError, TimeoutError } from './errors.ts'
import { backOff, pause, toAbortError } from './pause.ts'
import { readApiError } from './read-api-error.ts'
import { addMeta, type Result, readResult } from './result.ts'
import { readRetryAfter } from './retry-after.ts'
import type { Settings } from './settings.ts'

/** A server that asks for more patience than this is reported instead of waited for. */
const LONGEST_WAIT_MS = 60_000

/** What any call takes beside its own arguments. */
export type CallOptions = {
  signal?: AbortSignal
  /** How long one try may take; 0 for as long as it takes. */
  timeoutMs?: number
  maxRetries?: number
  /** Sent with every POST, the same on every try; made up if none is given. */
  idempotencyKey?: string
  headers?: Record<string, string>
}

/** A call as resources describe it. */
export type Call = CallOptions & {
  method: string
  path: string
  query?: object
  /** Goes as JSON. */
  json?: unknown
  /** Goes as it is. */
  body?: BodyInit
  /** What a DELETE returns whose first try did the work without anybody hearing of it. */
  ifGone?: object
  /** Sends it another way, to watch its progress. */
  fetch?: typeof fetch
}

/** Sends calls and tries again where that is safe and may help. */
export type Transport = {
  settings: Settings
  /** Sends a call and takes its data out of the envelope. */
  send<Data extends object>(call: Call): Promise<Result<Data>>
  get<Data extends object>(path: string, options?: CallOptions): Promise<Result<Data>>
  post<Data extends object>(path: string, json?: unknown, options?: CallOptions): Promise<Result<Data>>
  /** Sends a call and reads its response some other way; a response that breaks off is asked for again. */
  read<Value>(call: Call, read: (response: Response) => Promise<Value>): Promise<Value>
  /** Sends a call and hands its response on as soon as the headers are here. */
  open(call: Call): Promise<Response>
}

export function createTransport(settings: Settings): Transport {
  async function run<Value>(call: Call, read: (response: Response) => Promise<Value>): Promise<Value> {
    const retries = call.maxRetries ?? settings.maxRetries
    const request = buildRequest(settings, call)
    for (let attempt = 1; ; attempt++) {
      try {
        return await tryOnce(settings, { call, request, attempt, read })
      } catch (error) {
        if (attempt > 1 && call.ifGone && error instanceof NotFoundError)
          return addMeta(error, { data: call.ifGone }) as Value
        const waitMs = findWait(error, backOff(settings.retryDelayMs, attempt))
        if (attempt > retries || waitMs === undefined) throw error
        await pause(waitMs, call.signal)
      }
    }
  }
  const send: Transport['send'] = (call) => run(call, (response) => readResult(response)) as never
  return {
    settings,
    send,
    get: (path, options) => send({ ...options, method: 'GET', path }),
    post: (path, json, options) => send({ ...options, method: 'POST', path, json }),
    read: run,
    open: (call) => run(call, async (response) => response),
  }
}

/** A path with an id in it. An empty id would name the whole list. */
export function at(base: string, id: string, rest = ''): string {
  if (typeof id !== 'string' || id === '')
    throw new SongreelError(`The id in ${base}/{id}${rest} must not be empty.`)
  return `${base}/${encodeURIComponent(id)}${rest}`
}

type Request = { url: string; init: RequestInit & { headers: Record<string, string> } }

/** The same on every try, and above all its key: a create that was done once is never done twice. */
function buildRequest({ baseUrl, token }: Settings, call: Call): Request {
  const { method, json } = call
  const headers: Record<string, string> = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(json !== undefined && { 'content-type': 'application/json' }),
    ...(method === 'POST' && { 'idempotency-key': call.idempotencyKey ?? makeKey() }),
    ...call.headers,
  }
  const body = json === undefined ? call.body : JSON.stringify(json)
  return { url: baseUrl + call.path + writeQuery(call.query), init: { method, headers, body } }
}

/** Not randomUUID, which browsers offer to https pages only. */
function makeKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

function writeQuery(query: object = {}): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined)
  if (entries.length === 0) return ''
  const write = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value))
  return `?${new URLSearchParams(entries.map(([name, value]) => [name, write(value)]))}`
}

type Try<Value> = {
  call: Call
  request: Request
  attempt: number
  read(response: Response): Promise<Value>
}

async function tryOnce<Value>(
  settings: Settings,
  { call, request, attempt, read }: Try<Value>,
): Promise<Value> {
  const { signal, timeoutMs = settings.timeoutMs, fetch = settings.fetch } = call
  if (signal?.aborted) throw toAbortError(signal)
  const ended = new AbortController()
  const onAbort = () => ended.abort()
  signal?.addEventListener('abort', onAbort, { once: true })
  const timer = timeoutMs > 0 ? setTimeout(onAbort, timeoutMs) : undefined
  const info = { method: call.method, url: request.url, attempt }
  const startMs = Date.now()
  let [response, error, isOpen]: [Response?, SongreelError?, boolean?] = []
  try {
    settings.onRequest?.(info)
    response = await fetch(request.url, { ...request.init, signal: ended.signal })
    if (!response.ok) throw readApiError(response, await response.text())
    const value = await read(response)
    isOpen = (value as unknown) === response
    return value
  } catch (cause) {
    error = toSongreelError(cause, { call, settings, isTimeout: ended.signal.aborted, timeoutMs })
    throw error
  } finally {
    clearTimeout(timer)
    // A body that is still being read can still be aborted.
    if (!isOpen) signal?.removeEventListener('abort', onAbort)
    const requestId = response?.headers.get('x-request-id') ?? undefined
    settings.onResponse?.({
      ...info,
      tookMs: Date.now() - startMs,
      status: response?.status,
      requestId,
      error,
    })
  }
}

type Circumstances = { call: Call; settings: Settings; isTimeout: boolean; timeoutMs: number }

function toSongreelError(
  cause: unknown,
  { call, settings, isTimeout, timeoutMs }: Circumstances,
): SongreelError {
  if (cause instanceof SongreelError) return cause
  if (call.signal?.aborted) return toAbortError(call.signal)
  const what = `${call.method} ${settings.baseUrl}${call.path}`
  if (isTimeout) return new TimeoutError(`${what} took longer than ${timeoutMs} ms.`, { cause })
  return new ConnectionError(`${what} failed: ${findReason(cause)}`, { cause })
}

/** Platforms say "fetch failed" and keep the reason one level down. */
function findReason(error: unknown): string {
  const { cause } = error as { cause?: { message?: string; code?: string } }
  return cause?.message || cause?.code || String(error)
}

/** How long to wait before the next try; undefined if another try would not help. */
function findWait(error: unknown, backOffMs: number): number | undefined {
  if (error instanceof ConnectionError || error instanceof TimeoutError) return backOffMs
  if (!(error instanceof ApiError) || !error.retryable) return undefined
  const askedMs = (readRetryAfter(error.headers) ?? 0) * 1000
  return askedMs > LONGEST_WAIT_MS ? undefined : Math.max(askedMs, backOffMs)
}
