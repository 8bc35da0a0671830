import { Readable } from 'node:stream'
import { type Dispatcher, request } from 'undici'
import { createDispatcher } from './dispatcher.ts'
import type { Refusal } from './download.ts'
import { outboundError } from './outbound-error.ts'
import type { OutboundPolicy } from './policy.ts'
import { readNetworkError } from './read-network-error.ts'
import { USER_AGENT } from './request-file.ts'
import { readOutboundUrl } from './url-rules.ts'

/** How much is written at once; each such piece that the other side takes shows that it is alive. */
const CHUNK_BYTES = 64 * 1024
/** Answers are a few lines of XML. */
const MAX_RESPONSE_BYTES = 1024 * 1024

/** What one request needs. */
export type SendOptions = {
  policy: OutboundPolicy
  method: string
  headers: Record<string, string>
  body?: Uint8Array
  onRefused?: (refusal: Refusal) => void
  signal?: AbortSignal
}

/** A whole response, with whatever status; a redirect is a response too and is not followed. */
export type SentResponse = { status: number; headers: Record<string, string>; body: Buffer }

/**
 * Sends one request to an address that a client named, to a checked address and no other; throws a WorkError, or the signal's
 * reason when called off. There is no limit for the whole, only for a side that has stopped: a large body may take its time.
 */
export async function sendRequest(address: string, options: SendOptions): Promise<SentResponse> {
  const { policy, signal: canceled = new AbortController().signal } = options
  const silence = createSilenceWatch(policy.limits.idleMs)
  const ending = new AbortController()
  const signal = AbortSignal.any([canceled, silence.signal, ending.signal])
  const dispatcher = createDispatcher(policy, { connectMs: policy.limits.connectMs, signal })
  try {
    canceled.throwIfAborted()
    const url = readOutboundUrl(policy, address)
    const response = await send(url, options, { dispatcher, signal, onPiece: silence.reset })
    const body = await readAll(response.body, silence.reset)
    return { status: response.statusCode, headers: flatten(response.headers), body }
  } catch (error) {
    canceled.throwIfAborted()
    if (silence.signal.aborted) throw outboundError('timeout', 'does not answer', { isTransient: true })
    const failed = readNetworkError(error, 'response')
    if (!failed?.facts.problem) throw error
    const host = URL.parse(address)?.host || 'this address'
    if (failed.facts.refusal) options.onRefused?.({ host, reason: failed.facts.refusal })
    throw failed
  } finally {
    silence.stop()
    ending.abort()
    await dispatcher.destroy()
  }
}

function send(
  url: URL,
  { method, headers, body }: SendOptions,
  { dispatcher, signal, onPiece }: { dispatcher: Dispatcher; signal: AbortSignal; onPiece(): void },
): Promise<Dispatcher.ResponseData> {
  return request(url, {
    dispatcher,
    signal,
    method: method as Dispatcher.HttpMethod,
    headers: { ...headers, 'user-agent': USER_AGENT },
    body: body && body.length > 0 ? Readable.from(inPieces(body, onPiece)) : undefined,
    // The watch over silence stands above these two.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}

async function* inPieces(body: Uint8Array, onPiece: () => void): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += CHUNK_BYTES) {
    onPiece()
    yield body.subarray(at, at + CHUNK_BYTES)
  }
  onPiece()
}

async function readAll(body: Dispatcher.ResponseData['body'], onPiece: () => void): Promise<Buffer> {
  body.on('error', () => {})
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    onPiece()
    bytes += chunk.length
    if (bytes > MAX_RESPONSE_BYTES) throw outboundError('protocol', 'sends far more than an answer')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Ends a request in which nothing has moved for so long. */
function createSilenceWatch(idleMs: number) {
  const silent = new AbortController()
  const timer = setTimeout(() => silent.abort(), idleMs)
  return {
    signal: silent.signal,
    reset: () => void timer.refresh(),
    stop: () => clearTimeout(timer),
  }
}

function flatten(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  )
  return Object.fromEntries(entries)
}
