import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Caller, createCaller } from './caller.ts'
import { checkArchives } from './check-archives.ts'
import { checkAssets } from './check-assets.ts'
import { checkBatches, tally } from './check-batches.ts'
import { checkContents } from './check-contents.ts'
import { checkDeliveries, openDestination } from './check-deliveries.ts'
import { checkEventBodies } from './check-event-bodies.ts'
import { checkEvents } from './check-events.ts'
import { checkLeftovers, checkLifetimes, checkLinks, checkMakers, checkVideos } from './check-files.ts'
import { checkResponses } from './check-responses.ts'
import { checkSegments, type SegmentFigures } from './check-segments.ts'
import { checkTries } from './check-tries.ts'
import { type Client, startClient } from './client.ts'
import type { CrashReport, FaultFigures } from './crash-report.ts'
import { drain } from './drain.ts'
import { type FakeNetwork, openFakeNetwork } from './fake-network.ts'
import { createSlowPoints, type Fault, type SeenFaults } from './faults.ts'
import { installGuard, readViolations } from './guard.ts'
import { createInjector, type Injector } from './inject-fault.ts'
import { countMachineMs, sleepMachineMs } from './machine-time.ts'
import { startObserver } from './observer.ts'
import { listRenderChildrenIn } from './process-state.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'
import { type Installation, type StartOptions, startStack } from './start-stack.ts'

/** The folder `src` of the server as it is. */
export const OWN_SOURCES = fileURLToPath(new URL('../../packages/server/src/', import.meta.url))

const DRAIN_LIMIT_SECS = 150

/** An installation, and how to make things go wrong in it. */
export type Arena = { stack: Installation; aim(random: SeededRandom): Injector }

/** One crash test. */
export type CrashTest = {
  seed: number
  /** Ends with so many kills, or with the last fault. */
  kills: number
  faults(random: SeededRandom, seen: SeenFaults): Iterable<Fault>
  /** Between two faults, of the machine's time. */
  gapMs?: [low: number, high: number]
  /** At so many crash points, others in every life of it, each process takes its time; none by itself. */
  slowPoints?: number
  /** How long all that is open may take once nothing goes wrong any more. */
  drainLimitSecs?: number
  sourceFolder?: string
  /** How the service runs; by itself as an API and two workers beside a PostgreSQL. */
  open?(options: StartOptions): Promise<Arena>
  /** No fault begins after this time; by the clock, because nothing is judged by it. */
  faultLimitSecs?: number
  /** Share of webhooks that their receiver refuses at first. */
  refusedShare?: number
  /** Ends with the first finding, and keeps no folder: for sources that are known to be wrong. */
  isFindingEnough?: boolean
  /** Told of every fault as it happens. */
  onFault?(label: string): void
}

type Run = {
  stack: Installation
  injector: Injector
  network: FakeNetwork
  random: SeededRandom
  findings: Findings
  call: Caller
}

/** The same thing is reported once. */
type Findings = { add(finding: string): void; addAll(findings: string[]): void; list(): string[] }

