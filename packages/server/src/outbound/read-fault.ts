import { findConnectionFault } from './dial.ts'
import { OutboundFault } from './outbound-fault.ts'

/** How far the request was when it failed: waiting for the answer, or in its body. */
export type RequestPhase = 'answer' | 'body'

/** Codes of undici for a connection that ended before its answer was whole. */
const CLOSED_CODES = new Set(['UND_ERR_SOCKET', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'])

/** Tells what an error of the network means; undefined where it is none of the network's. */
export function readFault(error: unknown, phase: RequestPhase): OutboundFault | undefined {
  if (error instanceof OutboundFault) {
    return error.kind === 'connection' && phase === 'body' ? cutShort(error) : error
  }
  const { code = '', name } = error as NodeJS.ErrnoException
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') {
    const seen = phase === 'body' ? 'stopped sending in the middle of the file' : 'does not answer'
    return new OutboundFault('timeout', seen, { isPassing: true, cause: error })
  }
  const isParserError = name === 'HTTPParserError' || code === 'UND_ERR_HEADERS_OVERFLOW'
  const connectionFault = findConnectionFault(error)
  if (!isParserError && !connectionFault && !CLOSED_CODES.has(code)) return undefined
  // Chunks that stop without their end come as an error of the parser.
  if (phase === 'body') return cutShort(error)
  if (isParserError) return new OutboundFault('protocol', 'does not answer in proper HTTP', { cause: error })
  return connectionFault ?? closed(error)
}

function cutShort(cause: unknown): OutboundFault {
  return new OutboundFault('truncated', 'broke off in the middle of the file', {
    isPassing: true,
    cause,
  })
}

function closed(cause: unknown): OutboundFault {
  return new OutboundFault('connection', 'closed the connection', { isPassing: true, cause })
}
