import { pino } from 'pino'
import { type Config, forgetSecrets, readConfig } from '../config/config.ts'
import { checkServer } from '../postgres/check-server.ts'
import { readErrorCode } from '../postgres/read-error.ts'
import { StartError } from '../start-error.ts'
import { openDb } from '../store/db.ts'
import { findFirstOrganization } from '../store/organizations.ts'
import type { DbPool } from '../store/schema.ts'
import { checkSecretFitsDatabase, readExistingSecret } from '../tokens/secret.ts'
import { createSecretKeys } from '../tokens/secret-keys.ts'
import { makeTerminalCode } from '../tokens/sessions.ts'

/** A link that signs its reader in, once. */
export type LoginLink = { url: string; expiresAt: string }

const UNDEFINED_TABLE = '42P01'

/**
 * Makes a sign-in link of the first organization in the database itself: for whoever has the server's own settings, and
 * no token. Undefined where no DATABASE_URL is set: the embedded PostgreSQL has a token file beside it.
 */
export async function makeLoginLink(): Promise<LoginLink | undefined> {
  const { config } = readConfig()
  forgetSecrets()
  if (!config.databaseUrl) return undefined
  await checkServer(config.databaseUrl)
  const db = openDb({ databaseUrl: config.databaseUrl, log: pino({ level: 'silent' }) })
  try {
    return await makeLink(config, db.kysely)
  } catch (error) {
    throw readErrorCode(error) === UNDEFINED_TABLE ? notStarted(error) : error
  } finally {
    await db.close()
  }
}

async function makeLink(config: Config, db: DbPool): Promise<LoginLink> {
  const first = await findFirstOrganization(db)
  if (!first) throw notStarted()
  const secrets = {
    secret: readExistingSecret(config.secret, config.dataDir),
    previous: config.secretPrevious,
  }
  await checkSecretFitsDatabase(db, secrets)
  const { code, expiresAt } = await makeTerminalCode({ db, ...createSecretKeys(secrets) }, first.orgId)
  return { url: `${config.publicUrl ?? `http://localhost:${config.port}`}/claim#${code}`, expiresAt }
}

function notStarted(cause?: unknown): StartError {
  const message =
    'The database is empty: no server has started on it yet. Start one, then ask for the link again.'
  return new StartError('DATABASE_UNSUITABLE', { message, cause })
}
