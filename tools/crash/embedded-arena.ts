import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SERVICE_ROLE } from '@songreel/server/internal/postgres/access.ts'
import { type Places, preparePlaces } from '@songreel/server/internal/postgres/cluster.ts'
import { findPostmasterElsewhere } from '@songreel/server/internal/postgres/postmaster-process.ts'
import { type EmbeddedPostgres, startPostgres } from '@songreel/server/internal/postgres/start-postgres.ts'
import { pino } from 'pino'
import type { Excuses } from './check-tries.ts'
import { type Container, startContainer } from './container.ts'
import type { Arena } from './crash-loop.ts'
import type { Fault } from './faults.ts'
import type { Injector } from './inject-fault.ts'
import type { Injected } from './kill-process.ts'
import { openRetryingDb } from './retrying-db.ts'
import type { SeededRandom } from './seeded-random.ts'
import {
  createEnvironment,
  findFreePort,
  type Installation,
  type StartOptions,
  TOKEN,
} from './start-stack.ts'
import { waitForFact } from './wait-until.ts'

const READY_LIMIT_MS = 240_000
/** While it starts it must stand a kill too. */
const EARLY_KILL_MS = 3000

/** Kills of what a user has: the service, its database, its container. */
export function* chooseEmbeddedFaults(random: SeededRandom): Generator<Fault> {
  for (;;) {
    const victim = random.pickWeighted([
      [4, 'service'],
      [3, 'postgres'],
      [4, 'container'],
    ] as const)
    yield { kind: 'KILL', victim }
  }
}

/** The service as users start it, with its own PostgreSQL, in a container. */
export async function openEmbedded({ folder, sourceFolder, onFinding }: StartOptions): Promise<Arena> {
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { recursive: true })
  const url = `http://127.0.0.1:${await findFreePort()}`
  const environment = createEnvironment({ url, dataDir, folder })
  const program = join(sourceFolder, '../bin/serve.cjs')
  const container = startContainer({ folder, program, environment, onFinding })
  const untilReady = () => waitForReady(container, url)
  await untilReady()
  const places = await preparePlaces(dataDir)
  const databaseUrl = `postgres://${SERVICE_ROLE}@localhost:5432/${SERVICE_ROLE}?host=${encodeURIComponent(places.socketFolder)}&ssl=0`
  const { query, close } = openRetryingDb(databaseUrl)
  let postgres: EmbeddedPostgres | undefined
  const stack: Installation = {
    folder,
    dataDir,
    url,
    token: TOKEN,
    query,
    environment,
    untilReady,
    async stopServices() {
      const exitCode = (await container.stop()) ?? null
      // The database has ended with the service; the last questions are put to it by itself.
      postgres = await startPostgres({ dataDir, log: pino({ level: 'silent' }) })
      environment.DATABASE_URL = databaseUrl
      return [{ name: 'the service', exitCode }]
    },
    async close(isKept) {
      await close()
      if (postgres) await postgres.stop()
      else await container.stop()
      if (!isKept) await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
  return { stack, aim: (random) => createEmbeddedInjector({ container, places, random, untilReady }) }
}

/** The log says it before the port can be asked from here. */
async function waitForReady(container: Container, url: string): Promise<void> {
  await waitForFact(
    'the service is ready',
    async () => {
      if (!container.isReady()) return false
      const response = await fetch(`${url}/readyz`).catch(() => undefined)
      await response?.body?.cancel()
      return response?.status === 200
    },
    READY_LIMIT_MS,
  )
}

type Aim = { container: Container; places: Places; random: SeededRandom; untilReady(): Promise<void> }

function createEmbeddedInjector(aim: Aim): Injector {
  const excuses: Excuses = { kills: [], sleepers: new Set() }
  return {
    async inject(fault) {
      if (fault.kind !== 'KILL') return undefined
      // Mostly at work; now and then while it starts.
      if (aim.random.isChance(0.7)) await aim.untilReady()
      else await sleep(aim.random.between(0, EARLY_KILL_MS))
      const injected = await killVictim(aim, fault.victim)
      if (injected?.killed === 'postgres') excuses.kills.push({ victim: 'postgres', atMs: Date.now() })
      return injected
    },
    calm: () => aim.untilReady(),
    pauses: [],
    takeovers: [],
    excuses,
  }
}

async function killVictim({ container, places }: Aim, victim: string): Promise<Injected> {
  if (victim === 'container') {
    await container.kill()
    return { label: 'container', killed: 'container' }
  }
  if (victim === 'service') {
    return (await container.killService()) ? { label: 'service', killed: 'service' } : undefined
  }
  const pid = findPostmasterElsewhere(places)
  if (!pid) return undefined
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    return undefined
  }
  return { label: 'postgres', killed: 'postgres' }
}