/** Runs an installation, makes things go wrong, lets it come to rest, and checks every promise. */
export async function runCrashTest(test: CrashTest): Promise<CrashReport> {
  const random = createSeededRandom(test.seed)
  const findings = createFindings()
  const closers: (() => Promise<void>)[] = []
  const startedMs = performance.now()
  const network = await openFakeNetwork(
    { after: (close) => closers.push(close) },
    random,
    test.refusedShare ?? 0.15,
  )
  const folder = await mkdtemp(join(tmpdir(), 'songreel-crash-test-'))
  const sourceFolder = test.sourceFolder ?? OWN_SOURCES
  const chooseSlowPoints = createSlowPoints(test.seed, test.slowPoints ?? 0)
  const options = { folder, sourceFolder, chooseSlowPoints, onFinding: findings.add }
  const { stack, aim } = await (test.open ?? openProcesses)(options)
  closers.push(() => stack.close(isKept(findings, test)))
  try {
    await installGuard(stack.query)
    const call = createCaller(stack.url, stack.token, findings.add)
    const start = secsSince(startedMs)
    const run = { stack, injector: aim(random), network, random, findings, call }
    return await tryRun(run, { ...test, sourceFolder }, start)
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

async function openProcesses(options: StartOptions): Promise<Arena> {
  const stack = await startStack(options)
  return { stack, aim: (random) => createInjector({ stack, random, onFinding: options.onFinding }) }
}

function createFindings(): Findings {
  const found = new Set<string>()
  return {
    add: (finding) => void found.add(finding),
    addAll: (findings) => findings.forEach((finding) => void found.add(finding)),
    list: () => [...found],
  }
}

function isKept(findings: Findings, { isFindingEnough }: CrashTest): boolean {
  return findings.list().length > 0 && !isFindingEnough
}

async function tryRun(
  run: Run,
  test: CrashTest & { sourceFolder: string },
  start: number,
): Promise<CrashReport> {
  const { stack, network, random, findings, call } = run
  const startMs = Date.now()
  const observer = startObserver(call, findings.add)
  const client = await startClient({
    call,
    random,
    network,
    destination: await openDestination(call, network),
    openRenders: observer.openCount,
    onFinding: findings.add,
  })
  const isEnough = () => Boolean(test.isFindingEnough) && findings.list().length > 0
  const faultsMs = performance.now()
  const figures = await goWrong(run, test, { client, isEnough })
  const drainMs = performance.now()
  if (!isEnough()) findings.addAll(await drain(stack, test.drainLimitSecs ?? DRAIN_LIMIT_SECS))
  await observer.stop()
  const checksMs = performance.now()
  const seen = isEnough()
    ? { played: 0, compared: 0, kept: 0, helped: 0 }
    : await check(run, { client, isEnough }, test.sourceFolder)
  const arrivals = network.listArrivals()
  return {
    seed: test.seed,
    ...figures,
    seconds: {
      start,
      faults: secsBetween(faultsMs, drainMs),
      drain: secsBetween(drainMs, checksMs),
      checks: secsSince(checksMs),
    },
    slowness: (Date.now() - startMs) / countMachineMs(startMs),
    acknowledged: client.asked.filter(({ batchIds }) => batchIds.size > 0).length,
    arrivals: arrivals.length,
    events: new Set(arrivals.map(({ eventId }) => eventId)).size,
    looks: observer.looks(),
    ...seen,
    tally: await tally(stack.query),
    findings: findings.list(),
    keptFolder: isKept(findings, test) ? stack.folder : undefined,
  }
}

type Course = { client: Client; isEnough(): boolean }

async function goWrong(
  { stack, injector, random, findings }: Run,
  test: CrashTest,
  { client, isEnough }: Course,
): Promise<FaultFigures> {
  const figures: FaultFigures = {
    kills: 0,
    aimed: 0,
    victims: new Map(),
    faults: new Map(),
    pauses: injector.pauses,
    takeovers: injector.takeovers,
  }
  const [low, high] = test.gapMs ?? [200, 1500]
  const endMs = Date.now() + (test.faultLimitSecs ?? Number.POSITIVE_INFINITY) * 1000
  for (const fault of test.faults(random, injector)) {
    // On a slow machine the client needs as much longer to get into trouble.
    await sleepMachineMs(random.between(low, high), undefined)
    const injected = await injector.inject(fault)
    if (test.isFindingEnough) findings.addAll(await readViolations(stack.query))
    if (test.isFindingEnough) findings.addAll(await checkLinks(stack))
    if (test.isFindingEnough) findings.addAll(await checkTries(stack.query, injector.excuses))
    if (isEnough() || Date.now() > endMs) break
    if (!injected) continue
    test.onFault?.(injected.label)
    count(figures.faults, injected.label)
    if (injected.isAimed) figures.aimed++
    if (injected.killed) count(figures.victims, injected.killed)
    if (injected.killed && ++figures.kills >= test.kills) break
  }
  await injector.calm(isEnough())
  await client.stop()
  return figures
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

type Seen = { played: number; compared: number } & SegmentFigures

/** One after the other; where a finding is enough, none after the first that has one. */
async function check(run: Run, course: Course, sourceFolder: string): Promise<Seen> {
  const seen = { played: 0, compared: 0, kept: 0, helped: 0 }
  for (const step of listChecks(run, course.client, { sourceFolder, seen })) {
    run.findings.addAll(await step())
    if (course.isEnough()) break
  }
  return seen
}

function listChecks(
  { stack, injector, network, call }: Run,
  { asked }: Client,
  { sourceFolder, seen }: { sourceFolder: string; seen: Seen },
): (() => Promise<string[]>)[] {
  const { query } = stack
  return [
    () => checkLinks(stack),
    () => checkEvents(query, network.listArrivals()),
    () => checkDeliveries(query, network),
    () => checkEventBodies(query, call, network.listArrivals()),
    () => checkArchives(stack),
    async () => {
      const { findings, played } = await checkVideos(stack, call)
      seen.played = played
      return findings
    },
    async () => {
      const { findings, compared } = await checkContents(stack, call, asked)
      seen.compared = compared
      return findings
    },
    async () => {
      const { findings, figures } = await checkSegments(stack, network)
      Object.assign(seen, figures)
      return findings
    },
    () => checkResponses(call, asked),
    () => stopInOrder(stack),
    () => checkBatches(query, asked),
    () => checkTries(query, injector.excuses),
    () => checkMakers(stack),
    () => checkLifetimes(stack),
    () => checkAssets(stack),
    () => checkLeftovers(stack, sourceFolder),
    () => readViolations(query),
  ]
}

async function stopInOrder(stack: Installation): Promise<string[]> {
  const ended = (await stack.stopServices()).filter(({ exitCode }) => exitCode !== 0)
  return [
    ...ended.map(({ name, exitCode }) => `${name} was stopped in order and ended with code ${exitCode}`),
    ...listRenderChildrenIn(stack.folder).map((pid) => `render child ${pid} is still running`),
  ]
}

function secsSince(startMs: number): number {
  return secsBetween(startMs, performance.now())
}

function secsBetween(startMs: number, endMs: number): number {
  return Math.round((endMs - startMs) / 100) / 10
}
