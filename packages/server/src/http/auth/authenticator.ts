import { createHash, timingSafeEqual } from 'node:crypto'
import type { Scope } from '@songreel/contract'
import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { rehashToken, type TokenRow, touchToken } from '../../store/tokens.ts'
import { findToken } from '../../tokens/find-token.ts'
import { isMistypedToken, isWellFormedToken, makeHint } from '../../tokens/token.ts'

/** A key that was looked up this recently is not looked up again; a key revoked elsewhere works at most so long. */
const CACHE_MS = 1000
const CACHE_ENTRIES = 10_000
const TOUCH_EVERY_MS = 60_000
const MALFORMED = 'The token is malformed: it is cut off or mistyped. Copy it again, whole.'

/**
 * What a route asks of a token; `operator` is the one from SONGREEL_ADMIN_TOKEN, `recovery` is scope admin or the
 * operator, `open` asks nothing.
 */
export type RouteScope = Scope | 'operator' | 'recovery' | 'open'

/** Who makes the request. */
export type Auth = {
  orgId: string
  keyId: string
  kind: 'OWNER' | 'KEY' | 'OPERATOR'
  scopes: readonly Scope[]
  isTest: boolean
  /** When it runs out by itself; null: never. */
  expiresAt: string | null
  token: string
  tokenHint: string
}

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: Fastify's own types can only be extended by an interface.
  interface FastifyRequest {
    auth: Auth
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: see above.
  interface FastifyContextConfig {
    scope?: RouteScope
  }
}

type CacheEntry = { row: TokenRow; readAtMs: number; touchedAtMs: number }

/** Finds out who makes the request; what they may do is decided by `demandScope`. */
export type Authenticator = {
  authenticate(request: FastifyRequest): Promise<Auth>
  /** Forgets what is known of an organization's tokens, after one was changed here. */
  forget(orgId: string): void
}

/** Makes the authenticator of one process, with a short memory so that a busy client costs no query each time. */
export function createAuthenticator({ db, read, hashToken, config, log }: AuthDeps): Authenticator {
  // By the token itself: hashing it each time would cost more than the rest of a small request.
  const known = new Map<string, CacheEntry>()

  /** Only tokens in force are remembered: a revoked one is looked up each time, as an unknown one is, and takes as long. */
  async function lookUp(token: string): Promise<TokenRow | undefined> {
    const now = Date.now()
    let entry = known.get(token)
    if (!entry || now - entry.readAtMs > CACHE_MS) {
      const row = await findToken(read, hashToken, token)
      if (!row || hasEnded(row)) {
        known.delete(token)
        return row
      }
      if (!row.isCurrent) rehash(row.keyId, token)
      entry = { row, readAtMs: now, touchedAtMs: entry?.touchedAtMs ?? 0 }
      if (known.size >= CACHE_ENTRIES) known.clear()
      known.set(token, entry)
    }
    if (now - entry.touchedAtMs > TOUCH_EVERY_MS) {
      entry.touchedAtMs = now
      touchToken(db, entry.row.keyId).catch((error) =>
        log.warn({ err: error }, 'the last use of a key could not be recorded'),
      )
    }
    return entry.row
  }

  /** With the secret that came after the token; whoever fails leaves it to the next use. */
  function rehash(keyId: string, token: string): void {
    const { secretMark } = hashToken
    rehashToken(db, keyId, { tokenHash: hashToken(token), secretMark }).catch((error) =>
      log.warn({ err: error, keyId }, 'a token could not be rehashed with the new secret'),
    )
  }

  return {
    async authenticate(request) {
      const token = readToken(request)
      if (config.adminToken && !known.has(token) && isEqual(token, config.adminToken))
        return buildOperator(token)
      return readAuth(await lookUp(token), token)
    },
    forget(orgId) {
      for (const [key, entry] of known) if (entry.row.orgId === orgId) known.delete(key)
    },
  }
}

type AuthDeps = Pick<Services, 'db' | 'read' | 'hashToken' | 'config' | 'log'>

type ScopedRoute = { method: string | string[]; url: string; config?: { scope?: RouteScope } }

/** What a route asks of a token: what it says itself, or reading for GET and writing for the rest of /v1. */
export function routeScope({ method, url, config }: ScopedRoute): RouteScope {
  if (config?.scope) return config.scope
  if (!url.startsWith('/v1')) return 'open'
  return method === 'GET' || method === 'HEAD' ? 'read' : 'write'
}

/** Refuses a token that may not do what the route does. */
export function demandScope(auth: Auth, scope: RouteScope): void {
  if (scope === 'open') return
  if (scope === 'operator') {
    if (auth.kind === 'OPERATOR') return
    throw new ServiceError('FORBIDDEN', {
      message:
        "Only the operator's token (SONGREEL_ADMIN_TOKEN) may do that; this is an organization's token.",
    })
  }
  if (auth.kind === 'OPERATOR') {
    if (scope === 'recovery') return
    throw new ServiceError('FORBIDDEN', {
      message:
        "This is the operator's token, which only makes organizations and renews their tokens. Use an organization's token here.",
    })
  }
  const needed = scope === 'recovery' ? 'admin' : scope
  if (auth.scopes.includes(needed) || auth.scopes.includes('admin')) return
  throw new ServiceError('FORBIDDEN', {
    message: `This key has ${auth.scopes.join(' and ')}, and ${needed} is needed. Make a key with that scope, or use the organization's authToken.`,
  })
}

function readToken(request: FastifyRequest): string {
  const { authorization, 'x-api-key': apiKey } = request.headers
  const header = authorization ?? (Array.isArray(apiKey) ? apiKey[0] : apiKey)
  if (!header?.trim()) {
    throw refuse('No token was sent. Send the header Authorization: Bearer <authToken>.')
  }
  const token = authorization === undefined ? header.trim() : /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
  if (!token) {
    throw refuse('The Authorization header is malformed. It must read: Authorization: Bearer <authToken>.')
  }
  if (!isWellFormedToken(token)) throw refuse(MALFORMED)
  return token
}

function readAuth(row: TokenRow | undefined, token: string): Auth {
  if (!row || hasEnded(row)) throw refuse(describeRefusal(row, token))
  const { orgId, keyId, kind, scopes, isTest, expiresAt, tokenHint } = row
  return { orgId, keyId, kind, scopes, isTest, expiresAt, token, tokenHint }
}

function hasEnded({ revokedAt, expiresAt }: TokenRow): boolean {
  return revokedAt !== null || (expiresAt !== null && Date.parse(expiresAt) <= Date.now())
}

/** All sentences are made for every refusal, so that none takes longer than another. */
function describeRefusal(row: TokenRow | undefined, token: string): string {
  const hint = makeHint(token)
  const isMistyped = isMistypedToken(token)
  const unknown = `This token is not known here. It starts with ${hint}; check that it belongs to this server.`
  const revoked = `This token was revoked. It starts with ${hint}; use a newer one.`
  const expired = `This token was revoked: its time ran out at ${row?.expiresAt}. Use a newer one.`
  if (row) return row.revokedAt === null ? expired : revoked
  return isMistyped ? MALFORMED : unknown
}

function buildOperator(token: string): Auth {
  return {
    orgId: '',
    keyId: 'operator',
    kind: 'OPERATOR',
    scopes: [],
    isTest: false,
    expiresAt: null,
    token,
    tokenHint: makeHint(token),
  }
}

/** Hashing first makes the lengths equal, so that the comparison takes the same time for every guess. */
function isEqual(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

function refuse(message: string): ServiceError {
  return new ServiceError('UNAUTHENTICATED', { message, headers: { 'WWW-Authenticate': 'Bearer' } })
}
