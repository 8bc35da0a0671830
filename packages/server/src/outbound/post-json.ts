import { type Dispatcher, request } from 'undici'
import type { OutboundProblem } from '../work-error.ts'
import { createDispatcher } from './dispatcher.ts'
import type { Refusal } from './download.ts'
import type { OutboundPolicy } from './policy.ts'
import { readNetworkError } from './read-network-error.ts'
import { headerReader, USER_AGENT } from './request-file.ts'
import { readRetryAfterSecs } from './retry-after.ts'
import { readOutboundUrl } from './url-rules.ts'

/** How long a receiver may take, as docs/webhooks.md promises. */
const RESPONSE_LIMIT_MS = 15_000

/** How much of a response is kept for the delivery log. */
const KEPT_RESPONSE_BYTES = 1024

/** What one delivery needs. */
export type PostOptions = {
  policy: OutboundPolicy
  /** The very text that was signed. */
  body: string
  headers?: Record<string, string>
  limitMs?: number
  onRefused?: (refusal: Refusal) => void
  signal?: AbortSignal
}

/** The receiver responded, with whatever status; a redirect is a response too and is not followed. */
export type PostResponse = {
  kind: 'answered'
  status: number
  bodyStart: string
  retryAfterSecs?: number
  tookMs: number
}

/** There was no response; the message is for the client. */
export type PostFailure = {
  kind: 'failed'
  code: 'URL_NOT_ALLOWED' | 'UNREACHABLE' | 'TIMEOUT'
  what: OutboundProblem
  message: string
  tookMs: number
}

/** Posts JSON to an address that a client gave; throws only the signal's reason, or what is our own mistake. */
export async function postJson(address: string, options: PostOptions): Promise<PostResponse | PostFailure> {
  const { policy, limitMs = RESPONSE_LIMIT_MS, signal: canceled = new AbortController().signal } = options
  const startedMs = performance.now()
  const deadline = AbortSignal.timeout(limitMs)
  const ending = new AbortController()
  const signal = AbortSignal.any([canceled, deadline, ending.signal])
  const connectMs = Math.min(policy.limits.connectMs, limitMs)
  const dispatcher = createDispatcher(policy, { connectMs, signal })
  const tookMs = () => Math.round(performance.now() - startedMs)
  try {
    canceled.throwIfAborted()
    const url = readOutboundUrl(policy, address)
    const response = await post(url, options, { dispatcher, signal })
    const bodyStart = await readStart(response.body)
    canceled.throwIfAborted()
    const retryAfterSecs = readRetryAfterSecs(headerReader(response)('retry-after'))
    return { kind: 'answered', status: response.statusCode, bodyStart, retryAfterSecs, tookMs: tookMs() }
  } catch (error) {
    canceled.throwIfAborted()
    const host = URL.parse(address)?.host || 'this address'
    if (deadline.aborted) return { ...respondedTooLate(host, limitMs), tookMs: tookMs() }
    const failed = readNetworkError(error, 'response')
    if (!failed?.facts.problem) throw error
    const { problem, refusal, seen } = failed.facts
    if (refusal) options.onRefused?.({ host, reason: refusal })
    return { ...toFailure(problem, `${host} ${seen}.`), tookMs: tookMs() }
  } finally {
    ending.abort()
    await dispatcher.destroy()
  }
}

async function post(
  url: URL,
  { body, headers }: PostOptions,
  { dispatcher, signal }: { dispatcher: Dispatcher; signal: AbortSignal },
): Promise<Dispatcher.ResponseData> {
  return await request(url, {
    dispatcher,
    signal,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': USER_AGENT, ...headers },
    body,
    // The limit of the whole delivery stands above these two.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}

/** The status has arrived and counts, so that a body which breaks off or never ends changes nothing. */
async function readStart(body: Dispatcher.ResponseData['body']): Promise<string> {
  body.on('error', () => {})
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= KEPT_RESPONSE_BYTES) break
    }
  } catch {}
  const start = Buffer.concat(chunks).subarray(0, KEPT_RESPONSE_BYTES)
  // `stream` leaves out a character that the cut went through; the database takes no NUL.
  return new TextDecoder().decode(start, { stream: true }).replaceAll('\0', '\ufffd')
}

function respondedTooLate(host: string, limitMs: number): Omit<PostFailure, 'tookMs'> {
  const message = `${host} did not answer within ${limitMs / 1000} s.`
  return { kind: 'failed', code: 'TIMEOUT', what: 'timeout', message }
}

function toFailure(what: OutboundProblem, message: string): Omit<PostFailure, 'tookMs'> {
  const code = what === 'refused' ? 'URL_NOT_ALLOWED' : what === 'timeout' ? 'TIMEOUT' : 'UNREACHABLE'
  return { kind: 'failed', code, what, message }
}
