import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { StartError } from '../start-error.ts'
import { pingServer } from '../store/database-server.ts'
import { SERVICE_ROLE } from './access.ts'
import { preparePlaces } from './cluster.ts'
import type { OpenDatabase } from './open-database.ts'
import { readErrorCode, readErrorMessage } from './read-error.ts'
import { buildUrl, startPostgres } from './start-postgres.ts'

/** For how long a service that has just begun may take until its server accepts connections. */
const START_MS = 60_000
const LOOK_EVERY_MS = 200
/** What a server says that lets nobody in yet. */
const STARTING = new Set(['ENOENT', 'ECONNREFUSED', '57P03'])

type Options = { dataDir: string; log: Pick<Logger, 'info' | 'warn' | 'error'>; signal?: AbortSignal }

/**
 * Opens the embedded database beside the service that uses it, and starts it where no service runs; then no service can
 * begin before it is closed again.
 */
export async function attachPostgres({ dataDir, log, signal }: Options): Promise<OpenDatabase> {
  if (!existsSync(join(dataDir, 'postgres', 'data'))) {
    const message = `There is no database in the data folder ${dataDir}. Name the folder of the service with --data or SONGREEL_DATA_DIR, or set DATABASE_URL.`
    throw new StartError('DATA_FOLDER_UNUSABLE', { message })
  }
  try {
    const postgres = await startPostgres({ dataDir, log, signal })
    return { databaseUrl: postgres.databaseUrl, isEmbedded: true, close: postgres.stop }
  } catch (error) {
    if (!(error instanceof StartError) || error.code !== 'DATA_FOLDER_IN_USE') throw error
    const databaseUrl = buildUrl(await preparePlaces(dataDir), SERVICE_ROLE, SERVICE_ROLE)
    await waitUntilOpen(databaseUrl, dataDir, signal)
    return { databaseUrl, isEmbedded: true, close: async () => {} }
  }
}

async function waitUntilOpen(databaseUrl: string, dataDir: string, signal?: AbortSignal): Promise<void> {
  const endMs = Date.now() + START_MS
  for (;;) {
    const client = new pg.Client(databaseUrl)
    client.on('error', () => {})
    try {
      await client.connect()
      return await pingServer(client)
    } catch (cause) {
      if (!STARTING.has(readErrorCode(cause) ?? '') || Date.now() > endMs) throw explain(cause, dataDir)
    } finally {
      await client.end().catch(() => {})
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal })
  }
}

function explain(cause: unknown, dataDir: string): StartError {
  const isForeign = readErrorCode(cause) === '28000' || readErrorCode(cause) === 'EACCES'
  const advice = isForeign ? ' Run this as the user that runs the service.' : ''
  const message = `The database of the service on ${dataDir} lets nobody in: ${readErrorMessage(cause)}.${advice}`
  return new StartError('DATABASE_UNREACHABLE', { message, cause })
}
