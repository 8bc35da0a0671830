import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Caller, createCaller } from './caller.ts'
import { checkBatches, type Tally, tally } from './check-batches.ts'
import { checkEvents } from './check-events.ts'
import { checkLeftovers, checkVideos } from './check-files.ts'
import { type Client, startClient } from './client.ts'
import type { Fault } from './faults.ts'
import { installGuard, readViolations } from './guard.ts'
import { createInjector, listRenderChildren } from './inject-fault.ts'
import { type Observer, startObserver } from './observer.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'
import { type Stack, startStack } from './start-stack.ts'
import { openWorld, type World } from './world.ts'

/** The folder `src` of the server as it is. */
export const OWN_SOURCES = fileURLToPath(new URL('..', import.meta.url))

/** One crash test. */
export type CrashTest = {
  seed: number
  /** Ends with so many kills, or with the last fault. */
  kills: number
  faults(random: SeededRandom): Iterable<Fault>
  /** Between two faults. */
  gapMs?: [low: number, high: number]
  /** How long all that is open may take once nothing goes wrong any more. */
  drainLimitSecs?: number
  sourceFolder?: string
  /** Share of webhooks that their receiver refuses at first. */
  refusedShare?: number
  /** False: the folder goes even where there are findings. */
  isFolderKept?: boolean
  /** Told of every fault as it happens. */
  onFault?(label: string): void
}

/** What a crash test did and saw. */
export type CrashReport = {
  seed: number
  kills: number
  faults: Map<string, number>
  seconds: { start: number; faults: number; drain: number; checks: number }
  acknowledged: number
  arrivals: number
  events: number
  looks: number
  played: number
  tally: Tally
  /** Empty: every promise was kept. */
  findings: string[]
  /** Kept only where there are findings. */
  folder: string
}

type Run = { stack: Stack; world: World; random: SeededRandom; findings: Set<string>; call: Caller }

/** Runs an installation, makes things go wrong, lets it come to rest, and checks every promise. */
export async function runCrashTest(test: CrashTest): Promise<CrashReport> {
  const random = createSeededRandom(test.seed)
  const findings = new Set<string>()
  const onFinding = (finding: string) => void findings.add(finding)
  const closers: (() => Promise<void>)[] = []
  const startedMs = performance.now()
  const world = await openWorld({ after: (close) => closers.push(close) }, random, test.refusedShare ?? 0.15)
  const folder = await mkdtemp(join(tmpdir(), 'songreel-crash-test-'))
  const sourceFolder = test.sourceFolder ?? OWN_SOURCES
  const stack = await startStack({ folder, sourceFolder, onFinding })
  closers.push(() => stack.close(findings.size > 0 && (test.isFolderKept ?? true)))
  try {
    await installGuard(stack.ask)
    const call = createCaller(stack.url, stack.token, onFinding)
    const start = secsSince(startedMs)
    return await tryRun({ stack, world, random, findings, call }, { ...test, sourceFolder }, start)
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

async function tryRun(
  run: Run,
  test: CrashTest & { sourceFolder: string },
  start: number,
): Promise<CrashReport> {
  const { stack, world, random, findings, call } = run
  const onFinding = (finding: string) => void findings.add(finding)
  const observer = startObserver(call, onFinding)
  const client = await startClient({ call, random, world, openRenders: observer.openCount, onFinding })
  const faultsMs = performance.now()
  const { kills, labels } = await goWrong(run, test, client)
  const drainMs = performance.now()
  await drain(stack, observer, test.drainLimitSecs ?? 150, onFinding)
  const checksMs = performance.now()
  const played = await check(run, client, test.sourceFolder)
  const arrivals = world.listArrivals()
  return {
    seed: test.seed,
    kills,
    faults: labels,
    seconds: {
      start,
      faults: secsBetween(faultsMs, drainMs),
      drain: secsBetween(drainMs, checksMs),
      checks: secsSince(checksMs),
    },
    acknowledged: client.asked.filter(({ batchIds }) => batchIds.size > 0).length,
    arrivals: arrivals.length,
    events: new Set(arrivals.map(({ eventId }) => eventId)).size,
    looks: observer.looks(),
    played,
    tally: await tally(stack.ask),
    findings: [...findings],
    folder: stack.folder,
  }
}

async function goWrong({ stack, random }: Run, test: CrashTest, client: Client) {
  const injector = createInjector(stack, random)
  const labels = new Map<string, number>()
  const [low, high] = test.gapMs ?? [200, 1500]
  let kills = 0
  for (const fault of test.faults(random)) {
    await sleep(random.between(low, high))
    const injected = await injector.inject(fault)
    if (!injected) continue
    labels.set(injected.label, (labels.get(injected.label) ?? 0) + 1)
    test.onFault?.(injected.label)
    if (injected.isKill) kills++
    if (kills >= test.kills) break
  }
  await injector.calm()
  await client.stop()
  return { kills, labels }
}

const LOOK_EVERY_MS = 200
const STUCK_LOOKS = 15

const OPEN = `
  select (select count(*) from renders where finished_at is null)::int as renders,
         (select count(*) from batches where finished_at is null)::int as batches,
         (select count(*) from webhook_deliveries where status = 'PENDING')::int as deliveries,
         (select count(*) from pgboss.job where state < 'completed')::int as jobs`

/** Liveness apart from safety: with no further fault everything must come to an end by itself. */
async function drain(
  { ask }: Stack,
  observer: Observer,
  limitSecs: number,
  onFinding: (finding: string) => void,
): Promise<void> {
  const endMs = Date.now() + limitSecs * 1000
  let stuckLooks = 0
  for (;;) {
    const [open] = await ask<Record<string, number>>(OPEN)
    if (Object.values(open!).every((count) => count === 0)) break
    // Without any job nobody will go on with it, but for the janitor, who must not be needed for this.
    stuckLooks = open!.jobs === 0 ? stuckLooks + 1 : 0
    if (stuckLooks > STUCK_LOOKS || Date.now() > endMs) {
      const why =
        stuckLooks > STUCK_LOOKS ? 'stuck, no job stands for it' : `not at rest after ${limitSecs} s`
      onFinding(`${why}: ${JSON.stringify(open)}`)
      break
    }
    await sleep(LOOK_EVERY_MS)
  }
  await observer.stop()
}

async function check(run: Run, client: Client, sourceFolder: string): Promise<number> {
  const { stack, world, findings, call } = run
  const add = (more: string[]) => more.forEach((finding) => void findings.add(finding))
  const { findings: faults, played } = await checkVideos(stack, call)
  add(faults)
  const workerPids = stack.workers.map((worker) => worker.pid())
  for (const { name, exitCode } of await stack.stopServices())
    if (exitCode !== 0) add([`${name} was stopped in order and ended with code ${exitCode}`])
  add(listRenderChildren(workerPids).map((pid) => `render child ${pid} is still running`))
  add(await checkBatches(stack.ask, client.asked))
  add(await checkEvents(stack.ask, world.listArrivals()))
  add(await checkLeftovers(stack, sourceFolder))
  add(await readViolations(stack.ask))
  return played
}

function secsSince(startMs: number): number {
  return secsBetween(startMs, performance.now())
}

function secsBetween(startMs: number, endMs: number): number {
  return Math.round((endMs - startMs) / 100) / 10
}
