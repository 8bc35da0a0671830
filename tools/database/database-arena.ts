import { rm } from 'node:fs/promises'
import type { Excuses } from '../crash/check-tries.ts'
import type { Arena } from '../crash/crash-loop.ts'
import type { Injector } from '../crash/inject-fault.ts'
import type { Stack, StartOptions } from '../crash/start-stack.ts'
import { startServices } from '../crash/start-stack.ts'
import { waitForFact } from '../crash/wait-until.ts'

const RECOVERY_LIMIT_MS = 180_000

/** A database, and what can happen to it or on the way to it. */
export type TroubledDatabase = {
  databaseUrl: string
  /** Makes the trouble and ends it; says what it was. */
  trouble(): Promise<string>
  close(): Promise<void>
}

/** How long after each trouble a worker claimed a render again. */
export type Recoveries = number[]

/** An API and two workers on such a database. */
export function openOn(open: () => Promise<TroubledDatabase>, recoveries: Recoveries) {
  return async (options: StartOptions): Promise<Arena> => {
    const database = await open()
    const pids = new Set<number>()
    process.once('exit', () => pids.forEach(killIfThere))
    const stack = await startServices(options, {
      databaseUrl: database.databaseUrl,
      watch: (pid) => void pids.add(pid),
      async end(isKept) {
        await database.close()
        if (!isKept) await rm(options.folder, { recursive: true, force: true, maxRetries: 10 })
      },
    })
    return { stack, aim: () => createInjector(stack, database, recoveries) }
  }
}

function createInjector(stack: Stack, database: TroubledDatabase, recoveries: Recoveries): Injector {
  const excuses: Excuses = { kills: [], sleepers: new Set() }
  const excuse = () => void excuses.kills.push({ victim: 'postgres', atMs: Date.now() })
  return {
    async inject(fault) {
      if (fault.kind !== 'DATABASE') return undefined
      await stack.untilReady()
      excuse()
      const label = await database.trouble()
      excuse()
      recoveries.push(await measureRecovery(stack))
      excuse()
      return { label, killed: 'postgres' }
    },
    calm: () => stack.untilReady(),
    pauses: [],
    takeovers: [],
    excuses,
  }
}

/** There is always work: whoever is well claims some of it. */
async function measureRecovery({ query }: Stack): Promise<number> {
  const startMs = Date.now()
  const isClaimed = async () => {
    const rows = await query('select from crash.holders where is_claim and at > to_timestamp($1) limit 1', [
      startMs / 1000,
    ])
    return rows.length > 0
  }
  await waitForFact('a worker claims a render', isClaimed, RECOVERY_LIMIT_MS)
  return Math.round((Date.now() - startMs) / 100) / 10
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
