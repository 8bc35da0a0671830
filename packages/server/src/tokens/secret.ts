import { createHmac, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StartError } from '../start-error.ts'
import { changeInstallationFact, lockInstallationFact } from '../store/installation.ts'
import type { DbPool } from '../store/schema.ts'
import { markTokens } from '../store/tokens.ts'
import { createHashToken } from './hash-token.ts'

/** The secret behind all hashes and signatures: as set, or made once and kept in the data folder (0600). */
export function readOrMakeSecret(configured: string | undefined, dataDir: string): string {
  if (configured) return configured
  const file = path.join(dataDir, 'secret')
  try {
    return readIfThere(file) ?? makeSecretFile(file)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    const message = `The secret in ${file} cannot be read or made (${code}). Give the file to the user who runs Songreel, or set SONGREEL_SECRET.`
    throw new StartError('SETTING_UNUSABLE', { message, cause })
  }
}

/** The secret that is there already. Only a server makes one: one made by a command would fit nothing. */
export function readExistingSecret(configured: string | undefined, dataDir: string): string {
  const file = path.join(dataDir, 'secret')
  if (configured || existsSync(file)) return readOrMakeSecret(configured, dataDir)
  const message = `The server's secret is missing: there is no ${file}, and SONGREEL_SECRET is not set. Run this with the settings of the server.`
  throw new StartError('SETTING_UNUSABLE', { message })
}

/** Two processes may start at once: whoever links first wins, the other reads. */
function makeSecretFile(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  chmodSync(file, 0o600)
  return readFileSync(file, 'utf8').trim()
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** A key for one purpose, so that a token hash is never also a signature. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return createHmac('sha256', secret).update(`songreel:${purpose}`).digest()
}

/**
 * Refuses a secret other than the one this database was filled with: every token would look unknown. A new one comes in
 * together with the one before; from then on the database is the new one's.
 */
export async function checkSecretFitsDatabase(
  db: DbPool,
  { secret, previous }: { secret: string; previous?: string },
): Promise<void> {
  const fingerprint = computeFingerprint(secret)
  await db.transaction().execute(async (transaction) => {
    const known = await lockInstallationFact(transaction, 'secret-fingerprint', fingerprint)
    if (known === fingerprint) return
    if (!previous || known !== computeFingerprint(previous)) throw wrongSecret()
    await markTokens(transaction, createHashToken(deriveKey(previous, 'token')).secretMark)
    await changeInstallationFact(transaction, 'secret-fingerprint', fingerprint)
  })
}

function computeFingerprint(secret: string): string {
  return deriveKey(secret, 'fingerprint').toString('hex').slice(0, 16)
}

function wrongSecret(): StartError {
  const message =
    'SONGREEL_SECRET is not the one this database was made with, so no token would be recognised. ' +
    'Set the old SONGREEL_SECRET, or use the data folder whose file "secret" belongs to this database. ' +
    'To change the secret, set the old one as SONGREEL_SECRET_PREVIOUS.'
  return new StartError('SETTING_UNUSABLE', { message })
}
