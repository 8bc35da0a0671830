import pg from 'pg'
import { StartError } from '../start-error.ts'
import { readServerFacts, shareSessions } from '../store/database-server.ts'
import { readErrorCode, readErrorMessage } from './read-error.ts'

const OLDEST_MAJOR = 15
const CONNECT_TIMEOUT_MS = 10_000

/** Makes sure that the server behind `DATABASE_URL` responds and is one that we can work with. */
export async function checkServer(databaseUrl: string): Promise<void> {
  const { version, encoding, isPooled } = await readServer(databaseUrl)
  const place = describe(databaseUrl)
  const major = Math.floor(version / 10_000)
  if (major < OLDEST_MAJOR) {
    const message = `DATABASE_URL is PostgreSQL ${major} (${place}), and Songreel needs ${OLDEST_MAJOR} or newer. Upgrade that server, or unset DATABASE_URL to use the embedded one.`
    throw new StartError('DATABASE_UNSUITABLE', { message })
  }
  if (isPooled) {
    const message = `DATABASE_URL leads through a pooler that shares sessions (${place}), such as PgBouncer with pool_mode = transaction. Songreel keeps a small pool of its own and needs sessions: name the PostgreSQL server itself, or set pool_mode = session for this database.`
    throw new StartError('DATABASE_UNSUITABLE', { message })
  }
  if (encoding !== 'UTF8') {
    const message = `The database behind DATABASE_URL (${place}) has the encoding ${encoding}, and Songreel needs UTF8. Create one with: CREATE DATABASE songreel ENCODING 'UTF8' TEMPLATE template0`
    throw new StartError('DATABASE_UNSUITABLE', { message })
  }
}

type ServerFacts = { version: number; encoding: string; isPooled: boolean }

async function readServer(databaseUrl: string): Promise<ServerFacts> {
  try {
    return await withClient(databaseUrl, async (client) => {
      const facts = await readServerFacts(client)
      const isPooled = await withClient(databaseUrl, (other) => shareSessions(client, other))
      return { ...facts, isPooled }
    })
  } catch (cause) {
    const message = `The database behind DATABASE_URL (${describe(databaseUrl)}) cannot be used: ${explain(cause)}`
    throw new StartError('DATABASE_UNREACHABLE', { message, cause })
  }
}

/** As the service connects: with limits that not every pooler takes. */
async function withClient<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
    statement_timeout: CONNECT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: CONNECT_TIMEOUT_MS,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Host and database; never the password. */
function describe(databaseUrl: string): string {
  try {
    const url = new URL(databaseUrl)
    const host = url.searchParams.get('host') ?? url.host
    return `${host}${url.pathname}`
  } catch {
    return 'not a valid address'
  }
}

function explain(error: unknown): string {
  const [, parameter] = /unsupported startup parameter: (\w+)/.exec(readErrorMessage(error)) ?? []
  if (parameter)
    return `it is a pooler that does not take the setting ${parameter}. Name the PostgreSQL server itself, or, in PgBouncer with pool_mode = session, add: ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout`
  const hints: Record<string, string> = {
    ECONNREFUSED: 'nothing listens there. Is PostgreSQL running, and is the port right?',
    ENOENT: 'there is no such socket. Is PostgreSQL running, and is the folder right?',
    ENOTFOUND: 'its host name is not known. Is it spelled right?',
    EAI_AGAIN: 'its host name cannot be looked up now. Is the network up?',
    '28P01': 'it refuses this password.',
    '28000': 'it refuses this user.',
    '3D000': 'there is no database of that name. Create it with: CREATE DATABASE',
    '53300': 'it has no connection to spare. Raise its max_connections.',
    '57P03': 'it is still starting. Try again in a moment.',
  }
  return hints[readErrorCode(error) ?? ''] ?? `${readErrorMessage(error)}.`
}
