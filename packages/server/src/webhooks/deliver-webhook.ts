import type { DeliveryAttempt } from '@songreel/contract'
import { Webhook } from 'standardwebhooks'
import { crashPoint } from '../crash-point.ts'
import type { WebhookAttempt } from '../metrics/metrics.ts'
import { createOutboundPolicy } from '../outbound/policy.ts'
import { type PostFailure, type PostResponse, postJson } from '../outbound/post-json.ts'
import { deliverWebhookJob } from '../queue/all-jobs.ts'
import { getSpan, noteFacts } from '../scope.ts'
import type { Services } from '../services.ts'
import { inLastingTransaction } from '../store/transaction.ts'
import { type DeliveryWork, findDeliveryWork, writeAttempt } from '../store/webhook-deliveries.ts'
import { buildEventBody } from './event-body.ts'
import { nextDelaySecs } from './retry-schedule.ts'
import { listSigningSecrets } from './signing-secrets.ts'

const GONE = 410

/** What tests replace: the clock. */
export type DeliveryClock = { now(): Date }

/**
 * Attempts one delivery and writes down what came of it, together with the next attempt. Safe to run again: a receiver may get
 * an event twice, always under the same id.
 */
export async function deliverWebhook(
  services: Services,
  deliveryId: string,
  signal: AbortSignal,
  clock: DeliveryClock = { now: () => new Date() },
): Promise<void> {
  const work = await findDeliveryWork(services.db, deliveryId)
  if (work?.status !== 'PENDING') return
  const { orgId, batchId, renderId } = work
  noteFacts({ deliveryId, orgId, batchId: batchId ?? undefined, renderId: renderId ?? undefined })
  await crashPoint('webhook-posting')
  const at = clock.now()
  const outcome = await send(services, work, at, signal)
  await crashPoint('webhook-posted')
  signal.throwIfAborted()
  await settleAttempt(services, work, { at, outcome })
}

async function send(
  services: Services,
  work: DeliveryWork,
  at: Date,
  signal: AbortSignal,
): Promise<PostResponse | PostFailure> {
  const { config, db, log, links } = services
  const body = JSON.stringify(buildEventBody(work, links))
  const secrets = await listSigningSecrets(services, db, work.orgId)
  const signatures = secrets.map((secret) => new Webhook(secret).sign(work.eventId, at, body))
  return postJson(work.url, {
    policy: createOutboundPolicy(config),
    body,
    headers: {
      'webhook-id': work.eventId,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signatures.join(' '),
    },
    onRefused: (refusal) => log.warn({ deliveryId: work.deliveryId, ...refusal }, 'an address was refused'),
    signal,
  })
}

type Attempted = { at: Date; outcome: PostResponse | PostFailure }

/** Writes down how an attempt ended, together with the job of the next one. */
async function settleAttempt(
  { db, queue, log, metrics }: Services,
  work: DeliveryWork,
  { at, outcome }: Attempted,
): Promise<void> {
  const attempts = [...work.attempts, toDeliveryAttempt(at, outcome)]
  const isDelivered = outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300
  const isGone = outcome.kind === 'answered' && outcome.status === GONE
  const retryAfterSecs = outcome.kind === 'answered' ? outcome.retryAfterSecs : undefined
  const delaySecs = isDelivered || isGone ? undefined : nextDelaySecs(attempts.length, retryAfterSecs)
  const answered = outcome.kind === 'answered' ? outcome.status : undefined
  const host = URL.parse(work.url)?.hostname
  getSpan()?.add({
    'songreel.event': work.type,
    'server.address': host,
    'http.response.status_code': answered,
  })
  if (!isDelivered) getSpan()?.fail(String(answered ?? 'NO_RESPONSE'))
  metrics.noteWebhookAttempt(toWebhookAttempt(outcome), outcome.tookMs / 1000)
  const status = isDelivered ? 'DELIVERED' : delaySecs === undefined ? 'FAILED' : 'PENDING'
  await inLastingTransaction(db, async (transaction) => {
    const nextAttemptAt = delaySecs === undefined ? null : new Date(at.getTime() + delaySecs * 1000)
    const finishedAt = status === 'PENDING' ? null : at
    const isWritten = await writeAttempt(transaction, work, { status, attempts, nextAttemptAt, finishedAt })
    if (!isWritten || delaySecs === undefined) return
    const payload = { deliveryId: work.deliveryId }
    const when = { orgId: work.orgId, startAfterSecs: Math.ceil(delaySecs) }
    await queue.enqueue(transaction, deliverWebhookJob, payload, when)
  })
  if (status !== 'PENDING') metrics.noteDeliveryEnd(isDelivered ? 'delivered' : 'failed')
  log.info(
    { deliveryId: work.deliveryId, type: work.type, status, attempts: attempts.length },
    'webhook attempted',
  )
}

function toWebhookAttempt(outcome: PostResponse | PostFailure): WebhookAttempt {
  if (outcome.kind === 'failed') return 'failed'
  return `${Math.min(5, Math.max(2, Math.floor(outcome.status / 100)))}xx` as WebhookAttempt
}

function toDeliveryAttempt(at: Date, outcome: PostResponse | PostFailure): DeliveryAttempt {
  const facts = { at: at.toISOString(), tookMs: Math.round(outcome.tookMs) }
  if (outcome.kind === 'failed') return { ...facts, error: outcome.message }
  return { ...facts, status: outcome.status, responseBody: outcome.bodyStart }
}
