import { pino } from 'pino'
import { openDatabase } from '../src/postgres/open-database.ts'

// A service that only has a database, for tests that kill it: opens the data folder given as argument, says on standard
// output how that went, and stops in order on SIGTERM. What it logs goes to standard error.

const [dataDir = ''] = process.argv.slice(2)
const log = pino({}, pino.destination(2))
const stop = new AbortController()
process.once('SIGTERM', () => stop.abort())

try {
  const { databaseUrl, close } = await openDatabase({ databaseUrl: undefined, dataDir, log })
  say({ databaseUrl })
  const waiting = setInterval(() => {}, 60_000)
  if (!stop.signal.aborted) await new Promise((resolve) => stop.signal.addEventListener('abort', resolve))
  clearInterval(waiting)
  await close()
} catch (error) {
  say({ code: (error as { code?: string }).code, message: (error as Error).message })
}

function say(facts: object): void {
  process.stdout.write(`${JSON.stringify(facts)}\n`)
}
