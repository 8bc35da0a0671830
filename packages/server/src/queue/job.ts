import type { z } from 'zod'

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
}

/** Names a kind of job; what it does lies in jobs/. */
export function describeJob<Payload extends z.ZodType>(
  definition: JobDefinition<Payload>,
): JobDefinition<Payload> {
  return definition
}
