import type { Kysely, Transaction } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import type { z } from 'zod'
import type { Database } from '../store/schema.ts'
import type { JobDefinition } from './job.ts'

/** What a job may say about itself when it is put in line. */
export type EnqueueOptions = { priority?: number; startAfterSecs?: number }

/** The line of work, kept in the same database so that a job and its cause are committed together. */
export type Queue = {
  enqueue<Payload extends z.ZodType>(
    db: Kysely<Database> | Transaction<Database>,
    job: JobDefinition<Payload>,
    payload: z.infer<Payload>,
    options?: EnqueueOptions,
  ): Promise<void>
  enqueueMany<Payload extends z.ZodType>(
    db: Kysely<Database> | Transaction<Database>,
    job: JobDefinition<Payload>,
    entries: (EnqueueOptions & { payload: z.infer<Payload> })[],
  ): Promise<void>
  /** How many jobs of each kind wait. */
  depths(): Promise<Record<string, number>>
  close(): Promise<void>
}

type QueueOptions = { connectionString: string; jobs: JobDefinition[]; onError(error: Error): void }

/** Opens the line: makes pg-boss's tables and a queue per kind of job. */
export async function openQueue({ connectionString, jobs, onError }: QueueOptions): Promise<Queue> {
  const boss = new PgBoss({ connectionString, max: 2, supervise: false, schedule: false })
  boss.on('error', onError)
  await boss.start()
  for (const job of jobs) await boss.createQueue(job.name, queueOptionsOf(job))

  return {
    async enqueue(db, job, payload, options = {}) {
      await boss.send(job.name, payload as object, { db: fromKysely(db), ...sendOptionsOf(options) })
    },
    async enqueueMany(db, job, entries) {
      const jobs = entries.map(({ payload, ...options }) => ({
        data: payload as object,
        ...sendOptionsOf(options),
      }))
      await boss.insert(job.name, jobs, { db: fromKysely(db) })
    },
    async depths() {
      const queues = await boss.getQueues()
      return Object.fromEntries(queues.map((queue) => [queue.name, queue.queuedCount ?? 0]))
    },
    async close() {
      await boss.stop({ graceful: false })
    },
  }
}

function sendOptionsOf({ priority, startAfterSecs }: EnqueueOptions) {
  return {
    ...(priority !== undefined && { priority }),
    ...(startAfterSecs !== undefined && { startAfter: startAfterSecs }),
  }
}

function queueOptionsOf(job: JobDefinition) {
  return {
    retryLimit: job.attempts - 1,
    retryDelay: job.retryDelaySecs,
    retryBackoff: true,
    expireInSeconds: job.timeoutSecs,
    heartbeatSeconds: job.heartbeatSecs,
  }
}
