import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Caller, createCaller } from '../crash/caller.ts'
import { checkBatches, tally } from '../crash/check-batches.ts'
import { checkEvents } from '../crash/check-events.ts'
import { checkLifetimes, checkMakers, checkVideos } from '../crash/check-files.ts'
import { checkTries } from '../crash/check-tries.ts'
import { type Client, startClient } from '../crash/client.ts'
import { drain } from '../crash/drain.ts'
import { type FakeNetwork, openFakeNetwork } from '../crash/fake-network.ts'
import { installGuard, readViolations } from '../crash/guard.ts'
import { type Observer, startObserver } from '../crash/observer.ts'
import { openRetryingDb } from '../crash/retrying-db.ts'
import { createSeededRandom } from '../crash/seeded-random.ts'
import { type ServiceProcess, startServiceProcess } from '../crash/service-process.ts'
import { startGuardian } from '../crash/start-guardian.ts'
import { createEnvironment, findFreePort, TOKEN, waitUntilReady } from '../crash/start-stack.ts'
import { checkOutSources, findCommitBeforeLastMigration } from './check-out-sources.ts'

// npm run test:upgrade [-- --from <commit> --secs 30 --seed 1]: an API and a worker of an older commit run on a database;
// then those of the present sources start on it, which migrates it, while the old ones go on and are stopped only later.

const NEW_SOURCES = fileURLToPath(new URL('../../packages/server/src/', import.meta.url))
const DRAIN_LIMIT_SECS = 240

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '' },
    secs: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
  },
})
const commit = values.from || findCommitBeforeLastMigration()
const phaseMs = Number(values.secs) * 1000
const random = createSeededRandom(Number(values.seed))
const findings = new Set<string>()
const onFinding = (finding: string) => void findings.add(finding)
const folder = await mkdtemp(join(tmpdir(), 'songreel-upgrade-'))
const dataDir = join(folder, 'data')
await mkdir(dataDir)
const sources = checkOutSources(commit)
const guardian = await startGuardian(folder)
const { query, close } = openRetryingDb(guardian.databaseUrl)
const closers: (() => Promise<void>)[] = []
let phase = ''
/** How often which phase saw which status, of which version. */
const statuses = new Map<string, number>()

try {
  await run()
} catch (error) {
  onFinding(String(error))
} finally {
  for (const end of closers.reverse()) await end()
  await close()
  await guardian.end(findings.size > 0)
  await rm(sources, { recursive: true, force: true })
}
for (const [what, count] of statuses) say(`${what.padEnd(42)} ${count}`)
for (const finding of findings) say(`! ${finding}`)
say(`${findings.size} findings${findings.size > 0 ? `; logs and database: ${folder}` : ''}`)
process.exit(findings.size > 0 ? 1 : 0)

async function run(): Promise<void> {
  const network = await openFakeNetwork({ after: (end) => closers.push(end) }, random, 0.15)
  phase = 'old alone'
  const old = await startVersion('old', join(sources, 'packages/server/src'), network)
  await sleep(phaseMs)
  const before = await listMigrations()

  phase = 'both start'
  const now = await startVersion('new', NEW_SOURCES, network)
  await installGuard(query)
  const added = (await listMigrations()).slice(before.length)
  say(`${commit} has ${before.length} migrations; added while it ran: ${added.join(', ') || 'none'}`)
  phase = 'both'
  await sleep(phaseMs)
  await old.stop()
  phase = 'new alone'
  await sleep(phaseMs / 2)
  await now.client.stop()
  await finish([old, now], network)
}

async function finish(versions: Version[], network: FakeNetwork): Promise<void> {
  for (const finding of await drain({ query }, DRAIN_LIMIT_SECS)) onFinding(finding)
  const now = versions.at(-1)!
  const asked = versions.flatMap(({ client }) => client.asked)
  const installation = { query, folder, dataDir }
  const videos = await checkVideos(installation, now.call)
  await now.stop()
  for (const found of [
    videos.findings,
    await checkBatches(query, asked),
    await checkEvents(query, network.listArrivals()),
    await checkTries(query, { kills: [], sleepers: new Set() }),
    await checkMakers(installation),
    await checkLifetimes(installation),
    await readViolations(query),
  ])
    found.forEach(onFinding)
  for (const { name, workerPid } of versions)
    say(`renders completed by the ${name} worker beside the other or after it: ${await countRuns(workerPid)}`)
  say(
    `${asked.length} batches asked for; ${JSON.stringify(await tally(query))}; ${videos.played} videos played`,
  )
}

type Version = {
  name: string
  call: Caller
  client: Client
  workerPid: number
  /** Ends the client first, then API and worker, in order. */
  stop(): Promise<void>
}

async function startVersion(name: string, sourceFolder: string, network: FakeNetwork): Promise<Version> {
  const url = `http://127.0.0.1:${await findFreePort()}`
  const environment = {
    DATABASE_URL: guardian.databaseUrl,
    ...createEnvironment({ url, dataDir, folder }),
    NODE_COMPILE_CACHE: join(folder, `code-${name}`),
  }
  const start = (role: 'api' | 'worker') =>
    startServiceProcess({
      name: `${name}-${role}`,
      sourceFolder,
      logFolder: folder,
      environment: { ...environment, SONGREEL_ROLE: role },
      chooseSlowPoints: () => [],
      onStart: guardian.watch,
      onFinding,
    })
  const processes: ServiceProcess[] = [start('api')]
  closers.push(async () => void (await Promise.all(processes.map((one) => one.abandon()))))
  await waitUntilReady(processes, folder)
  processes.push(start('worker'))
  await waitUntilReady(processes, folder)
  const call = countStatuses(name, createCaller(url, TOKEN, onFinding))
  const observer: Observer = startObserver(call, onFinding)
  const client = await startClient({
    name,
    call,
    random,
    network,
    openRenders: observer.openCount,
    onFinding,
  })
  return {
    name,
    call,
    client,
    workerPid: processes[1]!.pid(),
    async stop() {
      await client.stop()
      await observer.stop()
      for (const one of processes) {
        const exitCode = await one.stop()
        if (exitCode !== 0) onFinding(`${one.name} was stopped in order and ended with code ${exitCode}`)
      }
    },
  }
}

function countStatuses(name: string, call: Caller): Caller {
  return async (...args) => {
    const key = `${phase}: ${name} API, `
    const response = await call(...args)
    const status = `${key}${response?.status ?? 'no response'}`
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    return response
  }
}

async function listMigrations(): Promise<string[]> {
  const rows = await query<{ name: string }>('select name from songreel_migrations order by name')
  return rows.map(({ name }) => name)
}

async function countRuns(pid: number): Promise<number> {
  const [row] = await query<{ count: number }>(
    `select count(*)::int as count from crash.holders join renders using (render_id, fence)
     where holder = $1 and is_claim and status = 'COMPLETED'`,
    [`songreel ${pid}`],
  )
  return row!.count
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
