import type { ErrorCode, ErrorDetail, Failure } from '@songreel/contract'
import { ServiceError } from '../../errors.ts'
import { isTransientDbError } from '../../store/retry-transient.ts'

const RETRY_SECS = 2

/** What Fastify's own errors mean here; every other of its 4xx is a plain BAD_REQUEST. */
const FASTIFY_ERRORS: Record<string, { code: ErrorCode; message?: string }> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'BODY_TOO_LARGE' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { code: 'UNSUPPORTED_MEDIA_TYPE' },
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: { code: 'UNSUPPORTED_MEDIA_TYPE' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'BAD_REQUEST',
    message: 'The body is shorter or longer than its Content-Length header says.',
  },
  FST_ERR_BAD_URL: {
    code: 'BAD_REQUEST',
    message: 'The path holds a broken percent-encoding. Encode it as UTF-8, for example %C3%B6 for ö.',
  },
  FST_ERR_MAX_PARAM_LENGTH: {
    code: 'BAD_REQUEST',
    message: 'A part of the path is longer than any id of ours.',
  },
}

/** Conditions of PostgreSQL (its appendix A) and of the connection to it that pass by themselves. */
const PASSING_SQL_CLASSES = new Set(['08', '40', '53', '57', '58'])
const PASSING_NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
])

/** Translates whatever was thrown into a ServiceError. Anything unexpected becomes INTERNAL, with the original as its cause. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  const { code, statusCode, syscall } = (error ?? {}) as Record<string, unknown>
  const known = FASTIFY_ERRORS[String(code)]
  if (known) return new ServiceError(known.code, { message: known.message, cause: error })
  if (isUnstorableText(code)) return new ServiceError('INVALID_CHARACTERS', { cause: error })
  if (isTransientDbError(error) || isPassing({ code, syscall })) {
    return new ServiceError('UNAVAILABLE', { cause: error, headers: { 'Retry-After': String(RETRY_SECS) } })
  }
  const isOfTheFramework = typeof code === 'string' && code.startsWith('FST_')
  if (isOfTheFramework && typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new ServiceError('BAD_REQUEST', { cause: error })
  }
  return new ServiceError('INTERNAL', { cause: error })
}

/** 22021 and 22P05: text that PostgreSQL can't store. Validation rejects it first; this is the second line of defence. */
function isUnstorableText(code: unknown): boolean {
  return code === '22021' || code === '22P05'
}

function isPassing({ code, syscall }: Record<string, unknown>): boolean {
  if (typeof code !== 'string') return false
  if (/^[0-9A-Z]{5}$/.test(code) && PASSING_SQL_CLASSES.has(code.slice(0, 2))) return true
  return (
    PASSING_NETWORK_CODES.has(code) && (syscall === 'connect' || syscall === 'read' || syscall === 'write')
  )
}

/** The envelope of a failure. */
export function buildFailure(
  error: { code: ErrorCode; message: string; retryable: boolean; details: ErrorDetail[] },
  facts: { requestId: string; publicUrl: string },
): Failure {
  const { code, message, retryable, details } = error
  return {
    success: false,
    message,
    error: { code, retryable, details, docs: `${facts.publicUrl}/docs/errors#${code}` },
    requestId: facts.requestId,
  }
}
