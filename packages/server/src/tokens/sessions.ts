import { randomInt } from 'node:crypto'
import { findInstallationFact, noteInstallationFact } from '../store/installation.ts'
import type { Db, DbPool } from '../store/schema.ts'
import { findNewestOwner, insertToken, type TokenRow, takeClaimCode } from '../store/tokens.ts'
import { findToken } from './find-token.ts'
import type { HashToken } from './hash-token.ts'
import { makeHint } from './token.ts'

const SESSION_DAYS = 30
const CODE_MINUTES = 30
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 32 base62 characters carry 190 random bits. */
const RANDOM_CHARACTERS = 32
const MAX_NAME_CHARACTERS = 120

type Deps = { db: DbPool; hashToken: HashToken }

/** A session that was just made; its secret is known to the browser alone. */
export type NewSession = { row: TokenRow; secret: string; expiresAt: string }

/** A link that signs its reader in, once and within half an hour. */
export type SignInCode = { code: string; expiresAt: string }

/** Makes a code that is good for one session with all rights. */
export async function makeSignInCode({ db, hashToken }: Deps, orgId: string): Promise<SignInCode> {
  const code = `c_${makeRandom()}`
  const expiresAt = new Date(Date.now() + CODE_MINUTES * 60_000).toISOString()
  const isTest = (await findNewestOwner(db, orgId))?.isTest ?? false
  const rights = { orgId, scopes: ['read', 'write', 'admin'] as TokenRow['scopes'], isTest }
  await store({ db, hashToken }, { ...rights, kind: 'CLAIM', name: 'sign-in link', expiresAt }, code)
  return { code, expiresAt }
}

/** Signs in with a code; undefined when it is unknown, used or too old. */
export async function claimSession(
  { db, hashToken }: Deps,
  code: string,
  browser: string,
): Promise<NewSession | undefined> {
  return db.transaction().execute(async (transaction) => {
    const claim = await takeClaimCode(transaction, hashToken(code))
    if (!claim) return undefined
    await noteInstallationFact(transaction, 'claimed', claim.orgId)
    return openSession({ db: transaction, hashToken }, claim, browser)
  })
}

/** Signs in with an API token, for what that token may do and as long as it may. */
export async function signInWithToken(
  { db, hashToken }: Deps,
  token: string,
  browser: string,
): Promise<NewSession | undefined> {
  const found = await findToken(db, hashToken, token)
  if (!found || (found.kind !== 'OWNER' && found.kind !== 'KEY')) return undefined
  const hasEnded = found.revokedAt !== null || (found.expiresAt && Date.parse(found.expiresAt) <= Date.now())
  if (hasEnded) return undefined
  await noteInstallationFact(db, 'claimed', found.orgId)
  return openSession({ db, hashToken }, found, browser, found.keyId)
}

/** Whether somebody has signed in here before. */
export async function isClaimed(db: Db): Promise<boolean> {
  return (await findInstallationFact(db, 'claimed')) !== undefined
}

async function openSession(
  deps: StoreDeps,
  { orgId, scopes, isTest }: TokenRow,
  browser: string,
  parentKeyId?: string,
): Promise<NewSession> {
  const secret = makeRandom()
  const expiresAt = new Date(Date.now() + SESSION_DAYS * 86_400_000).toISOString()
  const name = browser.slice(0, MAX_NAME_CHARACTERS) || 'a browser'
  const facts = { orgId, scopes, isTest, kind: 'SESSION', name, expiresAt, parentKeyId } as const
  return { row: await store(deps, facts, secret), secret, expiresAt }
}

type StoreDeps = { db: Db; hashToken: HashToken }
type Facts = Pick<TokenRow, 'orgId' | 'scopes' | 'isTest' | 'kind' | 'name'> & {
  expiresAt: string
  parentKeyId?: string
}

function store({ db, hashToken }: StoreDeps, facts: Facts, secret: string): Promise<TokenRow> {
  const { secretMark } = hashToken
  return insertToken(db, {
    ...facts,
    tokenHash: hashToken(secret),
    secretMark,
    tokenHint: makeHint(secret),
  })
}

function makeRandom(): string {
  return Array.from({ length: RANDOM_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
