import type { WebhookEvent } from '../records.ts'
import { unwrap, type WebhookHeaders, WebhookSignatureError } from './unwrap.ts'

/** What to do with an event. When it throws, the sender gets a 500 and tries again later. */
export type OnEvent = (event: WebhookEvent) => unknown

export type WebhookOptions = {
  /** The secret that signs; SONGREEL_WEBHOOK_SECRET. */
  secret?: string
  /** Told of what was refused, and of what `onEvent` threw. */
  onError?(error: unknown): void
}

/** A response as every framework can send it. */
export type Verdict = { status: 204 | 400 | 500; body?: { error: string; reason?: string } }

/** Verifies an event and hands it on: 204 when that is done, 400 for what is no event, 500 when the receiver failed. */
export async function receiveEvent(
  rawBody: unknown,
  headers: WebhookHeaders,
  onEvent: OnEvent,
  { secret, onError }: WebhookOptions,
): Promise<Verdict> {
  try {
    await onEvent(await unwrap(rawBody as string, headers, secret))
    return { status: 204 }
  } catch (error) {
    onError?.(error)
    // What our own code says helps whoever sets this up; what the receiver's code says is nobody's business.
    if (error instanceof WebhookSignatureError)
      return { status: 400, body: { error: error.message, reason: error.reason } }
    return { status: 500, body: { error: 'The event was understood, but handling it failed.' } }
  }
}

/** The same for whoever speaks in `Request` and `Response`. */
export async function respondToEvent(
  request: Request,
  onEvent: OnEvent,
  options: WebhookOptions = {},
): Promise<Response> {
  const raw = request.bodyUsed ? undefined : await request.arrayBuffer()
  const { status, body } = await receiveEvent(raw, request.headers, onEvent, options)
  return body ? Response.json(body, { status }) : new Response(null, { status })
}
