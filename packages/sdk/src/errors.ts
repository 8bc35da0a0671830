import type { BatchRecord, ErrorDetail, ExceededQuota } from './records.ts'
import { readRetryAfter } from './retry-after.ts'

/** Everything that this package throws; `requestId` finds the call in the server's log. */
export class SongreelError extends Error {
  override name = 'SongreelError'
  readonly requestId: string | undefined

  constructor(message: string, options: { cause?: unknown; requestId?: string } = {}) {
    super(message, options)
    this.requestId = options.requestId
  }
}

/** The server could not be reached, or its response broke off. */
export class ConnectionError extends SongreelError {
  override name = 'ConnectionError'
}

/** Nothing came within `timeoutMs`. */
export class TimeoutError extends SongreelError {
  override name = 'TimeoutError'
}

/** The caller's signal was aborted. */
export class AbortError extends SongreelError {
  override name = 'AbortError'
}

/** What the server said about a call that failed. */
export type ApiErrorFacts = {
  status: number
  code: string
  message: string
  retryable: boolean
  details: ErrorDetail[]
  headers: Headers
  /** The body as it came: parsed if it is JSON, otherwise text. */
  raw: unknown
  requestId?: string
  docs?: string
  hint?: string
  type?: string
}

/** The server refused the call or failed at it; `code` is for programs, `message` for people. */
export class ApiError extends SongreelError {
  override name = 'ApiError'
  declare readonly status: number
  declare readonly code: string
  declare readonly retryable: boolean
  declare readonly details: ErrorDetail[]
  declare readonly headers: Headers
  declare readonly raw: unknown
  declare readonly docs: string | undefined
  declare readonly hint: string | undefined
  declare readonly type: string | undefined

  constructor(facts: ApiErrorFacts) {
    super(facts.message, { requestId: facts.requestId })
    Object.assign(this, facts)
  }

  /** One line for a log. */
  override toString(): string {
    const places = [this.requestId && `request ${this.requestId}`, this.docs].filter(Boolean).join(', ')
    return `${this.name} ${this.status} ${this.code}: ${this.message}${places && ` (${places})`}`
  }
}

/** 401: the token is missing, malformed, unknown or revoked; the message says which. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError'
}

/** 403: the token is valid but may not do this. */
export class PermissionError extends ApiError {
  override name = 'PermissionError'
}

/** 404: there is no such record, or it belongs to another organization. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError'
}

/** 409: the call conflicts with the current state. */
export class ConflictError extends ApiError {
  override name = 'ConflictError'
}

/** 400: something in the request is wrong; `details` lists every field at once. */
export class ValidationError extends ApiError {
  override name = 'ValidationError'

  /** What is wrong with one field, such as `renders[0].contentId`. */
  field(path: string): string | undefined {
    return this.details.find(({ field }) => field === path)?.message
  }
}

/** 422: the Idempotency-Key was used for another request. */
export class IdempotencyError extends ApiError {
  override name = 'IdempotencyError'
}

/** 429: too many requests with this token. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError'

  /** How long the server asks to wait. */
  get retryAfterSeconds(): number | undefined {
    return readRetryAfter(this.headers)
  }
}

/** 402, or more than the organization may store or have made in a month. */
export class QuotaError extends ApiError {
  override name = 'QuotaError'

  /** Every limit that the call would exceed; `code` says what is limited, such as `VIDEOS_PER_MONTH`. */
  get exceeded(): (ExceededQuota & { code: string })[] {
    return this.details.flatMap(({ code, quota }) => (quota ? [{ code, ...quota }] : []))
  }

  /** When the month ends, and with it what was used; undefined if waiting doesn't help. */
  get resetsAt(): string | undefined {
    return this.exceeded.find(({ resetsAt }) => resetsAt)?.resetsAt
  }
}

/** 5xx: the server failed. */
export class ServerError extends ApiError {
  override name = 'ServerError'
}

/** Why one render of a batch has no video. */
export type FailedRender = {
  renderId: string
  code: string
  message: string
  retryable: boolean
  hint?: string
}

/** A batch ended without all of its videos; `failed` says why, render by render. */
export class RenderFailedError extends SongreelError {
  override name = 'RenderFailedError'
  readonly batch: BatchRecord
  readonly failed: FailedRender[]

  constructor(batch: BatchRecord) {
    const failed = batch.renders.flatMap(({ renderId, error }) => (error ? [{ renderId, ...error }] : []))
    const reasons = failed.map(({ renderId, code, message }) => `${renderId} ${code}: ${message}`)
    const summary = `Batch ${batch.batchId} is ${batch.status}: ${batch.counts.completed} of ${batch.counts.total} videos were made.`
    super([summary, ...reasons].join(' '))
    this.batch = batch
    this.failed = failed
  }
}
