import type { ErrorDetail, Readiness } from '@songreel/contract'
import { assertFreeSpace } from '../../assets/disk-room.ts'
import { ServiceError } from '../../errors.ts'
import { readWorkState } from '../../metrics/work-state.ts'
import type { Services } from '../../services.ts'
import { pingDatabase } from '../../store/installation.ts'

const PART_TIMEOUT_MS = 3000
/** Counting what waits is no part of being ready, and must not use up the time of the part. */
const FIGURES_TIMEOUT_MS = 1500
/** Probes come from everywhere and need no token, so they share one look within this time. */
const REUSE_MS = 500

type Checks = Readiness['checks']
type PartName = keyof Checks

/** Checks every part that the service depends on; throws UNAVAILABLE naming those that fail. */
export function createReadinessCheck(services: Services): () => Promise<Readiness> {
  let latest: { at: number; result: Promise<Readiness> } | undefined
  return () => {
    if (!latest || Date.now() - latest.at > REUSE_MS) latest = { at: Date.now(), result: checkAll(services) }
    return latest.result
  }
}

async function checkAll(services: Services): Promise<Readiness> {
  const parts = listParts(services)
  const names = Object.keys(parts) as PartName[]
  const outcomes = await Promise.allSettled(names.map((name) => withinTime(parts[name](), PART_TIMEOUT_MS)))
  const failed = names.filter((_, index) => outcomes[index]?.status === 'rejected')
  if (failed.length === 0) {
    const facts = outcomes.map((outcome) => (outcome as PromiseFulfilledResult<object>).value)
    const checks = Object.fromEntries(names.map((name, index) => [name, { status: 'ok', ...facts[index] }]))
    return { status: 'ok', checks: checks as Checks }
  }
  const details = failed.map((name) => {
    const { reason } = outcomes[names.indexOf(name)] as PromiseRejectedResult
    services.log.warn({ part: name, err: reason }, 'part of the service is not ready')
    return describePart(name, reason)
  })
  const message = `Not ready: ${failed.join(', ')}. ${details.map((detail) => detail.message).join(' ')}`
  throw new ServiceError('UNAVAILABLE', { message, details, headers: { 'Retry-After': '2' } })
}

function listParts(services: Services): Record<PartName, () => Promise<object>> {
  const { db, queue, storage, config } = services
  return {
    async database() {
      await pingDatabase(db)
      return {}
    },
    async queue() {
      await queue.check()
      return readFigures(services)
    },
    async storage() {
      await storage.check()
      return {}
    },
    async disk() {
      return { freeBytes: await assertFreeSpace(config) }
    },
  }
}

/** The service is ready although what some organization has waiting cannot be counted: then the figures are left out. */
async function readFigures({ db, log }: Services): Promise<object> {
  try {
    const { queues, workers } = await withinTime(readWorkState(db), FIGURES_TIMEOUT_MS)
    const states = Object.values(queues)
    return {
      depth: states.reduce((sum, state) => sum + state.depth, 0),
      oldestWaitSecs: Math.round(Math.max(0, ...states.map((state) => state.oldestWaitSecs))),
      workers: workers.count,
    }
  } catch (error) {
    log.warn({ err: error }, 'what waits in the queue could not be counted')
    return {}
  }
}

async function withinTime<Value>(work: Promise<Value>, timeoutMs: number): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timeout = Object.assign(new Error('no response in time'), { code: 'ETIMEDOUT' })
  const timer = setTimeout(() => reject(timeout), timeoutMs)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Anybody may call this, so only the kind of error is reported. The log has the details. */
function describePart(part: PartName, reason: { code?: unknown }): ErrorDetail {
  const cause = typeof reason?.code === 'string' ? ` (${reason.code})` : ''
  return { field: part, code: 'UNAVAILABLE', message: `The ${part} does not work at present${cause}.` }
}
