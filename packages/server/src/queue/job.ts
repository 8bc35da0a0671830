import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { Database } from '../store/schema.ts'

/** What a kind of job is called, what it carries, and how it is tried. */
export type JobDefinition<Payload extends z.ZodType = z.ZodType> = {
  name: string
  payload: Payload
  /** Runs in all; the first counts. */
  attempts: number
  /** Wait before the second run; it doubles each time. */
  retryDelaySecs: number
  timeoutSecs: number
  /** A worker that is silent for so long is lost, and its job goes to another. */
  heartbeatSecs: number
  /** Organizations take turns in a worker's slots; such a job is enqueued with its `orgId`. */
  takesTurns?: boolean
  /** How often an idle worker looks for one; unset: twice a second. */
  lookEveryMs?: number
  /** It is told where it comes from: the request, and the trace. */
  hasOrigin?: boolean
}

/** Names a kind of job; what it does lies in jobs/. */
export function describeJob<Payload extends z.ZodType>(
  definition: JobDefinition<Payload>,
): JobDefinition<Payload> {
  return definition
}

/** What a run of a job knows about itself. */
export type JobRun = {
  jobId: string
  /** 1 for the first run. */
  attempt: number
  isLastAttempt: boolean
  /** Ends when the job is taken away from this worker, or the worker stops. */
  signal: AbortSignal
  /** Whether the job is still this run's, asked in a transaction; a worker that slept may find that it is not. */
  isHeld(transaction: Transaction<Database>): Promise<boolean>
}
