import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CrashPoint } from '../crash-point.ts'
import type { Fault } from './faults.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { ServiceProcess } from './service-process.ts'
import type { Stack } from './start-stack.ts'

const POINT_LIMIT_MS = 8000
const CHILD_LIMIT_MS = 5000
/** A worker that is silent for 10 s is lost; its work is running elsewhere within 15 s. */
const TAKEN_UP_LIMIT_MS = 16_000

/** What was done; undefined when the victim was not found where it was waited for. */
export type Injected = { label: string; isKill: boolean } | undefined

/** Makes things go wrong, one at a time; pauses go on beside the rest. */
export type Injector = {
  inject(fault: Fault): Promise<Injected>
  /** Everything is let go on, and nothing goes wrong any more. */
  calm(): Promise<void>
}

/** Aims at the processes of one installation. */
export function createInjector(stack: Stack, random: SeededRandom): Injector {
  const paused = new Set<ServiceProcess>()
  const pauses = new Set<Promise<void>>()

  async function choose(victim: 'api' | 'worker'): Promise<ServiceProcess> {
    for (;;) {
      const candidates = victim === 'api' ? [stack.api] : stack.workers
      const ready = candidates.filter((one) => one.isReady() && !paused.has(one))
      if (ready.length > 0) return random.pick(ready)
      await sleep(50)
    }
  }

  async function beginPause(point: CrashPoint | undefined): Promise<Injected> {
    if (paused.size > 0) return undefined
    const worker = await choose('worker')
    paused.add(worker)
    const pause = pauseWorker(stack, worker, { point, lagMs: random.between(0, 1000) })
    pauses.add(pause.over)
    pause.over.finally(() => paused.delete(worker))
    // Where it stops at a point, others are struck meanwhile.
    return { label: `worker paused${point ? ` at ${point}` : ''}`, isKill: false }
  }

  async function inject(fault: Fault): Promise<Injected> {
    if (fault.kind === 'PAUSE') return beginPause(fault.point)
    if (fault.kind === 'LULL') {
      await Promise.all(pauses)
      return undefined
    }
    if (fault.kind === 'DELAY') {
      for (const one of [stack.api, ...stack.workers])
        one.tell({ arm: fault.point, action: { delayMs: fault.delayMs } })
      return { label: `delay at ${fault.point}`, isKill: false }
    }
    if (fault.victim === 'postgres') return killPostgres(stack)
    if (fault.victim === 'render child') return killRenderChild(stack)
    const victim = await choose(fault.victim)
    if (fault.kind === 'CRASH') return crashAtPoint(victim, fault)
    if (fault.kind === 'STOP') return stopInOrder(victim, fault.victim)
    victim.kill()
    return { label: fault.victim, isKill: true }
  }

  return {
    inject,
    async calm() {
      for (const one of [stack.api, ...stack.workers]) one.tell({ disarm: true })
      await Promise.all(pauses)
      await stack.untilReady()
      for (const one of [stack.api, ...stack.workers]) one.tell({ disarm: true })
    },
  }
}

async function crashAtPoint(
  victim: ServiceProcess,
  { point, skip = 0, victim: role }: Extract<Fault, { kind: 'CRASH' }>,
): Promise<Injected> {
  victim.doom(true)
  const ended = victim.ended()
  victim.tell({ arm: point, action: 'DIE', skip })
  const isHit = await Promise.race([ended.then(() => true), sleep(POINT_LIMIT_MS, false)])
  if (isHit) return { label: `${role} at ${point}`, isKill: true }
  victim.tell({ disarm: true })
  const isHitAfterAll = await Promise.race([ended.then(() => true), sleep(300, false)])
  if (isHitAfterAll) return { label: `${role} at ${point}`, isKill: true }
  victim.doom(false)
  return undefined
}

async function stopInOrder(victim: ServiceProcess, role: string): Promise<Injected> {
  const ended = victim.ended()
  victim.signal('SIGTERM')
  await ended
  return { label: `${role} stopped in order`, isKill: false }
}

function killPostgres({ folder }: Stack): Injected {
  const pidFile = join(folder, 'database/postgres/data/postmaster.pid')
  const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
  process.kill(pid, 'SIGKILL')
  return { label: 'postgres', isKill: true }
}

async function killRenderChild({ workers }: Stack): Promise<Injected> {
  const endMs = Date.now() + CHILD_LIMIT_MS
  while (Date.now() < endMs) {
    const [child] = listRenderChildren(workers.map((worker) => worker.pid()))
    if (child !== undefined) {
      process.kill(child, 'SIGKILL')
      return { label: 'render child', isKill: true }
    }
    await sleep(50)
  }
  return undefined
}

/** Processes that were started by one of these, and run the renderer. */
export function listRenderChildren(parents: number[]): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => {
    const [parent] = readStat(pid)?.slice(1) ?? []
    return parents.includes(Number(parent)) && readCommand(pid).includes('child-main')
  })
}

type Pause = { point: CrashPoint | undefined; lagMs: number }

/** Stops a worker until its work was taken up by another, and a little longer. */
function pauseWorker(stack: Stack, worker: ServiceProcess, { point, lagMs }: Pause): { over: Promise<void> } {
  const pid = worker.pid()
  async function pause(): Promise<void> {
    if (point) worker.tell({ arm: point, action: 'STOP' })
    else worker.signal('SIGSTOP')
    const isStopped = await waitUntil(async () => readStat(pid)?.[0] === 'T', POINT_LIMIT_MS)
    if (isStopped) {
      const before = await countTakenUp(stack, pid)
      await waitUntil(async () => (await countTakenUp(stack, pid)) > before, TAKEN_UP_LIMIT_MS)
      await sleep(lagMs)
    }
    if (worker.isAlive()) worker.tell({ disarm: true })
    if (worker.pid() === pid) worker.signal('SIGCONT')
  }
  return { over: pause() }
}

/** How many runs of this process were taken up by another. */
async function countTakenUp({ ask }: Stack, pid: number): Promise<number> {
  const [row] = await ask<{ count: number }>(
    `select count(*)::int as count from crash.holders mine join crash.holders next
     on next.render_id = mine.render_id and next.fence = mine.fence + 1 and next.holder <> mine.holder
     where mine.holder = $1`,
    [`songreel ${pid}`],
  )
  return row?.count ?? 0
}

async function waitUntil(isTrue: () => Promise<boolean>, limitMs: number): Promise<boolean> {
  const endMs = Date.now() + limitMs
  while (Date.now() < endMs) {
    if (await isTrue()) return true
    await sleep(100)
  }
  return false
}

/** State, parent and so on (proc(5)), from the third field. */
function readStat(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')
  } catch {
    return undefined
  }
}

function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
