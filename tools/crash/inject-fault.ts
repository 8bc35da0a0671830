import { setTimeout as sleep } from 'node:timers/promises'
import type { Excuses, Kill } from './check-tries.ts'
import type { Fault } from './faults.ts'
import { listHeldRuns } from './held-runs.ts'
import { crashAtPoint, type Injected, killPostgres, killRenderChild, stopInOrder } from './kill-process.ts'
import { type Takeover, waitForTakeover } from './lose-worker.ts'
import { type PauseFacts, pauseWorker } from './pause-worker.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { ServiceProcess } from './service-process.ts'
import type { Stack } from './start-stack.ts'

/** There is always work, so that a worker comes by; on a busy machine it takes its time. */
const LOSE_LIMIT_MS = 120_000

const RELAPSE_LIMIT_MS = 30_000

/** Makes things go wrong, one at a time; pauses go on beside the rest. */
export type Injector = {
  inject(fault: Fault): Promise<Injected>
  /** Everything is let go on, and nothing goes wrong any more; in haste, paused workers wake up at once. */
  calm(isHasty: boolean): Promise<void>
  pauses: PauseFacts[]
  takeovers: Takeover[]
  /** What explains that a try failed. */
  excuses: Excuses
}

type Aim = { stack: Stack; random: SeededRandom; onFinding(finding: string): void }

type Injecting = Aim &
  Pick<Injector, 'pauses' | 'takeovers' | 'excuses'> & {
    /** Renders and assets whose process was killed. */
    struck: Set<string>
    /** Workers that are paused, or about to be. */
    resting: Set<ServiceProcess>
    underWay: Set<Promise<void>>
    haste: AbortController
  }

/** Aims at the processes of one installation. */
export function createInjector(aim: Aim): Injector {
  const { stack } = aim
  const injecting: Injecting = {
    ...aim,
    resting: new Set(),
    underWay: new Set(),
    haste: new AbortController(),
    pauses: [],
    takeovers: [],
    excuses: { kills: [], sleepers: new Set() },
    struck: new Set(),
  }
  const disarm = () => {
    // One that is still on its way to where it is to be stopped goes on to there.
    for (const one of [stack.api, ...stack.workers])
      if (!injecting.resting.has(one)) one.send({ disarm: true })
  }
  return {
    ...injecting,
    inject: (fault) => inject(injecting, fault),
    async calm(isHasty) {
      if (isHasty) injecting.haste.abort()
      disarm()
      await Promise.all(injecting.underWay)
      await stack.untilReady()
      disarm()
    },
  }
}

async function inject(injecting: Injecting, fault: Fault): Promise<Injected> {
  const { stack } = injecting
  if (fault.kind === 'PAUSE') return beginPause(injecting, fault)
  if (fault.kind === 'LOSE') return lose(injecting, fault)
  if (fault.kind === 'RELAPSE') return relapse(injecting, fault)
  if (fault.kind === 'DATABASE') return undefined
  if (fault.kind === 'LULL') {
    await Promise.all(injecting.underWay)
    return undefined
  }
  if (fault.kind === 'DELAY') {
    const { point, delayMs } = fault
    for (const one of [stack.api, ...stack.workers]) one.send({ arm: point, action: { delayMs } })
    return { label: `delay at ${point}` }
  }
  if (fault.victim === 'postgres') return noteKill(injecting, 'postgres', await killPostgres(stack))
  if (fault.victim === 'render child') {
    return noteKill(injecting, 'render child', await killRenderChild(stack.workers, injecting.struck))
  }
  if (fault.victim !== 'api' && fault.victim !== 'worker') return undefined
  const victim = await choose(injecting, fault.victim)
  if (fault.kind === 'CRASH') return crashAtPoint(victim, fault)
  if (fault.kind === 'STOP') return stopInOrder(victim, fault.victim)
  victim.kill()
  return { label: fault.victim, killed: fault.victim }
}

function noteKill({ excuses }: Injecting, victim: Kill['victim'], injected: Injected): Injected {
  if (injected) excuses.kills.push({ victim, atMs: Date.now() })
  return injected
}

async function choose(
  { stack, random, resting }: Injecting,
  victim: 'api' | 'worker',
): Promise<ServiceProcess> {
  for (;;) {
    const candidates = victim === 'api' ? [stack.api] : stack.workers
    const ready = candidates.filter((one) => one.isReady() && !resting.has(one))
    if (ready.length > 0) return random.pick(ready)
    await sleep(50)
  }
}

/** Others are struck while the worker sleeps. */
async function beginPause(
  injecting: Injecting,
  { point, wakeAt }: Extract<Fault, { kind: 'PAUSE' }>,
): Promise<Injected> {
  const { stack, random, resting, underWay, pauses, haste } = injecting
  if (resting.size > 0) return undefined
  const worker = await choose(injecting, 'worker')
  resting.add(worker)
  injecting.excuses.sleepers.add(worker.pid())
  const lagMs = random.between(0, 1000)
  const over = pauseWorker(stack, worker, { point, wakeAt, lagMs, signal: haste.signal })
  underWay.add(
    over.then((facts) => {
      pauses.push(facts)
      resting.delete(worker)
    }),
  )
  return { label: `worker paused${point ? ` at ${point}` : ''}` }
}

async function relapse(
  injecting: Injecting,
  { point }: Extract<Fault, { kind: 'RELAPSE' }>,
): Promise<Injected> {
  const victim = await choose(injecting, 'worker')
  const crash = crashAtPoint(victim, {
    kind: 'CRASH',
    victim: 'worker',
    point,
    after: 'render-returned',
    limitMs: RELAPSE_LIMIT_MS,
  })
  noteKill(injecting, 'render child', await killRenderChild([victim], injecting.struck))
  return crash
}

/** With both workers well, so that it is the loss that is measured. */
async function lose(injecting: Injecting, { point }: Extract<Fault, { kind: 'LOSE' }>): Promise<Injected> {
  const { stack, underWay, takeovers, onFinding } = injecting
  await Promise.all(underWay)
  await stack.untilReady()
  for (const worker of stack.workers) worker.send({ disarm: true })
  const victim = await choose(injecting, 'worker')
  const pid = victim.pid()
  const crash = { kind: 'CRASH', victim: 'worker', point, limitMs: LOSE_LIMIT_MS } as const
  const injected = await crashAtPoint(victim, crash)
  const lostMs = Date.now()
  for (const held of injected ? await listHeldRuns(stack, pid) : []) {
    const takeover = await waitForTakeover(stack, held, { lostMs, onFinding })
    if (takeover) takeovers.push(takeover)
  }
  return injected
}
