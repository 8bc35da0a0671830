import type { DeliveryFailureCode } from '@songreel/contract'
import { readRetryAfterSecs } from '../outbound/retry-after.ts'
import { WorkError } from '../work-error.ts'
import { DeliveryError } from './delivery-error.ts'

/** What the library throws; everything else in it (what was signed, the access key) is nobody's business. */
type StoreError = Error & {
  $metadata?: { httpStatusCode?: number }
  $response?: { headers?: Record<string, string> }
}

/** Codes of stores that say more than the status does. */
const KNOWN_CODES: Record<string, DeliveryFailureCode> = {
  NoSuchBucket: 'DESTINATION_NOT_FOUND',
  BadDigest: 'DESTINATION_CHECKSUM_MISMATCH',
  InvalidDigest: 'DESTINATION_CHECKSUM_MISMATCH',
  XAmzContentSHA256Mismatch: 'DESTINATION_CHECKSUM_MISMATCH',
  // Somebody, or a rule of the bucket, has aborted the upload: it begins again.
  NoSuchUpload: 'DESTINATION_UNREACHABLE',
  RequestTimeout: 'DESTINATION_UNREACHABLE',
  SlowDown: 'DESTINATION_UNREACHABLE',
  // The clock of this machine is wrong, which is nothing that the customer could mend.
  RequestTimeTooSkewed: 'DELIVERY_FAILED',
}
/** A code of S3's kind; not what the library calls an error whose code it did not find. */
const NAMED = /^(?!Unknown|Error$)[A-Z][A-Za-z0-9]{2,60}$/
const TRANSIENT_STATUSES = new Set([307, 408, 425, 429])

/** Says what an error of a store, or on the way to it, means for a delivery; undefined where it is neither. */
export function readS3Error(error: unknown, host: string): DeliveryError | undefined {
  if (error instanceof DeliveryError) return error
  if (error instanceof WorkError) return readOutboundError(error, host)
  const { name, $metadata, $response } = error as StoreError
  const status = $metadata?.httpStatusCode
  if (status === undefined) return undefined
  const known = NAMED.test(name) ? name : undefined
  const code = KNOWN_CODES[known ?? ''] ?? readStatus(status)
  const seen = `${host} answers with status ${status}${known ? ` (${known})` : ''}.`
  return new DeliveryError(code, {
    seen,
    retryAfterSecs: readRetryAfterSecs($response?.headers?.['retry-after']),
  })
}

/** The status of what a store answered; undefined where there was no answer. */
export function readS3Status(error: unknown): number | undefined {
  return (error as StoreError).$metadata?.httpStatusCode
}

function readStatus(status: number): DeliveryFailureCode {
  if (status === 401 || status === 403) return 'DESTINATION_REFUSED'
  if (status === 404) return 'DESTINATION_NOT_FOUND'
  if (status >= 500 || TRANSIENT_STATUSES.has(status)) return 'DESTINATION_UNREACHABLE'
  return 'DESTINATION_INVALID'
}

function readOutboundError({ facts: { problem, seen } }: WorkError, host: string): DeliveryError | undefined {
  if (!problem) return undefined
  const code = problem === 'refused' ? 'DESTINATION_NOT_ALLOWED' : 'DESTINATION_UNREACHABLE'
  return new DeliveryError(code, { seen: `${host} ${seen}.` })
}
