import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startLimit } from './machine-time.ts'

const GIVE_UP_AFTER_MS = 180_000

/** Questions to the database that are asked again while it is down. */
export type RetryingDb = {
  // biome-ignore lint/suspicious/noExplicitAny: the rows are whatever the question asks for.
  query<Row = any>(question: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

/** Opens a connection of the crash test's own. */
export function openRetryingDb(databaseUrl: string): RetryingDb {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'crash test',
    max: 2,
    connectionTimeoutMillis: 5000,
    query_timeout: 15_000,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    async query(question, values) {
      const isOver = startLimit(GIVE_UP_AFTER_MS)
      for (;;) {
        try {
          return (await pool.query(question, values)).rows
        } catch (error) {
          // PostgreSQL responded. Shutting down, starting (class 57) and a lack of connections (53) pass, a wrong query does not.
          const isResponse = error instanceof pg.DatabaseError && !/^(57|08|53|25006)/.test(error.code ?? '')
          if (isResponse || isOver()) throw error
          await sleep(100)
        }
      }
    },
    close: () => pool.end(),
  }
}
