import {
  ApiError,
  type ApiErrorFacts,
  AuthenticationError,
  ConflictError,
  IdempotencyError,
  NotFoundError,
  PermissionError,
  QuotaError,
  RateLimitError,
  ServerError,
  ValidationError,
} from './errors.ts'
import { parseBody } from './parse-body.ts'

const CLASSES: Record<number, typeof ApiError> = {
  400: ValidationError,
  401: AuthenticationError,
  402: QuotaError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  422: IdempotencyError,
  429: RateLimitError,
}

/** The error of a response that is no success, whoever sent it: ours has an envelope, a proxy's may be a web page. */
export function readApiError(response: Response, text: string): ApiError {
  const { status, headers } = response
  const raw = parseBody(response, text)
  const body = toRecord(raw)
  const said = toRecord(body.error)
  const code = toText(said.code) ?? `HTTP_${status}`
  // Whatever else is said about the error, by a newer server too, is on the error as well.
  const facts: ApiErrorFacts = {
    ...said,
    status,
    code,
    message: toText(body.message) ?? `The response was ${status} without an explanation.`,
    retryable: typeof said.retryable === 'boolean' ? said.retryable : isPassing(status),
    details: Array.isArray(said.details) ? said.details : [],
    headers,
    raw,
    requestId: toText(body.requestId) ?? headers.get('x-request-id') ?? undefined,
  }
  const Class = code.endsWith('QUOTA_EXCEEDED') ? QuotaError : CLASSES[status]
  return new (Class ?? (status >= 500 ? ServerError : ApiError))(facts)
}

function isPassing(status: number): boolean {
  return status === 408 || status === 429 || status >= 500
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
