import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors.ts'
import { createKeyedSemaphore, type KeyedSemaphore } from '../../keyed-semaphore.ts'
import type { Services } from '../../services.ts'
import { toNetwork } from '../request/network.ts'
import { hasToken } from './authenticator.ts'

/** The length of one window: limits are given per minute. */
export const WINDOW_SECS = 60
const MAX_COUNTERS = 100_000
/** Wrong tokens an address may try in one window. */
const MAX_WRONG_TOKENS = 30
const GUESS_LOOK_UPS_AT_ONCE = 4
/** Requests that wait for one; each holds a connection. */
const MAX_WAITING_GUESSES = 1000
const NEVER = new AbortController().signal

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

/** If a client invents addresses faster than windows expire, all counters are reset. */
function dropEnded(windows: Map<string, Window>, nowMs: number): void {
  for (const [name, window] of windows) if (window.endsAtMs <= nowMs) windows.delete(name)
  if (windows.size >= MAX_COUNTERS) windows.clear()
}

/** What counts around and behind authentication. */
export type RateLimit = {
  /** Runs the look-up of a request's token, or of one in its body; wrong ones are counted by the address they come from. */
  aroundAuth<Found>(request: FastifyRequest, lookUp: () => Promise<Found>, isInBody?: boolean): Promise<Found>
  afterAuth(app: FastifyInstance): void
}

/** Makes the limits of one application; with a limit of 0 there are none. */
export function createRateLimit({ config }: Pick<Services, 'config'>): RateLimit {
  if (config.rateLimit === 0) return { aroundAuth: (_request, lookUp) => lookUp(), afterAuth() {} }
  return {
    aroundAuth: createGuessLimit(),
    afterAuth(app) {
      const countRequest = createRequestLimit(config.rateLimit)
      app.addHook('onRequest', (request, reply, done) => {
        if (!request.auth) return done()
        done(countRequest(request.auth.keyId, reply))
      })
    },
  }
}

/**
 * Slows whoever guesses tokens from one address. A right token always passes, because many clients may share an address
 * (an office, a proxy): every token is looked up, and only a wrong one has to wait. What that costs the database is
 * bounded: all addresses over the limit together have a few look-ups at a time.
 */
function createGuessLimit(): RateLimit['aroundAuth'] {
  const wrongTokens = createCounters()
  const lookUps = createKeyedSemaphore({ total: GUESS_LOOK_UPS_AT_ONCE })

  return async (request, lookUp, isInBody = false) => {
    const network = toNetwork(request.ip)
    const isSlowed = (wrongTokens.find(network)?.count ?? 0) >= MAX_WRONG_TOKENS
    try {
      return await (isSlowed ? inTurn(lookUps, network, lookUp) : lookUp())
    } catch (error) {
      const isWrong =
        (error as { code?: string }).code === 'UNAUTHENTICATED' && (isInBody || hasToken(request))
      if (!isWrong) throw error
      const { count, endsAtMs } = wrongTokens.count(network)
      if (count <= MAX_WRONG_TOKENS) throw error
      const message =
        'This token is not valid, and too many wrong tokens came from this address. Wait, or send a valid one.'
      const headers = { 'Retry-After': secsUntil(endsAtMs) }
      throw new ServiceError('RATE_LIMITED', { message, headers, cause: error })
    }
  }
}

/** Networks take turns, so that one that guesses holds up no other. No more wait than can be served in a while. */
async function inTurn<Result>(
  lookUps: KeyedSemaphore,
  network: string,
  lookUp: () => Promise<Result>,
): Promise<Result> {
  if (lookUps.countWaiting() >= MAX_WAITING_GUESSES) {
    const message = 'Too many wrong tokens came from this address, and many requests wait. Try again shortly.'
    throw new ServiceError('RATE_LIMITED', { message, headers: { 'Retry-After': '1' } })
  }
  const release = await lookUps.take(network, NEVER)
  try {
    return await lookUp()
  } finally {
    release?.()
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
