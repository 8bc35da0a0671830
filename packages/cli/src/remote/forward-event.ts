import { createHmac } from 'node:crypto'
import type { HookEvent } from './watch-events.ts'

/** As long as a server waits for a webhook's receiver. */
const TIMEOUT_MS = 15_000
const MAX_ANSWER = 1024

/** What a receiver made of an event. */
export type Answer = {
  status?: number
  statusText?: string
  responseBody?: string
  error?: string
  tookMs: number
}

/** Sends an event as a server does (Standard Webhooks): signed now, under the same id every time. */
export async function forwardEvent(
  { id, body }: HookEvent,
  { url, secret, signal }: { url: string; secret: string; signal: AbortSignal },
): Promise<Answer> {
  const text = JSON.stringify(body)
  const timestamp = String(Math.floor(Date.now() / 1000))
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
  const startMs = performance.now()
  const tookMs = () => Math.round(performance.now() - startMs)
  try {
    const either = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: text,
      redirect: 'manual',
      signal: either,
    })
    const responseBody = (await response.text()).slice(0, MAX_ANSWER)
    return { status: response.status, statusText: response.statusText, responseBody, tookMs: tookMs() }
  } catch (error) {
    signal.throwIfAborted()
    const { cause, message, name } = error as Error & { cause?: NodeJS.ErrnoException }
    const reason =
      name === 'TimeoutError'
        ? `no response in ${TIMEOUT_MS / 1000} s`
        : cause?.code || cause?.message || message
    return { error: reason, tookMs: tookMs() }
  }
}
