import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '../errors.ts'
import type { Services } from '../services.ts'

/** The length of one window; contract section 8 counts per minute. */
export const WINDOW_SECS = 60
const MAX_COUNTERS = 100_000
/** Wrong tokens an address may try in one window. */
const MAX_WRONG_TOKENS = 30
const MAX_KNOWN_TOKENS = 10_000

type Window = { count: number; endsAtMs: number }

/** Counts in windows that start with the first request, one per name. */
export type Counters = {
  count(name: string, nowMs?: number): Window
  find(name: string, nowMs?: number): Window | undefined
}

/**
 * In memory and of our own rather than @fastify/rate-limit: the check is one look into a map, needs the token's id
 * that authentication has just found, and counts wrong tokens per address beside it. Each process counts for itself.
 */
export function createCounters(windowMs = WINDOW_SECS * 1000): Counters {
  const windows = new Map<string, Window>()

  function find(name: string, nowMs = Date.now()): Window | undefined {
    const window = windows.get(name)
    return window && window.endsAtMs > nowMs ? window : undefined
  }

  return {
    find,
    count(name, nowMs = Date.now()) {
      let window = find(name, nowMs)
      if (!window) {
        if (windows.size >= MAX_COUNTERS) dropEnded(windows, nowMs)
        window = { count: 0, endsAtMs: nowMs + windowMs }
        windows.set(name, window)
      }
      window.count += 1
      return window
    },
  }
}

/** Somebody may invent addresses faster than windows end; then all of them start anew. */
function dropEnded(windows: Map<string, Window>, nowMs: number): void {
  for (const [name, window] of windows) if (window.endsAtMs <= nowMs) windows.delete(name)
  if (windows.size >= MAX_COUNTERS) windows.clear()
}

/** What stands before and behind authentication. */
export type RateLimit = { beforeAuth(app: FastifyInstance): void; afterAuth(app: FastifyInstance): void }

/** Makes the limits of one application; with a limit of 0 there are none. */
export function createRateLimit({ config, hashToken }: Pick<Services, 'config' | 'hashToken'>): RateLimit {
  if (config.rateLimit === 0) return { beforeAuth() {}, afterAuth() {} }
  const guesses = createGuessLimit(hashToken)
  return {
    beforeAuth(app) {
      app.addHook('onRequest', (request, _reply, done) => done(guesses.refuse(request)))
      app.addHook('onError', (request, _reply, error, done) => {
        if ((error as { code?: string }).code === 'UNAUTHENTICATED') guesses.noteWrong(request)
        done()
      })
    },
    afterAuth(app) {
      const countRequest = createRequestLimit(config.rateLimit)
      app.addHook('onRequest', (request, reply, done) => {
        if (!request.auth) return done()
        guesses.noteRight(request.auth)
        done(countRequest(request.auth.keyId, reply))
      })
    },
  }
}

/** Slows whoever guesses tokens from one address; tokens that have worked in this process pass untouched. */
function createGuessLimit(hashToken: Services['hashToken']) {
  const wrongTokens = createCounters()
  const rightHashes = new Set<string>()
  const rightKeys = new Set<string>()
  const hash = (token: string) => hashToken(token).toString('latin1')

  return {
    refuse(request: FastifyRequest): ServiceError | undefined {
      const wrong = wrongTokens.find(request.ip)
      if (!wrong || wrong.count < MAX_WRONG_TOKENS) return undefined
      const token = presentedToken(request)
      if (token === undefined || rightHashes.has(hash(token))) return undefined
      const message = 'Too many wrong tokens came from this address. Wait, then send a valid one.'
      const headers = { 'Retry-After': secsUntil(wrong.endsAtMs) }
      return new ServiceError('RATE_LIMITED', { message, headers })
    },
    noteWrong(request: FastifyRequest): void {
      if (presentedToken(request) !== undefined) wrongTokens.count(request.ip)
    },
    noteRight({ keyId, token }: { keyId: string; token: string }): void {
      if (rightKeys.has(keyId)) return
      if (rightKeys.size >= MAX_KNOWN_TOKENS) {
        rightKeys.clear()
        rightHashes.clear()
      }
      rightKeys.add(keyId)
      rightHashes.add(hash(token))
    },
  }
}

function createRequestLimit(limit: number) {
  const requests = createCounters()
  const policy = `${limit};w=${WINDOW_SECS}`

  return (keyId: string, reply: FastifyReply): ServiceError | undefined => {
    const { count, endsAtMs } = requests.count(keyId)
    const resetSecs = secsUntil(endsAtMs)
    setHeaders(reply, { limit, remaining: Math.max(0, limit - count), resetSecs, policy })
    if (count <= limit) return undefined
    const message = `This token may send ${limit} requests in ${WINDOW_SECS} s. Wait ${resetSecs} s, then go on.`
    return new ServiceError('RATE_LIMITED', { message, headers: { 'Retry-After': resetSecs } })
  }
}

type Facts = { limit: number; remaining: number; resetSecs: string; policy: string }

function setHeaders(reply: FastifyReply, { limit, remaining, resetSecs, policy }: Facts): void {
  reply.header('RateLimit-Limit', limit)
  reply.header('RateLimit-Remaining', remaining)
  reply.header('RateLimit-Reset', resetSecs)
  reply.header('RateLimit-Policy', policy)
}

function secsUntil(endsAtMs: number): string {
  return String(Math.max(1, Math.ceil((endsAtMs - Date.now()) / 1000)))
}

function presentedToken({ headers }: FastifyRequest): string | undefined {
  const { authorization, 'x-api-key': apiKey } = headers
  const text = authorization?.replace(/^Bearer +/i, '') ?? (Array.isArray(apiKey) ? apiKey[0] : apiKey)
  return text?.trim() || undefined
}
