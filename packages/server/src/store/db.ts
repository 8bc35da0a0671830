import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { runOutside } from '../scope.ts'
import { readColumn } from './column-values.ts'
import { openReader, type Read } from './reader.ts'
import { isTransientDbError, noteLostConnection } from './retry-transient.ts'
import type { Database } from './schema.ts'
import { abandon, closeInTime, isSilence, limitSilence } from './silent-server.ts'
import { createStatementNames } from './statement-names.ts'

const POOL_SIZE = 10
const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 30_000
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000

const BEGIN = /^(begin|start transaction)/
const END = /^(commit|rollback)$/
const READ = /^\s*select\b/

/** The open database. */
export type OpenDb = {
  /** The query builder, on a pool of connections. */
  kysely: Kysely<Database>
  /** The short way for the few reads that every request makes. */
  read: Read
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
    types: { getTypeParser: readColumn },
    application_name: `songreel ${process.pid}`,
    max: limits.poolSize ?? POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: limits.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    ...limitSilence(limits.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS),
  })
  pool.on('connect', (client) => {
    // The pool listens only to idle connections; one that is lost between two queries of a transaction would
    // otherwise end the process.
    client.on('error', (error) =>
      runOutside(() => log.warn({ err: error }, 'a database connection was lost')),
    )
  })
  // The pool repeats what its connections have said; unheard, it would end the process too.
  pool.on('error', () => {})
  const kysely = new Kysely<Database>({ dialect: new PostgresDialect({ pool: nameStatements(pool) }) })
  const reader = openReader(databaseUrl, log)
  return {
    kysely,
    read: reader.read,
    close: () => closeInTime(() => Promise.all([kysely.destroy(), reader.close()])),
  }
}

/**
 * The pool as Kysely sees it: every query with values goes out under its statement's name (docs/decisions/0012), and a read
 * whose connection was lost is asked once more on another one.
 */
function nameStatements(pool: pg.Pool): PostgresPool {
  const names = createStatementNames()
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()

  async function ask(client: pg.PoolClient, text: string, values: unknown[]) {
    const name = values.length > 0 ? names.find(text) : undefined
    try {
      return await client.query({ name, text, values })
    } catch (error) {
      names.noteFailure(error)
      noteLostConnection(error)
      if (isSilence(error)) abandon(client)
      throw error
    }
  }

  async function connect(): Promise<pg.PoolClient> {
    try {
      return await pool.connect()
    } catch (error) {
      noteLostConnection(error)
      throw error
    }
  }

  async function askElsewhere(text: string, values: unknown[]) {
    const client = await connect()
    try {
      return await ask(client, text, values)
    } finally {
      client.release()
    }
  }

  function wrap(client: pg.PoolClient): PostgresPoolClient {
    let isInTransaction = false
    const query = async (text: string, values: unknown[]) => {
      if (BEGIN.test(text)) isInTransaction = true
      try {
        return await ask(client, text, values)
      } catch (error) {
        if (isInTransaction || !READ.test(text) || !isTransientDbError(error)) throw error
        return askElsewhere(text, values)
      } finally {
        if (END.test(text)) isInTransaction = false
      }
    }
    const wrapped = { query, release: (error?: boolean | Error) => client.release(error) }
    return wrapped as unknown as PostgresPoolClient
  }

  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await connect()
      const wrapped = known.get(client) ?? wrap(client)
      known.set(client, wrapped)
      return wrapped
    },
  }
}
