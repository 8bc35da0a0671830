import type { Kysely, Transaction } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import type { z } from 'zod'
import type { Database } from '../store/schema.ts'
import type { JobDefinition } from './job.ts'

/** What a job may say about itself when it is put in line. */
export type EnqueueOptions = { priority?: number; startAfterSecs?: number }

/** What a run of a job knows about itself. */
export type JobRun = {
  jobId: string
  /** 1 for the first run. */
  attempt: number
  isLastAttempt: boolean
  /** Ends when the job is taken away from this worker, or the worker stops. */
  signal: AbortSignal
}

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
  /** Takes jobs of one kind, so many at once, until the queue is closed. */
  work<Payload extends z.ZodType>(
    job: JobDefinition<Payload>,
    concurrency: number,
    run: (payload: z.infer<Payload>, jobRun: JobRun) => Promise<void>,
  ): Promise<void>
  /** How many jobs of each kind wait. */
  depths(): Promise<Record<string, number>>
  /** Takes no new jobs and gives the running ones so long to end. */
  stopWork(graceMs: number): Promise<void>
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
const POLL_EVERY_SECS = 0.5
const HEARTBEAT_EVERY_SECS = 3

/** Opens the line: makes pg-boss's tables and a queue per kind of job. */
export async function openQueue({
  connectionString,
  jobs,
  isWorker = false,
  onError,
}: QueueOptions): Promise<Queue> {
  const boss = new PgBoss({
    connectionString,
    max: isWorker ? 4 : 2,
    supervise: isWorker,
    superviseIntervalSeconds: WATCH_EVERY_SECS,
    monitorIntervalSeconds: WATCH_EVERY_SECS,
    schedule: false,
  })
  boss.on('error', onError)
  await boss.start()
  for (const job of jobs) await boss.createQueue(job.name, queueOptionsOf(job))
  const workers = createWorkers(boss)

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
    work: workers.work,
    async depths() {
      const queues = await boss.getQueues()
      return Object.fromEntries(queues.map((queue) => [queue.name, queue.queuedCount ?? 0]))
    },
    stopWork: workers.stop,
    async close() {
      await workers.stop(0)
      await boss.stop({ graceful: false })
    },
  }
}

function createWorkers(boss: PgBoss): Pick<Queue, 'work'> & { stop: Queue['stopWork'] } {
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  const names: string[] = []
  let stopped: Promise<void> | undefined

  async function stop(graceMs: number): Promise<void> {
    for (const name of names) await boss.offWork(name, { wait: false })
    const timer = setTimeout(() => stopping.abort(), graceMs)
    while (running.size > 0) await Promise.allSettled(running)
    clearTimeout(timer)
  }

  return {
    async work(job, concurrency, run) {
      names.push(job.name)
      const options = {
        localConcurrency: concurrency,
        pollingIntervalSeconds: POLL_EVERY_SECS,
        heartbeatRefreshSeconds: HEARTBEAT_EVERY_SECS,
      }
      await boss.work<object>(job.name, options, async ([taken]) => {
        if (!taken) return
        const attempt = taken.retryCount + 1
        const signal = AbortSignal.any([taken.signal, stopping.signal])
        const jobRun = { jobId: taken.id, attempt, isLastAttempt: attempt >= job.attempts, signal }
        const done = run(job.payload.parse(taken.data) as never, jobRun)
        running.add(done)
        await done.finally(() => running.delete(done))
      })
    },
    stop(graceMs) {
      stopped ??= stop(graceMs)
      return stopped
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
    retryBackoff: job.retryDelaySecs > 0,
    expireInSeconds: job.timeoutSecs,
    heartbeatSeconds: job.heartbeatSecs,
  }
}
