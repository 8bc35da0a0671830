import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault, Victim } from './faults.ts'
import { sleepMachineMs } from './machine-time.ts'
import { isPostgres, listRenderChildren } from './process-state.ts'
import type { ServiceProcess } from './service-process.ts'
import type { Stack } from './start-stack.ts'
import { waitUntil } from './wait-until.ts'

const POINT_LIMIT_MS = 8000
/** There is always work, so one will come; on a busy machine it takes its time. */
const CHILD_LIMIT_MS = 60_000
const POSTGRES_LIMIT_MS = 60_000

/** What was done; undefined when the victim was not found where it was waited for. */
export type Injected = { label: string; killed?: Victim; isAimed?: boolean } | undefined

/** Kills a process at a crash point. */
export async function crashAtPoint(
  victim: ServiceProcess,
  { point, skip = 0, after, victim: role, limitMs = POINT_LIMIT_MS }: Extract<Fault, { kind: 'CRASH' }>,
): Promise<Injected> {
  victim.doom(true)
  const ended = victim.ended().then(() => true)
  const killed = { label: `${role} at ${point}`, killed: role, isAimed: true }
  victim.send({ arm: point, action: 'DIE', skip, ...(after && { after }) })
  if (await Promise.race([ended, sleepMachineMs(limitMs, false)])) return killed
  victim.send({ disarm: true })
  // It may have been on its way there.
  if (await Promise.race([ended, sleepMachineMs(300, false)])) return killed
  victim.doom(false)
  return undefined
}

/** Ends a process as an upgrade does. */
export async function stopInOrder(victim: ServiceProcess, role: string): Promise<Injected> {
  const ended = victim.ended()
  victim.signal('SIGTERM')
  await ended
  return { label: `${role} stopped in order` }
}

/** Kills the database. */
export async function killPostgres({ folder }: Stack): Promise<Injected> {
  const pidFile = join(folder, 'database/postgres/data/postmaster.pid')
  let pid = 0
  // After the last kill it may still be on its way up.
  const isUp = await waitUntil(
    async () => {
      pid = readPid(pidFile)
      return isPostgres(pid)
    },
    { limitMs: POSTGRES_LIMIT_MS },
  )
  if (!isUp) return undefined
  return tryKill(pid) ? { label: 'postgres', killed: 'postgres' } : undefined
}

/** 0 while there is no file: a database on its way up puts a new one in the place of what a killed one left. */
function readPid(pidFile: string): number {
  try {
    return Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
  } catch {
    return 0
  }
}

/**
 * Kills a process that makes a video, or looks at a file. No work is struck twice: after three tries a render may fail, and
 * then nobody could tell an error of the service from ours.
 */
export async function killRenderChild(workers: ServiceProcess[], struck: Set<string>): Promise<Injected> {
  const isKilled = await waitUntil(
    async () => {
      const children = listRenderChildren(workers.map((worker) => worker.pid()))
      const child = children.find(({ work }) => work !== undefined && !struck.has(work))
      if (!child?.work || !tryKill(child.pid)) return false
      struck.add(child.work)
      return true
    },
    { limitMs: CHILD_LIMIT_MS, everyMs: 50 },
  )
  return isKilled ? { label: 'render child', killed: 'render child' } : undefined
}

/** False when it has just ended by itself. */
function tryKill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}
