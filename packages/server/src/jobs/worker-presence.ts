import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Services } from '../services.ts'

const SHOW_EVERY_MS = 5000
/** Rows of workers that were killed; they have not counted for long. */
const FORGET_AFTER = '1 hour'

type PresenceDeps = Pick<Services, 'db' | 'log' | 'config'>

/** Shows the others that this worker is alive, until the answer is called. */
export async function showPresence({ db, log, config }: PresenceDeps): Promise<() => Promise<void>> {
  const workerId = randomUUID()
  const show = async () => {
    await sql`
      insert into workers (worker_id, slots) values (${workerId}, ${config.concurrency})
      on conflict (worker_id) do update set seen_at = now()
    `.execute(db)
  }
  const warn = (error: unknown) => log.warn({ err: error }, 'this worker could not show that it is alive')
  await sql`delete from workers where seen_at < now() - ${FORGET_AFTER}::interval`.execute(db)
  await show()
  let showing = Promise.resolve()
  const timer = setInterval(() => {
    showing = show().catch(warn)
  }, SHOW_EVERY_MS)
  return async () => {
    clearInterval(timer)
    await showing
    await sql`delete from workers where worker_id = ${workerId}`.execute(db).catch(warn)
  }
}
