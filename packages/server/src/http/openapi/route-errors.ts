import { ERRORS, type ErrorCode } from '@songreel/contract'
import type { RouteOptions } from 'fastify'
import { z } from 'zod'
import { routeScope } from '../auth/authenticator.ts'

const ALWAYS: ErrorCode[] = [
  'BAD_REQUEST',
  'VALIDATION_ERROR',
  'INVALID_CHARACTERS',
  'INTERNAL',
  'UNAVAILABLE',
]
const WITH_TOKEN: ErrorCode[] = ['UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED']
const WITH_BODY: ErrorCode[] = [
  'INVALID_JSON',
  'UNSAFE_JSON',
  'REQUEST_TIMEOUT',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
]
const WITH_KEY: ErrorCode[] = ['IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED']

/** Every POST that makes or changes something can be sent again without harm; a preview or a trial leaves nothing behind. */
export function takesIdempotencyKey({ method, url, config }: RouteOptions): boolean {
  return method === 'POST' && url.startsWith('/v1') && !config?.responseType && !config?.leavesNothing
}

/** Every code a route can respond with, in the catalogue's order. */
export function listErrorCodes(route: RouteOptions): ErrorCode[] {
  const { schema, config, method } = route
  const hasCursor = schema?.querystring instanceof z.ZodObject && 'cursor' in schema.querystring.shape
  const codes = new Set<ErrorCode>([
    ...ALWAYS,
    ...(config?.errors ?? []),
    ...listNotFoundCodes(route.url),
    ...(routeScope(route) === 'open' ? [] : WITH_TOKEN),
    ...(method === 'GET' || method === 'HEAD' ? [] : WITH_BODY),
    ...(takesIdempotencyKey(route) ? WITH_KEY : []),
    ...(hasCursor ? (['INVALID_CURSOR'] as const) : []),
  ])
  return (Object.keys(ERRORS) as ErrorCode[]).filter((code) => codes.has(code))
}

/** Where an id in a path is called otherwise than what it names. */
const NOUNS: Record<string, string> = {
  org: 'organization',
  key: 'apiKey',
  credentials: 'destinationCredentials',
}

/** `:mediaBundleId` can be MEDIA_BUNDLE_NOT_FOUND; a name without a code of its own is plain NOT_FOUND. */
function listNotFoundCodes(url: string): ErrorCode[] {
  return [...url.matchAll(/:(\w+?)Id\b/g)].map(([, name]) => {
    const noun = NOUNS[name as string] ?? (name as string)
    const code = `${noun.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}_NOT_FOUND`
    return code in ERRORS ? (code as ErrorCode) : 'NOT_FOUND'
  })
}
