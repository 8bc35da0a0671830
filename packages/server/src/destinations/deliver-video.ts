import { DELIVERY_FAILURES, type DeliveryFailureCode } from '@songreel/contract'
import { DeliveryError, describeDeliveryError } from '../assets/delivery-error.ts'
import { crashPoint } from '../crash-point.ts'
import { deliverVideoJob } from '../queue/all-jobs.ts'
import { getSpan, noteFacts } from '../scope.ts'
import type { Services } from '../services.ts'
import { inLastingTransaction } from '../store/transaction.ts'
import {
  findVideoDelivery,
  type VideoAttempt,
  type VideoDelivery,
  type VideoDeliveryRef,
  writeVideoAttempt,
} from '../store/video-deliveries.ts'
import { nextDelaySecs } from '../webhooks/retry-schedule.ts'
import { writeDeliveryEvent } from '../webhooks/write-event.ts'
import { WorkError } from '../work-error.ts'
import { sendFiles } from './send-files.ts'

/** Longer than any upload should take; a little less than the job may run. */
const ATTEMPT_LIMIT_MS = 55 * 60_000
/** What only the customer can mend is tried a few times, in case they are about to, and then reported. */
const FEW_ATTEMPTS = 3
const FINAL_CODES = new Set<DeliveryFailureCode>([
  'DESTINATION_NOT_ALLOWED',
  'DESTINATION_CREDENTIALS_DELETED',
  'DELIVERY_FILES_DELETED',
])

/** What came of one attempt. */
type Outcome = { key: string } | { error: DeliveryError }

/**
 * Attempts to send a render's files to its destination and writes down what came of it, together with the next attempt. Safe
 * to run again: the same bytes go under the same keys, and an object appears whole or not at all. The render is not touched.
 */
export async function deliverVideo(
  services: Services,
  { orgId, renderId, round }: VideoDeliveryRef & { round: number },
  signal: AbortSignal,
): Promise<void> {
  const delivery = await findVideoDelivery(services.db, { orgId, renderId })
  if (delivery?.status !== 'PENDING' || delivery.round !== round) return
  noteFacts({ orgId, renderId, batchId: delivery.batchId })
  await crashPoint('delivery-begun')
  const at = new Date()
  const outcome = await attempt(services, delivery, signal)
  await crashPoint('files-delivered')
  await settle(services, delivery, { at, outcome })
}

async function attempt(services: Services, delivery: VideoDelivery, signal: AbortSignal): Promise<Outcome> {
  const limit = AbortSignal.timeout(ATTEMPT_LIMIT_MS)
  try {
    return { key: await sendFiles(services, delivery, AbortSignal.any([signal, limit])) }
  } catch (error) {
    signal.throwIfAborted()
    if (limit.aborted)
      return {
        error: new DeliveryError('DESTINATION_UNREACHABLE', { seen: 'It took longer than 55 minutes.' }),
      }
    if (error instanceof WorkError && error.facts.isFileGone)
      return { error: new DeliveryError('DELIVERY_FILES_DELETED') }
    // The database or our own storage is away: that is no attempt, and the queue tries again.
    if (!(error instanceof DeliveryError)) throw error
    return { error }
  }
}

async function settle(
  { db, queue, log, metrics }: Services,
  delivery: VideoDelivery,
  { at, outcome }: { at: Date; outcome: Outcome },
): Promise<void> {
  const { orgId, renderId, round } = delivery
  const attempts = delivery.attempts + 1
  const error = 'error' in outcome ? outcome.error : undefined
  const delaySecs = error && chooseDelaySecs(attempts, error)
  const written = describeAttempt(outcome, at, delaySecs)
  const { status } = written
  getSpan()?.add({ 'songreel.delivery': status, 'songreel.attempts': attempts })
  if (error) getSpan()?.fail(error.code)
  const isWritten = await inLastingTransaction(db, async (transaction) => {
    if (!(await writeVideoAttempt(transaction, delivery, written))) return false
    if (status !== 'PENDING') await writeDeliveryEvent({ queue }, transaction, { orgId, renderId, round })
    if (delaySecs === undefined) return true
    const when = { orgId, startAfterSecs: Math.ceil(delaySecs) }
    await queue.enqueue(transaction, deliverVideoJob, { orgId, renderId, round }, when)
    return true
  })
  if (!isWritten) return
  if (status !== 'PENDING') metrics.noteVideoDelivery(status === 'DELIVERED' ? 'delivered' : 'failed')
  log.info({ status, attempts, code: error?.code }, 'delivery attempted')
}

function describeAttempt(outcome: Outcome, at: Date, delaySecs: number | undefined): VideoAttempt {
  if ('key' in outcome)
    return { status: 'DELIVERED', key: outcome.key, error: null, nextAttemptAt: null, finishedAt: at }
  const error = describeDeliveryError(outcome.error)
  if (delaySecs === undefined)
    return { status: 'FAILED', key: null, error, nextAttemptAt: null, finishedAt: at }
  const nextAttemptAt = new Date(at.getTime() + delaySecs * 1000)
  return { status: 'PENDING', key: null, error, nextAttemptAt, finishedAt: null }
}

/** The schedule of webhooks; undefined when it is given up. */
function chooseDelaySecs(attempts: number, { code, retryAfterSecs }: DeliveryError): number | undefined {
  if (FINAL_CODES.has(code)) return undefined
  if (!DELIVERY_FAILURES[code].retryable && attempts >= FEW_ATTEMPTS) return undefined
  return nextDelaySecs(attempts, retryAfterSecs)
}
