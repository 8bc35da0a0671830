import type { Socket } from 'node:net'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { readColumn } from './column-values.ts'
import { openReader, type Read } from './reader.ts'
import type { Database } from './schema.ts'
import { createStatementNames, type StatementNames } from './statement-names.ts'

const POOL_SIZE = 10
const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 30_000
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000

/** What BEGIN answers. */
const NOTHING = { command: 'BEGIN', rowCount: null, rows: [] }

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
    keepAlive: true,
    // Lets BEGIN and what follows it leave together; see openLate().
    pipeline: true,
  })
  const names = createStatementNames()
  pool.on('connect', (client) => {
    // The pool listens only to idle connections; one that is lost between two queries of a transaction would
    // otherwise end the process.
    client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))
    nameStatements(client, names)
    openLate(client)
  })
  // The pool repeats what its connections have said; unheard, it would end the process too.
  pool.on('error', () => {})
  const kysely = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const reader = openReader(databaseUrl, log)
  return {
    kysely,
    read: reader.read,
    async close() {
      await Promise.all([kysely.destroy(), reader.close()])
    },
  }
}

/** Makes a connection send every query with values under its statement's name: PostgreSQL then needs a third of the time. */
function nameStatements(client: pg.PoolClient, names: StatementNames): void {
  const send = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  const query = (...args: unknown[]) => {
    const [text, values] = args
    const isPlain =
      args.length === 2 && typeof text === 'string' && Array.isArray(values) && values.length > 0
    const name = isPlain ? names.find(text) : undefined
    if (!name) return send(...args)
    const result = send({ name, text, values })
    result.catch(names.noteFailure)
    return result
  }
  client.query = query as typeof client.query
}

/** A transaction that has been asked for is worth no trip of its own: BEGIN leaves together with the first statement. */
function openLate(client: pg.PoolClient): void {
  const send = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  let isAsked = false

  async function sendBoth(args: unknown[]): Promise<unknown> {
    isAsked = false
    stream.cork()
    const both = Promise.all([send('begin'), send(...args)])
    stream.uncork()
    return (await both)[1]
  }

  const query = (...args: unknown[]) => {
    if (isAsked) return sendBoth(args)
    if (args[0] !== 'begin') return send(...args)
    isAsked = true
    return Promise.resolve(NOTHING)
  }
  client.query = query as typeof client.query
}
