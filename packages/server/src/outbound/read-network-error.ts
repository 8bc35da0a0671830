import { WorkError } from '../work-error.ts'
import { findConnectionError } from './dial.ts'
import { outboundError } from './outbound-error.ts'

/** How far the request was when it failed: waiting for the response, or in its body. */
export type RequestPhase = 'response' | 'body'

/** Codes of undici for a connection that ended before its response was whole. */
const CLOSED_CODES = new Set(['UND_ERR_SOCKET', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'])

/** Says what an error of the network means; undefined where it is none of the network's. */
export function readNetworkError(error: unknown, phase: RequestPhase): WorkError | undefined {
  if (error instanceof WorkError)
    return error.facts.problem === 'connection' && phase === 'body' ? cutShort(error) : error
  const { code = '', name } = error as NodeJS.ErrnoException
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') {
    const seen = phase === 'body' ? 'stopped sending in the middle of the file' : 'does not answer'
    return outboundError('timeout', seen, { isTransient: true, cause: error })
  }
  const isParserError = name === 'HTTPParserError' || code === 'UND_ERR_HEADERS_OVERFLOW'
  const connectionError = findConnectionError(error)
  if (!isParserError && !connectionError && !CLOSED_CODES.has(code)) return undefined
  // Chunks that stop without their end come as an error of the parser.
  if (phase === 'body') return cutShort(error)
  if (isParserError) return outboundError('protocol', 'does not answer in proper HTTP', { cause: error })
  return (
    connectionError ??
    outboundError('connection', 'closed the connection', { isTransient: true, cause: error })
  )
}

function cutShort(cause: unknown): WorkError {
  return outboundError('truncated', 'broke off in the middle of the file', { isTransient: true, cause })
}
