import type { Logger } from 'pino'
import { checkServer } from './check-server.ts'
import { startPostgres } from './start-postgres.ts'

/** The database that the service works on. */
export type OpenDatabase = {
  /** Address for `pg` and everything built on it. */
  databaseUrl: string
  /** Whether PostgreSQL was started by us, on the data folder. */
  isEmbedded: boolean
  /** Stops the embedded PostgreSQL, and leaves any other alone. */
  close(): Promise<void>
}

type Options = {
  databaseUrl: string | undefined
  dataDir: string
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  signal?: AbortSignal
}

/** Makes the database available: the given server if there is one, otherwise the embedded PostgreSQL. */
export async function openDatabase({ databaseUrl, dataDir, log, signal }: Options): Promise<OpenDatabase> {
  if (databaseUrl) {
    await checkServer(databaseUrl)
    return { databaseUrl, isEmbedded: false, close: async () => {} }
  }
  const postgres = await startPostgres({ dataDir, log, signal })
  return { databaseUrl: postgres.databaseUrl, isEmbedded: true, close: postgres.stop }
}
