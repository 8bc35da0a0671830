import { rmSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stopCoverage } from 'node:v8'
import { pino } from 'pino'
import { tryLockFile } from '../src/postgres/folder-lock.ts'
import { startPostgres } from '../src/postgres/start-postgres.ts'
import { readProcessStart } from './process-start.ts'
import { startInstalledPostgres } from './start-installed-postgres.ts'

// The PostgreSQL of one test run, in a process of its own: it lives as long as the run's own process (the owner) and
// takes its folder with it. Started by test-database.ts with: folder, process id of the owner, its start time. It is the
// PostgreSQL that the service brings along, or the one whose programs lie in the folder SONGREEL_TEST_POSTGRES.

const [folder = '', ownerPid = '', ownerStart = ''] = process.argv.slice(2)

// The run that counts what ran is over when this process ends, and its folder gone.
stopCoverage()

/** Only here: what a test run writes need not outlive the machine. */
const FAST_AND_UNSAFE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '32MB',
  max_connections: '200',
}

// Held as long as this process lives: so the tests know that their server is kept.
const supervisor = tryLockFile(join(folder, 'supervisor.lock'))
if (!supervisor) throw new Error(`${folder} has a supervisor already`)

const log = pino({ level: 'silent' })
const programs = process.env.SONGREEL_TEST_POSTGRES
const postgres = programs
  ? await startInstalledPostgres(programs, FAST_AND_UNSAFE)
  : await startPostgres({ dataDir: folder, log, settings: FAST_AND_UNSAFE })
const urls = JSON.stringify({ adminUrl: postgres.adminUrl, serviceUrl: postgres.databaseUrl })
await writeFile(join(folder, 'urls.draft'), urls)
await rename(join(folder, 'urls.draft'), join(folder, 'urls.json'))

while (readProcessStart(Number(ownerPid)) === ownerStart) await sleep(100)
await postgres.stop()
supervisor.release()
rmSync(folder, { recursive: true, force: true })
