import pg from 'pg'
import type { Logger } from 'pino'
import { runOutside } from '../scope.ts'
import { readColumn } from './column-values.ts'
import { limitSilence } from './silent-server.ts'
import { createStatementNames } from './statement-names.ts'

const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 5_000

/** Runs one short SELECT. */
export type Read = <Row>(text: string, values: unknown[]) => Promise<Row[]>

type Reader = { read: Read; close(): Promise<void> }

/**
 * Opens the short way for the reads that every request makes: one connection on which queries follow each other
 * without waiting for results, each under its statement's name. That takes half the time of the pool and a third of
 * the query builder's. Only for SELECTs by key: a slow one would hold up all behind it.
 */
export function openReader(databaseUrl: string, log: Pick<Logger, 'warn'>): Reader {
  const names = createStatementNames()
  let current: Promise<pg.Client> | undefined

  function connect(): Promise<pg.Client> {
    const client = createClient(databaseUrl)
    const connecting = client.connect().then(() => client)
    connecting.catch(() => forget(connecting))
    client.on('error', (error) => {
      forget(connecting)
      runOutside(() => log.warn({ err: error }, 'the database connection for reads was lost'))
    })
    return connecting
  }

  function forget(connection: Promise<pg.Client>): void {
    if (current !== connection) return
    current = undefined
    connection.then((client) => client.end()).catch(() => {})
  }

  async function ask<Row>(text: string, values: unknown[]): Promise<Row[]> {
    current ??= connect()
    const connection = current
    const client = await connection
    try {
      const result = await client.query({ name: names.find(text), text, values })
      return result.rows as Row[]
    } catch (error) {
      names.noteFailure(error)
      if (isConnectionLost(error)) forget(connection)
      throw error
    }
  }

  async function read<Row>(text: string, values: unknown[]): Promise<Row[]> {
    try {
      return await ask(text, values)
    } catch (error) {
      // A read can be asked again; so a restart of the database goes unnoticed here.
      if (isConnectionLost(error)) return ask(text, values)
      throw error
    }
  }

  return {
    read,
    async close() {
      const client = await current?.catch(() => undefined)
      await client?.end()
    },
  }
}

function createClient(databaseUrl: string): pg.Client {
  return new pg.Client({
    connectionString: databaseUrl,
    pipeline: true,
    types: { getTypeParser: readColumn },
    application_name: `songreel ${process.pid} reads`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    ...limitSilence(STATEMENT_TIMEOUT_MS),
  })
}

/** Everything but a response of PostgreSQL, and its own farewell (class 57P: shutdown, crash, starting up). */
function isConnectionLost(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || Boolean(error.code?.startsWith('57P'))
}
