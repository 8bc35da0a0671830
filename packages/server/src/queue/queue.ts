import { fromKysely, PgBoss } from 'pg-boss'
import type { z } from 'zod'
import { getOriginOfJob } from '../scope.ts'
import type { Db } from '../store/schema.ts'
import { closeInTime, limitSilence } from '../store/silent-server.ts'
import { createIdleness } from './idleness.ts'
import type { JobDefinition, JobRun } from './job.ts'
import { checkKnownSchema } from './known-schema.ts'
import { startJobWorker, type Worker } from './worker.ts'

/** What a job may say about itself when it is enqueued. */
export type EnqueueOptions = {
  priority?: number
  startAfterSecs?: number
  /** Whose turn the job takes, where organizations take turns. */
  orgId?: string
}

/** The queue of jobs, kept in the same database so that a job and its cause are committed together. */
export type Queue = {
  enqueue<Payload extends z.ZodType>(
    db: Db,
    job: JobDefinition<Payload>,
    payload: z.infer<Payload>,
    options?: EnqueueOptions,
  ): Promise<void>
  enqueueMany<Payload extends z.ZodType>(
    db: Db,
    job: JobDefinition<Payload>,
    entries: (EnqueueOptions & { payload: z.infer<Payload> })[],
  ): Promise<void>
  /** Makes the queue of one more kind of job. */
  add(job: JobDefinition): Promise<void>
  /** Takes jobs of one kind, so many at once, until the queue is closed. */
  work<Payload extends z.ZodType>(
    job: JobDefinition<Payload>,
    concurrency: number,
    run: (payload: z.infer<Payload>, jobRun: JobRun) => Promise<void>,
    /** Whether more may be taken just now; asked before each look. */
    mayTake?: () => boolean,
  ): Promise<void>
  /** Makes this process look for jobs of a kind now: whoever has just enqueued one need not wait for the next look. */
  look(job: JobDefinition): void
  /** Ends when this process has held no job for so long, and every look in that time found none that could run. */
  untilIdle(secs: number): Promise<void>
  /** Throws when jobs can be neither put in nor taken out. */
  check(): Promise<void>
  /** Takes no new jobs and gives the running ones so long to end; how many were put back because they did not. */
  stopWork(graceMs: number): Promise<number>
  close(): Promise<void>
}

type QueueOptions = {
  connectionString: string
  jobs: JobDefinition[]
  /** A worker also watches for workers that were lost. */
  isWorker?: boolean
  onError(error: Error): void
}

/** Fast enough that a lost worker's job is running elsewhere within 15 seconds. */
const WATCH_EVERY_SECS = 1
/** Far more than any of pg-boss's statements takes; it sets no limit of its own. */
const STATEMENT_TIMEOUT_MS = 30_000
/** How long a job that ended is kept, and how often those that are older are deleted. */
const KEEP_ENDED_SECS = 7 * 24 * 60 * 60
const DELETE_EVERY_SECS = 60 * 60

/** Opens the queue: makes pg-boss's tables and a queue per kind of job. Throws where the tables are not those we know. */
export async function openQueue({
  connectionString,
  jobs,
  isWorker = false,
  onError,
}: QueueOptions): Promise<Queue> {
  const boss = new PgBoss({
    connectionString,
    ...limitSilence(STATEMENT_TIMEOUT_MS),
    max: isWorker ? 4 : 2,
    supervise: isWorker,
    superviseIntervalSeconds: WATCH_EVERY_SECS,
    monitorIntervalSeconds: WATCH_EVERY_SECS,
    maintenanceIntervalSeconds: DELETE_EVERY_SECS,
    schedule: false,
  })
  boss.on('error', onError)
  await startKnown(boss, { jobs, onError })
  const workers: { name: string; worker: Worker }[] = []
  const idleness = createIdleness()
  const stopWork = async (graceMs: number) => {
    const counts = await Promise.all(workers.map(({ worker }) => worker.stop(graceMs)))
    return counts.reduce((sum, count) => sum + count, 0)
  }

  return {
    async enqueue(db, job, payload, options = {}) {
      await boss.send(job.name, addOrigin(job, payload), { db: fromKysely(db), ...toSendOptions(options) })
    },
    async enqueueMany(db, job, entries) {
      const jobs = entries.map(({ payload, ...options }) => ({
        data: addOrigin(job, payload),
        ...toSendOptions(options),
      }))
      await boss.insert(job.name, jobs, { db: fromKysely(db) })
    },
    async add(job) {
      await boss.createQueue(job.name, toQueueOptions(job))
    },
    async work(job, concurrency, run, mayTake = () => true) {
      const runner = { job, concurrency, run: run as never, mayTake, ...idleness.watch(job.name) }
      const worker = startJobWorker(boss, runner, onError)
      workers.push({ name: job.name, worker })
    },
    look({ name }) {
      for (const each of workers) if (each.name === name) each.worker.look()
    },
    untilIdle: idleness.untilIdle,
    async check() {
      await boss.getQueues()
    },
    stopWork,
    async close() {
      await stopWork(0)
      await closeInTime(() => boss.stop({ graceful: false }))
    },
  }
}

async function startKnown(
  boss: PgBoss,
  { jobs, onError }: Pick<QueueOptions, 'jobs' | 'onError'>,
): Promise<void> {
  try {
    await boss.start()
    await checkKnownSchema(boss)
    for (const job of jobs) await boss.createQueue(job.name, toQueueOptions(job))
  } catch (error) {
    await boss.stop({ graceful: false }).catch(onError)
    throw error
  }
}

/** Beside the payload, whose schema does not know it: a worker of an earlier version takes the job as well. */
function addOrigin({ name, hasOrigin }: JobDefinition, payload: unknown): object {
  const origin = hasOrigin ? getOriginOfJob(name) : undefined
  return { ...(payload as object), ...(origin && { origin }) }
}

function toSendOptions({ priority, startAfterSecs, orgId }: EnqueueOptions) {
  return {
    ...(orgId !== undefined && { group: { id: orgId } }),
    ...(priority !== undefined && { priority }),
    ...(startAfterSecs !== undefined && { startAfter: startAfterSecs }),
  }
}

function toQueueOptions(job: JobDefinition) {
  return {
    retryLimit: job.attempts - 1,
    retryDelay: job.retryDelaySecs,
    retryBackoff: job.retryDelaySecs > 0,
    expireInSeconds: job.timeoutSecs,
    heartbeatSeconds: job.heartbeatSecs,
    deleteAfterSeconds: KEEP_ENDED_SECS,
  }
}
