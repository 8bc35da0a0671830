import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { readColumn } from './column-values.ts'
import type { Database } from './schema.ts'
import { createStatementNames, type StatementNames } from './statement-names.ts'

const POOL_SIZE = 10
const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 30_000
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000

/** The open database. */
export type OpenDb = {
  kysely: Kysely<Database>
  close(): Promise<void>
}

type Options = {
  databaseUrl: string
  log: Pick<Logger, 'warn'>
  poolSize?: number
  statementTimeoutMs?: number
}

/**
 * Opens a pool of connections and the query builder on top of it. Nothing connects before the first query, and a
 * database that goes away fails the queries under way, never the process; later queries connect anew.
 */
export function openDb({ databaseUrl, log, ...limits }: Options): OpenDb {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    Client: namingClient(createStatementNames()),
    types: { getTypeParser: readColumn },
    application_name: `songreel ${process.pid}`,
    max: limits.poolSize ?? POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: limits.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
  })
  const onLost = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  pool.on('error', onLost)
  // The pool listens only to idle connections; one that is lost between two queries of a transaction would
  // otherwise end the process.
  pool.on('connect', (client) => client.on('error', onLost))
  const kysely = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return { kysely, close: () => kysely.destroy() }
}

/** A client that sends every query with values under its statement's name. */
function namingClient(names: StatementNames): typeof pg.Client {
  return class extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: `query` has a dozen overloads, and all but one pass through.
    override query(text: any, values?: any, callback?: any): any {
      const name = typeof text === 'string' && Array.isArray(values) ? names.find(text) : undefined
      return name ? super.query({ name, text, values }, callback) : super.query(text, values, callback)
    }
  }
}
