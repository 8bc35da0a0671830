import { claimRender } from '@songreel/server/internal/batches/claim-render.ts'
import { JOBS, renderVideoJob } from '@songreel/server/internal/queue/all-jobs.ts'
import { openQueue, type Queue } from '@songreel/server/internal/queue/queue.ts'
import { openDb } from '@songreel/server/internal/store/db.ts'
import pg from 'pg'
import { pino } from 'pino'
import { type Cost, medianCost } from './interleave.ts'
import { medianOf } from './medians.ts'
import { aBatch, requestCost } from './request-cost.ts'
import type { Stack } from './stack.ts'

/** How many renders stand in the long line. */
export const LONG_QUEUE = 10_000
const ROUNDS = 4
const CREATES = 40
const CLAIMS = 40

/** Creating and claiming with a short line before and after, and with a long one between them. */
export async function measureQueue(stack: Stack) {
  const db = openDb({ databaseUrl: stack.databaseUrl, log: pino({ level: 'silent' }) })
  const queue = await openQueue({ connectionString: stack.databaseUrl, jobs: JOBS, onError: () => {} })
  const look = () => measureOnce(stack, db.kysely, queue)
  try {
    await emptyLine(stack)
    await look()
    await emptyLine(stack)
    const before = await look()
    await fillLine(stack)
    const long = await look()
    await emptyLine(stack)
    const after = await look()
    return { short: join(before, after), long }
  } finally {
    await queue.close()
    await db.close()
  }
}

type Look = { create: Cost; claimMs: number }

async function measureOnce(stack: Stack, db: Parameters<typeof claimRender>[0], queue: Queue): Promise<Look> {
  const creates: Cost[] = []
  const claims: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    creates.push(await requestCost(stack, CREATES, () => stack.call('POST', '/v1/batches', aBatch(10))))
    claims.push(...(await timeClaims(db, queue)))
  }
  return { create: medianCost(creates), claimMs: medianOf(claims) }
}

/** Wall time from one claim to the next: draw a ticket, claim its render, cross the ticket off. */
async function timeClaims(db: Parameters<typeof claimRender>[0], queue: Queue): Promise<number[]> {
  const times: number[] = []
  let lastMs = performance.now()
  await new Promise<void>((resolve) => {
    queue.work(renderVideoJob, 1, async ({ orgId, tag }, { jobId }) => {
      if (times.length >= CLAIMS) return
      await claimRender(db, { jobId, orgId, tag })
      times.push(performance.now() - lastMs)
      lastMs = performance.now()
      if (times.length === CLAIMS) resolve()
    })
  })
  await queue.stopWork(0)
  return times
}

async function fillLine(stack: Stack): Promise<void> {
  for (let made = 0; made < LONG_QUEUE; made += 100) await stack.call('POST', '/v1/batches', aBatch(100))
}

/** What is queued is forgotten, and PostgreSQL looks at its tables anew, as it does by itself in time. */
async function emptyLine({ databaseUrl }: Stack): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('truncate batches cascade')
  await client.query('delete from pgboss.job')
  await client.query('vacuum analyze')
  await client.end()
}

function join(before: Look, after: Look): Look {
  return {
    create: medianCost([before.create, after.create]),
    claimMs: medianOf([before.claimMs, after.claimMs]),
  }
}
