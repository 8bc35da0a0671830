import { randomInt } from 'node:crypto'
import type { Scope } from '@songreel/contract'
import { findInstallationFact, noteInstallationFact } from '../store/installation.ts'
import type { Db, DbPool } from '../store/schema.ts'
import { keepInvited, type TakenCode, takeClaimCode } from '../store/sessions.ts'
import { findNewestOwner, insertToken, type NewToken, revokeKey, type TokenRow } from '../store/tokens.ts'
import { findToken } from './find-token.ts'
import type { HashToken } from './hash-token.ts'
import { makeHint } from './token.ts'

const DAY_MS = 86_400_000
const SESSION_MS = 30 * DAY_MS
const CODE_MS = 30 * 60_000
const INVITATION_MS = 7 * DAY_MS
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 32 base62 characters carry 190 random bits. */
const RANDOM_CHARACTERS = 32
const MAX_NAME_CHARACTERS = 120

type Deps = { db: Db; hashToken: HashToken }
type PoolDeps = { db: DbPool; hashToken: HashToken }

/** A session that was just made; its secret is known to the browser alone. */
export type NewSession = { row: TokenRow; secret: string; expiresAt: string }

/** A link that signs its reader in, once. */
export type SignInCode = { keyId: string; code: string; expiresAt: string }

/** What a link is made with: what comes of it may do no more, lasts no longer, and ends with it. */
export type Maker = {
  orgId: string
  keyId: string
  scopes: readonly Scope[]
  isTest: boolean
  /** When it ends by itself; null for never. */
  endsAt: string | null
}

/** Where a browser signs in from. */
export type Visitor = { browser: string; address: string }

/** Makes a code with all rights, for whoever is at the server's own terminal: nothing above it limits that one. */
export async function makeTerminalCode(deps: Deps, orgId: string): Promise<SignInCode> {
  const isTest = (await findNewestOwner(deps.db, orgId))?.isTest ?? false
  return makeCode(deps, { orgId, scopes: ['read', 'write', 'admin'], isTest, name: 'sign-in link' }, CODE_MS)
}

/** Makes a code that is good for one session with the rights of whoever makes it. */
export function makeSignInCode(deps: Deps, maker: Maker): Promise<SignInCode> {
  return makeCode(
    deps,
    { ...inherit(maker), scopes: [...maker.scopes], name: 'sign-in link' },
    CODE_MS,
    maker,
  )
}

/** Makes a code for another person, for a week. */
export function makeInvitation(
  deps: Deps,
  maker: Maker,
  { name, scopes }: { name: string; scopes: Scope[] },
): Promise<SignInCode> {
  return makeCode(deps, { ...inherit(maker), scopes, name, isInvited: true }, INVITATION_MS, maker)
}

/** Signs in with a code; undefined when it is unknown, used, too old, or whatever made it has ended. */
export async function claimSession(
  { db, hashToken }: PoolDeps,
  code: string,
  visitor: Visitor,
): Promise<NewSession | undefined> {
  return db.transaction().execute(async (transaction) => {
    const claim = await takeClaimCode(transaction, hashToken(code))
    if (!claim) return undefined
    await noteInstallationFact(transaction, 'claimed', claim.orgId)
    const name = claim.isInvited ? claim.name : ''
    return openSession({ db: transaction, hashToken }, { ...claim, name }, visitor)
  })
}

/** Signs in with an API token, for what that token may do and as long as it may. */
export async function signInWithToken(
  { db, hashToken }: Deps,
  token: string,
  visitor: Visitor,
): Promise<NewSession | undefined> {
  const found = await findToken(db, hashToken, token)
  if (!found || (found.kind !== 'OWNER' && found.kind !== 'KEY')) return undefined
  const hasEnded = found.revokedAt !== null || (found.expiresAt && Date.parse(found.expiresAt) <= Date.now())
  if (hasEnded) return undefined
  await noteInstallationFact(db, 'claimed', found.orgId)
  const { orgId, scopes, isTest, keyId: parentKeyId, expiresAt: parentExpiresAt } = found
  const rights = { orgId, scopes, isTest, name: '', isInvited: false, parentKeyId, parentExpiresAt }
  return openSession({ db, hashToken }, rights, visitor)
}

/** Ends a session because whoever is in it signs out: those it invited stay. */
export async function signOut({ db }: { db: DbPool }, orgId: string, keyId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await keepInvited(transaction, orgId, keyId)
    await revokeKey(transaction, orgId, keyId, 'SESSION')
  })
}

/** Whether somebody has signed in here before. */
export async function isClaimed(db: Db): Promise<boolean> {
  return (await findInstallationFact(db, 'claimed')) !== undefined
}

function inherit({ orgId, isTest, keyId }: Maker): Pick<NewToken, 'orgId' | 'isTest' | 'parentKeyId'> {
  return { orgId, isTest, parentKeyId: keyId }
}

type CodeFacts = Omit<NewToken, 'kind' | 'tokenHash' | 'secretMark' | 'tokenHint' | 'expiresAt'>

async function makeCode(deps: Deps, facts: CodeFacts, lifeMs: number, maker?: Maker): Promise<SignInCode> {
  const code = `c_${makeRandom()}`
  const expiresAt = chooseEnd(lifeMs, maker?.endsAt)
  const { keyId } = await store(deps, { ...facts, kind: 'CLAIM', expiresAt }, code)
  return { keyId, code, expiresAt }
}

async function openSession(deps: Deps, rights: TakenCode, visitor: Visitor): Promise<NewSession> {
  const { orgId, scopes, isTest, isInvited, name, parentKeyId, parentExpiresAt } = rights
  const secret = makeRandom()
  const expiresAt = chooseEnd(SESSION_MS, parentExpiresAt)
  const browser = visitor.browser.slice(0, MAX_NAME_CHARACTERS) || 'A browser'
  const facts = { orgId, scopes, isTest, isInvited, name, parentKeyId, expiresAt, kind: 'SESSION' } as const
  const row = await store(deps, { ...facts, browser, address: visitor.address }, secret)
  return { row, secret, expiresAt }
}

/** Nothing lasts longer than what it was made with. */
function chooseEnd(lifeMs: number, limit: string | null | undefined): string {
  const endMs = Date.now() + lifeMs
  return new Date(limit ? Math.min(endMs, Date.parse(limit)) : endMs).toISOString()
}

function store(
  { db, hashToken }: Deps,
  facts: Omit<NewToken, 'tokenHash' | 'secretMark' | 'tokenHint'>,
  secret: string,
): Promise<TokenRow> {
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
