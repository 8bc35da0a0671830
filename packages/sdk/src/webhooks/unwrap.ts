import { readVariable } from '../environment.ts'
import { SongreelError } from '../errors.ts'
import type { WebhookEvent } from '../records.ts'

export type { WebhookEvent } from '../records.ts'

/** How far the clocks of sender and receiver may be apart. */
const TOLERANCE_SECS = 300

/** Headers as `Request` or Node's `IncomingMessage` has them. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

/** Why an event was not believed. */
export type SignatureProblem = 'no_header' | 'too_old' | 'wrong_secret' | 'body_was_parsed'

/** An event that nobody who knows the secret has signed, or not these bytes, or not just now. */
export class WebhookSignatureError extends SongreelError {
  override name = 'WebhookSignatureError'
  readonly reason: SignatureProblem

  constructor(reason: SignatureProblem, message: string) {
    super(message)
    this.reason = reason
  }
}

/** Whether an event comes from Songreel, just now and unchanged (Standard Webhooks): then the event, else an error. */
export async function unwrap(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | undefined = readVariable('SONGREEL_WEBHOOK_SECRET'),
): Promise<WebhookEvent> {
  const body = toBytes(rawBody)
  const id = demandHeader(headers, 'webhook-id')
  const timestamp = demandHeader(headers, 'webhook-timestamp')
  const signatures = demandHeader(headers, 'webhook-signature')
  demandRecent(timestamp)
  const key = await importKey(secret)
  const signed = join(new TextEncoder().encode(`${id}.${timestamp}.`), body)
  for (const signature of signatures.split(' ')) {
    const bytes = signature.startsWith('v1,') ? decodeBase64(signature.slice(3)) : undefined
    // WebCrypto compares in constant time.
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed)))
      return JSON.parse(new TextDecoder().decode(body))
  }
  throw new WebhookSignatureError(
    'wrong_secret',
    'No signature fits. Either the secret is another one (songreel.webhooks.secret() has it), or these are not the bytes that arrived: JSON that was parsed and written again differs.',
  )
}

function toBytes(rawBody: unknown): Uint8Array<ArrayBuffer> {
  if (typeof rawBody === 'string') return new TextEncoder().encode(rawBody)
  if (rawBody instanceof Uint8Array) return new Uint8Array(rawBody)
  if (rawBody instanceof ArrayBuffer) return new Uint8Array(rawBody)
  throw new WebhookSignatureError(
    'body_was_parsed',
    `The body is ${rawBody === undefined ? 'missing' : 'already parsed'}, and only its raw bytes can be verified. Pass the raw body. Express: express.raw({ type: 'application/json' }) on this route, before express.json(). Fastify: @songreel/sdk/webhooks/fastify. Next and Hono: await request.text().`,
  )
}

function demandHeader(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : findHeader(headers, name)
  if (value) return value
  throw new WebhookSignatureError(
    'no_header',
    `The header ${name} is missing, so this is no event of Songreel's.`,
  )
}

/** Node writes names in lower case; other sources of headers as they came. */
function findHeader(
  headers: Record<string, string | string[] | undefined>,
  name: string,
): string | undefined {
  const value = headers[name] ?? Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return Array.isArray(value) ? value[0] : value
}

function demandRecent(timestamp: string): void {
  const ageSecs = Date.now() / 1000 - Number(timestamp)
  if (Math.abs(ageSecs) <= TOLERANCE_SECS) return
  throw new WebhookSignatureError(
    'too_old',
    `The event was signed at ${timestamp}, which is more than ${TOLERANCE_SECS} seconds from now. Somebody repeats an old one, or a clock is wrong.`,
  )
}

async function importKey(secret: string | undefined): Promise<CryptoKey> {
  const bytes = decodeBase64(secret?.replace(/^whsec_/, '') ?? '')
  if (!bytes?.length)
    throw new WebhookSignatureError(
      'wrong_secret',
      'The secret must look like whsec_…; pass it, or set SONGREEL_WEBHOOK_SECRET.',
    )
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function join(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + tail.length)
  whole.set(head)
  whole.set(tail, head.length)
  return whole
}
