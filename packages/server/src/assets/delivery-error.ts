import { DELIVERY_FAILURES, type DeliveryFailure, type DeliveryFailureCode } from '@songreel/contract'

/** Facts beside the code. */
export type DeliveryErrorFacts = ErrorOptions & {
  /** What was seen, as a sentence; by default the catalogue's. */
  seen?: string
  retryAfterSecs?: number
}

/**
 * A video that could not be delivered. Its message is safe to show. It never carries what a store's library threw: such errors
 * hold the access key and what was signed.
 */
export class DeliveryError extends Error {
  readonly code: DeliveryFailureCode
  readonly retryAfterSecs: number | undefined

  constructor(code: DeliveryFailureCode, { seen, retryAfterSecs, cause }: DeliveryErrorFacts = {}) {
    const { text, hint } = DELIVERY_FAILURES[code]
    super(`${seen ?? text} ${hint.replaceAll('`', '')}`, { cause })
    this.name = 'DeliveryError'
    this.code = code
    this.retryAfterSecs = retryAfterSecs
  }
}

/** The error as its client reads it, in the record of the render. */
export function describeDeliveryError({ code, message }: DeliveryError): DeliveryFailure {
  return { code, message, retryable: DELIVERY_FAILURES[code].retryable }
}
