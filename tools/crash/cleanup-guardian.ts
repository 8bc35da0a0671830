import { existsSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '@songreel/server/internal/postgres/start-postgres.ts'
import { readProcessStart } from '@songreel/server/testing/process-start.ts'
import { pino } from 'pino'

// Keeps the crash test's PostgreSQL, and outlives the test to clean up after it: whatever way that ends, its end of the
// pipe is closed. It reads from standard input, line by line: a process to end with the test ("<pid> <start>"), or "keep", so
// that the folder stays for a look at it. Started by start-stack.ts with: folder.

const [folder = ''] = process.argv.slice(2)

/** A killed process leaves what it wrote to the system, so nothing is lost without fsync; a power cut is not tried here. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', max_connections: '120' }

const REMOVALS = 5
const REMOVE_EVERY_MS = 300

const log = pino({ level: 'warn' }, pino.destination({ dest: `${folder}/guardian.log`, sync: true }))
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})

const postgres = await startPostgres({ dataDir: `${folder}/database`, log, settings: SETTINGS })
process.stdout.write(`${JSON.stringify({ databaseUrl: postgres.databaseUrl })}\n`)

const wards: { pid: number; start: string }[] = []
let isKept = false
for await (const line of createInterface(process.stdin)) {
  const [pid = '', start = ''] = line.split(' ')
  if (pid === 'keep') isKept = true
  else wards.push({ pid: Number(pid), start })
}

for (const { pid, start } of wards) {
  // Ids are given again: only the very process that was named is ended.
  if (readProcessStart(pid) === start) process.kill(pid, 'SIGKILL')
}
await postgres.stop()
if (!isKept) await removeFolder()
process.exit(0)

/** What those processes had started ends a moment after them, and may write until then. */
async function removeFolder(): Promise<void> {
  for (let times = 0; times < REMOVALS; times++) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    await sleep(REMOVE_EVERY_MS)
    if (!existsSync(folder)) return
  }
}
