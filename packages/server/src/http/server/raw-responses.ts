import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorCode } from '@songreel/contract'
import { ServiceError } from '../../errors.ts'
import { createRequestId, readRequestId } from '../request/request-id.ts'
import { BASE_HEADERS } from '../response/base-headers.ts'
import { buildFailure } from '../response/failures.ts'

/** Responses for what never becomes a request of the framework, in the same envelope as everything else. */
export type RawResponses = ReturnType<typeof createRawResponses>

type Facts = {
  publicUrl(): string
  onRefused(facts: { requestId: string; status: number; code: string }): void
}

const PARSER_ERRORS: Record<string, { code: ErrorCode; message?: string }> = {
  HPE_HEADER_OVERFLOW: { code: 'HEADERS_TOO_LARGE' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { code: 'BODY_TOO_LARGE' },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'REQUEST_TIMEOUT' },
  HPE_INVALID_METHOD: {
    code: 'BAD_REQUEST',
    message: 'The first line does not start with a known HTTP method.',
  },
  HPE_INVALID_URL: {
    code: 'BAD_REQUEST',
    message: 'The path in the first line holds a character that must be percent-encoded.',
  },
  HPE_INVALID_VERSION: {
    code: 'BAD_REQUEST',
    message: 'The first line names an HTTP version that is not known.',
  },
}
const NOT_HTTP = 'The bytes on the connection are not a valid HTTP/1.1 request.'

/** Makes the responses of one application. */
export function createRawResponses({ publicUrl, onRefused }: Facts) {
  function compose(error: ServiceError, requestId: string) {
    const body = JSON.stringify(buildFailure(error, { requestId, publicUrl: publicUrl() }))
    const headers = {
      ...BASE_HEADERS,
      ...error.headers,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
      'X-Request-Id': requestId,
      Connection: 'close',
    }
    // Of connections there may be thousands too many; their limit reports them itself.
    if (error.code !== 'RATE_LIMITED') onRefused({ requestId, status: error.status, code: error.code })
    return { body, headers }
  }

  function writeTo(socket: Socket, error: ServiceError, requestId: string): void {
    const { body, headers } = compose(error, requestId)
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    const head = [`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`, ...lines].join('\r\n')
    socket.end(`${head}\r\n\r\n${body}`)
  }

  return {
    /** For bytes that Node could not read as HTTP, or that came too slowly. */
    onClientError(error: NodeJS.ErrnoException, socket: Socket): void {
      if (error.code === 'ECONNRESET' || !socket.writable || isResponding(socket)) {
        socket.destroy()
        return
      }
      const { code, message } = PARSER_ERRORS[error.code ?? ''] ?? { code: 'BAD_REQUEST' }
      const text = message ?? (code === 'BAD_REQUEST' ? NOT_HTTP : undefined)
      writeTo(socket, new ServiceError(code, { message: text, cause: error }), createRequestId())
    },
    /** For a connection that is one too many. */
    onCrowd(socket: Socket, refusal: ServiceError): void {
      socket.on('error', () => socket.destroy())
      writeTo(socket, refusal, createRequestId())
      socket.destroySoon()
    },
    /** For CONNECT, which Node hands over as a bare socket. */
    onConnect(request: IncomingMessage, socket: Socket): void {
      socket.on('error', () => socket.destroy())
      const error = new ServiceError('METHOD_NOT_ALLOWED', {
        message: 'CONNECT is not understood here: this is an API, not a proxy.',
        headers: { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE' },
      })
      writeTo(socket, error, readRequestId(request))
    },
    /** For an Expect header other than 100-continue. */
    onExpectation(request: IncomingMessage, response: ServerResponse): void {
      const error = new ServiceError('EXPECTATION_FAILED')
      const { body, headers } = compose(error, readRequestId(request))
      response.writeHead(error.status, headers).end(request.method === 'HEAD' ? undefined : body)
    },
  }
}

/** Whether a response is already on its way on this socket; a second one would be read as part of it. */
function isResponding(socket: Socket): boolean {
  const { _httpMessage: message } = socket as Socket & { _httpMessage?: ServerResponse | null }
  return message?.headersSent === true
}
