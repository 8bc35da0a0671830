import { ERRORS, type ErrorCode, type ErrorDetail } from '@songreel/contract'

/** Facts beside the code: a better sentence, the fields in error, headers that go with the response. */
export type ServiceErrorFacts = ErrorOptions & {
  message?: string
  details?: ErrorDetail[]
  headers?: Record<string, string>
}

/** The one error class of the service; its code decides status, text and whether trying again helps. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetail[]
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, facts: ServiceErrorFacts = {}) {
    super(facts.message ?? ERRORS[code].text, { cause: facts.cause })
    this.name = 'ServiceError'
    this.code = code
    this.details = facts.details ?? []
    this.headers = facts.headers ?? {}
  }

  get status(): number {
    return ERRORS[this.code].status
  }

  get retryable(): boolean {
    return ERRORS[this.code].retryable
  }
}

/** The same 404 for what never existed, was deleted, or belongs to another organization; `field` is where its id was sent. */
export function notFound(code: ErrorCode, id: string, field?: string): ServiceError {
  const message = `${ERRORS[code].text.slice(0, -1)}: ${id}`
  return new ServiceError(code, { message, ...(field && { details: [{ field, code, message }] }) })
}

/** A request that is wrong in one field, for rules that a schema alone can not hold. */
export function invalidField(field: string, code: string, rule: string): ServiceError {
  const message = `${field} ${rule}.`
  return new ServiceError('VALIDATION_ERROR', { message, details: [{ field, code, message }] })
}
