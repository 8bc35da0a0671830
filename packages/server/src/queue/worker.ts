import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { fromKysely, type Job, type PgBoss } from 'pg-boss'
import { crashPoint } from '../crash-point.ts'
import { type Origin, runInScope, type Scope } from '../scope.ts'
import { limitRest } from '../store/rest-limit.ts'
import { noteLostConnection, retryTransient } from '../store/retry-transient.ts'
import type { Tx } from '../store/transaction.ts'
import { createFairTurns } from './fair-turns.ts'
import type { IdlenessWatch } from './idleness.ts'
import type { JobDefinition, JobRun } from './job.ts'

const LOOK_EVERY_MS = 500
const HEARTBEAT_EVERY_MS = 3000

type Runner = {
  job: JobDefinition
  concurrency: number
  run(payload: unknown, jobRun: JobRun): Promise<void>
  mayTake(): boolean
} & IdlenessWatch

/** Takes jobs of one kind until it is stopped; `stop` returns how many it had to put back. */
export type Worker = { look(): void; stop(graceMs: number): Promise<number> }

type TakenJob = Job<object> & { groupId?: string | null }

/**
 * Looks for jobs while it has hands free: at once after one has ended, otherwise twice a second. pg-boss's own loop waits
 * after every short job and knows neither turns nor `mayTake` (docs/decisions/0029-queue-on-pg-boss.md).
 */
export function startJobWorker(
  boss: PgBoss,
  { job, concurrency, run, mayTake, onEmpty, onBegin, onEnd }: Runner,
  onError: (error: Error) => void,
): Worker {
  const stopping = new AbortController()
  const ending = new AbortController()
  const running = new Set<Promise<void>>()
  let putBack = 0
  const turns = createFairTurns(concurrency)
  const { wake, begin: beginLook, pause } = createPause(stopping.signal, job.lookEveryMs)

  async function look(): Promise<void> {
    while (!stopping.signal.aborted) {
      beginLook()
      const lookedAtMs = performance.now()
      const free = mayTake() ? concurrency - running.size : 0
      // Whose turn it is changes with every job that is taken.
      const wanted = job.takesTurns ? Math.min(1, free) : free
      const taken = wanted > 0 ? await take(wanted) : []
      for (const one of taken ?? []) begin(one)
      if (taken && running.size === 0) onEmpty(lookedAtMs)
      if ((taken?.length ?? 0) < wanted || free === 0) await pause()
    }
  }

  /** Undefined: the queue could not be asked. */
  async function take(count: number): Promise<TakenJob[] | undefined> {
    const { lately, full } = turns.passOver()
    try {
      const taken = await fetchPassing(boss, job, count, lately)
      return taken.length > 0 || lately === full ? taken : await fetchPassing(boss, job, count, full)
    } catch (error) {
      onError(error as Error)
      return undefined
    }
  }

  function begin(one: TakenJob): void {
    const orgId = one.groupId
    onBegin()
    if (orgId) turns.begin(orgId)
    const options = { run, stopSignal: ending.signal, onError, onPutBack: () => void putBack++ }
    const done = runInScope(openScope(job, one), () => runOne(boss, job, one, options)).finally(() => {
      running.delete(done)
      if (orgId) turns.end(orgId)
      onEnd()
      wake()
    })
    running.add(done)
  }

  const looking = look()
  return {
    look: wake,
    async stop(graceMs) {
      stopping.abort()
      await looking
      const timer = setTimeout(() => ending.abort(), graceMs)
      await Promise.allSettled(running)
      clearTimeout(timer)
      return putBack
    },
  }
}

/** Waits until a slot is free, somebody announces work, or it is time to poll again. */
function createPause(signal: AbortSignal, everyMs = LOOK_EVERY_MS) {
  let isWoken = false
  let endPause = () => {}
  return {
    wake() {
      isWoken = true
      endPause()
    },
    /** From here on a call to wake up counts. */
    begin() {
      isWoken = false
    },
    async pause(): Promise<void> {
      if (isWoken) return
      const woken = new Promise<void>((resolve) => {
        endPause = resolve
      })
      await Promise.race([woken, sleep(everyMs, undefined, { signal }).catch(() => {})])
    },
  }
}

