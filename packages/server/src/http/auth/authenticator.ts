import { createHash, timingSafeEqual } from 'node:crypto'
import type { Scope } from '@songreel/contract'
import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { type FoundToken, rehashToken, touchToken } from '../../store/tokens.ts'
import { findToken } from '../../tokens/find-token.ts'
import { isMistypedToken, isWellFormedToken, makeHint } from '../../tokens/token.ts'
import { demandSameOrigin } from './same-origin.ts'
import { readSessionCookie } from './session-cookie.ts'

/** A key that was looked up this recently is not looked up again; a key revoked elsewhere works at most so long. */
const CACHE_MS = 1000
const CACHE_ENTRIES = 10_000
const TOUCH_EVERY_MS = 60_000
const MALFORMED = 'The token is malformed: it is cut off or mistyped. Copy it again, whole.'

/**
 * What a route asks of a token; `operator` is the one from SONGREEL_ADMIN_TOKEN, `recovery` is scope admin or the
 * operator, `oversight` scope read or the operator, `open` asks nothing.
 */
export type RouteScope = Scope | 'operator' | 'recovery' | 'oversight' | 'open'

/** Who makes the request. */
export type Auth = {
  orgId: string
  keyId: string
  kind: 'OWNER' | 'KEY' | 'SESSION' | 'OPERATOR'
  scopes: readonly Scope[]
  isTest: boolean
  /** When what it may pass on to a key runs out by itself; null: never. */
  expiresAt: string | null
  /** When it ends itself: of a session, before its rights. */
  endsAt: string | null
  /** Whether it stands for the organization itself: its own token, or a session of whoever has that. */
  isOwn: boolean
  /** What a key made with it ends with; null when the organization itself gives it. */
  giverId: string | null
  /** How many tokens it comes from, and itself. */
  generations: number
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

type CacheEntry = { row: FoundToken; readAtMs: number; touchedAtMs: number }

/** Finds out who makes the request; what they may do is decided by `demandScope`. */
export type Authenticator = {
  authenticate(request: FastifyRequest): Promise<Auth>
  /** Forgets what is known of an organization's tokens, after one was changed here. */
  forget(orgId: string): void
}

/** Creates a process's authenticator. It caches tokens briefly, so that a busy client doesn't cost a query per request. */
export function createAuthenticator({ db, read, hashToken, config, log }: AuthDeps): Authenticator {
  // By the token itself: hashing it each time would cost more than the rest of a small request.
  const known = new Map<string, CacheEntry>()

  /** Only tokens in force are remembered: a revoked one is looked up each time, as an unknown one is, and takes as long. */
  async function lookUp(token: string): Promise<FoundToken | undefined> {
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
      const session = hasToken(request) ? undefined : readSessionCookie(request)
      if (session !== undefined) {
        demandSameOrigin(request)
        return readAuth(await lookUp(session), session, SESSION_KINDS)
      }
      const token = readToken(request)
      if (config.adminToken && !known.has(token) && isEqual(token, config.adminToken))
        return buildOperator(token)
      return readAuth(await lookUp(token), token, TOKEN_KINDS)
    },
    forget(orgId) {
      for (const [key, entry] of known) if (entry.row.orgId === orgId) known.delete(key)
    },
  }
}

type AuthDeps = Pick<Services, 'db' | 'read' | 'hashToken' | 'config' | 'log'>

/** What a token of an organization needs where the operator's does, too. */
const BESIDE_OPERATOR = { recovery: 'admin', oversight: 'read' } as const

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
    if (scope === 'recovery' || scope === 'oversight') return
    throw new ServiceError('FORBIDDEN', {
      message:
        "This is the operator's token, which only makes organizations, renews their tokens, limits what they make and looks at the workload. Use an organization's token here.",
    })
  }
  const needed = scope === 'recovery' || scope === 'oversight' ? BESIDE_OPERATOR[scope] : scope
  if (auth.scopes.includes(needed) || auth.scopes.includes('admin')) return
  throw new ServiceError('FORBIDDEN', {
    message: `This key has ${auth.scopes.join(' and ')}, and ${needed} is needed. Make a key with that scope, or use the organization's authToken.`,
  })
}

/** Whether a program says who it is; a browser that does both is taken for one. */
export function hasToken({ headers }: FastifyRequest): boolean {
  return Boolean(headers.authorization ?? headers['x-api-key'])
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

/** A session is good in a cookie alone, and a token only outside of one. */
const SESSION_KINDS: readonly Auth['kind'][] = ['SESSION']
const TOKEN_KINDS: readonly Auth['kind'][] = ['OWNER', 'KEY']

function readAuth(found: FoundToken | undefined, token: string, kinds: readonly Auth['kind'][]): Auth {
  const row = kinds.find((kind) => kind === found?.kind) && found
  if (!row || hasEnded(row)) throw refuse(describeRefusal(row, token, kinds))
  const { orgId, keyId, scopes, isTest, isOwn, giverId, generations, tokenHint } = row
  const rights = { scopes, isTest, isOwn, giverId, generations, expiresAt: row.rightsEndAt }
  return { orgId, keyId, kind: row.kind as Auth['kind'], ...rights, endsAt: row.expiresAt, token, tokenHint }
}

function hasEnded({ revokedAt, expiresAt }: FoundToken): boolean {
  return revokedAt !== null || (expiresAt !== null && Date.parse(expiresAt) <= Date.now())
}

/** Builds all messages for every refusal, so that none takes longer than another. */
function describeRefusal(row: FoundToken | undefined, token: string, kinds: readonly Auth['kind'][]): string {
  if (kinds === SESSION_KINDS) return 'This session has ended. Sign in again.'
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
    endsAt: null,
    isOwn: false,
    giverId: null,
    generations: 1,
    token,
    tokenHint: makeHint(token),
  }
}

/** Hashing makes the lengths equal, so that the comparison takes constant time. */
function isEqual(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

function refuse(message: string): ServiceError {
  return new ServiceError('UNAUTHENTICATED', { message, headers: { 'WWW-Authenticate': 'Bearer' } })
}