async function fetchPassing(
  boss: PgBoss,
  { name }: JobDefinition,
  batchSize: number,
  ignoreGroups: string[],
): Promise<TakenJob[]> {
  return boss.fetch<object>(name, { batchSize, ...(ignoreGroups.length > 0 && { ignoreGroups }) })
}

/** What the run of a job is about, before it knows more: where the job comes from. */
function openScope({ name }: JobDefinition, { data }: TakenJob): Scope {
  const { origin } = data as { origin?: Origin }
  return { facts: { requestId: origin?.requestId }, traceParent: origin?.traceParent, job: { name, origin } }
}

type RunOptions = Pick<Runner, 'run'> & {
  stopSignal: AbortSignal
  onError(error: Error): void
  onPutBack(): void
}

/** Runs one job with a heartbeat; a job that was given to another worker meanwhile is called off here. */
async function runOne(
  boss: PgBoss,
  job: JobDefinition,
  taken: TakenJob,
  { run, stopSignal, onError, onPutBack }: RunOptions,
): Promise<void> {
  const attempt = { id: taken.id, retryCount: taken.retryCount }
  const lost = new AbortController()
  const heartbeat = setInterval(async () => {
    try {
      // The result has this count; pg-boss's types leave it out.
      const { affected } = (await boss.touch(job.name, attempt)) as { affected?: number }
      if (affected === 0) lost.abort()
    } catch (error) {
      onError(error as Error)
    }
  }, HEARTBEAT_EVERY_MS)
  const tries = taken.retryCount + 1
  const signal = AbortSignal.any([lost.signal, stopSignal])
  try {
    await crashPoint('job-drawn')
    await run(job.payload.parse(taken.data), {
      jobId: taken.id,
      attempt: tries,
      isLastAttempt: tries >= job.attempts,
      signal,
      isHeld: (transaction) => isJobHeld(boss, transaction, job, attempt),
    })
    await crashPoint('job-done')
    await retryTransient(() => ofDatabase(boss.complete(job.name, attempt)))
    await crashPoint('job-crossed-off')
  } catch (error) {
    if (stopSignal.aborted && !lost.signal.aborted) {
      onPutBack()
      return await putBack(boss, job, taken).catch(onError)
    }
    onError(error as Error)
    const { message } = error as Error
    await retryTransient(() => ofDatabase(boss.fail(job.name, attempt, { message }))).catch(onError)
  } finally {
    clearInterval(heartbeat)
  }
}

/**
 * Puts a job back that this worker could not end in time: at once, and as if it had not been tried. Two steps, because the
 * queue knows no such thing; a worker that dies in between leaves the job twice, and every job may run twice.
 */
async function putBack(boss: PgBoss, { name }: JobDefinition, job: TakenJob): Promise<void> {
  const { id, retryCount, data, groupId } = job
  const turn = groupId ? { group: { id: groupId } } : {}
  await retryTransient(() => ofDatabase(boss.send(name, data, turn)))
  await retryTransient(() => ofDatabase(boss.complete(name, { id, retryCount })))
}

/**
 * Whether a run still holds its job. A transaction that begins with this must not rest for long: the database ends it well
 * before the heartbeat would be missed, so that what is written under the job is written while the job is held.
 */
async function isJobHeld(
  boss: PgBoss,
  transaction: Tx,
  { name }: JobDefinition,
  { id, retryCount }: { id: string; retryCount: number },
): Promise<boolean> {
  await sql`select ${limitRest}`.execute(transaction)
  const [found] = await boss.findJobs(name, { id, db: fromKysely(transaction) })
  return found?.state === 'active' && found.retryCount === retryCount
}

/** pg-boss has connections of its own; what it throws of them is known for what it is, like the others'. */
async function ofDatabase(asking: Promise<unknown>): Promise<void> {
  try {
    await asking
  } catch (error) {
    noteLostConnection(error)
    throw error
  }
}
