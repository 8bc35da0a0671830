import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors.ts'
import { findJsonErrorPosition } from './json-position.ts'
import { findUnsafeJson } from './unsafe-json.ts'

/** A JSON body that hasn't arrived after this time is rejected, so that a slow sender doesn't hold resources. */
const BODY_TIMEOUT_MS = 30_000
/** What is sent beyond the limit is read and dropped up to here, so that the sender gets to see the response. */
const MAX_DRAINED_BYTES = 16 * 1024 * 1024

type BodyLimits = { maxBytes: number; timeoutMs?: number }
type Done = (error: Error | null, body?: unknown) => void

/** Reads JSON bodies: bounded in size, time and depth, refused unless they are clean text. */
export function registerJsonBody(app: FastifyInstance, limits: BodyLimits): void {
  const parse = (request: FastifyRequest, payload: IncomingMessage, done: Done) =>
    readBody(request, payload, { ...limits, done })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', parse)
  app.addContentTypeParser(/^application\/[\w.+-]+\+json\b/, parse)
}

/** Replaces Fastify's reader, which waits for ever and resets the connection when a body is too large. */
function readBody(
  request: FastifyRequest,
  payload: IncomingMessage,
  { maxBytes, timeoutMs = BODY_TIMEOUT_MS, done }: BodyLimits & { done: Done },
): void {
  const chunks: Buffer[] = []
  let bytes = 0
  let refusal = refuseEarly(request, maxBytes)
  const timer = setTimeout(() => finish(refusal ?? new ServiceError('REQUEST_TIMEOUT')), timeoutMs)

  function onData(chunk: Buffer): void {
    bytes += chunk.length
    if (bytes > maxBytes) refusal ??= tooLarge(maxBytes)
    if (bytes > maxBytes + MAX_DRAINED_BYTES) finish(refusal)
    else if (!refusal) chunks.push(chunk)
  }
  function onEnd(): void {
    finish(refusal)
  }
  function finish(error?: Error): void {
    clearTimeout(timer)
    payload.off('data', onData).off('end', onEnd).off('error', finish)
    try {
      if (error) throw error
      done(null, parseJson(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)))
    } catch (failure) {
      done(failure as Error)
    }
  }
  payload.on('data', onData).on('end', onEnd).on('error', finish)
}

function refuseEarly(request: FastifyRequest, maxBytes: number): ServiceError | undefined {
  const { 'content-length': length, 'content-encoding': encoding } = request.headers
  if (encoding !== undefined && encoding !== 'identity') {
    return new ServiceError('UNSUPPORTED_MEDIA_TYPE', {
      message: 'Content-Encoding is not understood here. Send the JSON body uncompressed.',
    })
  }
  return Number(length) > maxBytes ? tooLarge(maxBytes) : undefined
}

function tooLarge(maxBytes: number): ServiceError {
  return new ServiceError('BODY_TOO_LARGE', {
    message: `The body is larger than ${maxBytes} bytes. Files go to POST /v1/uploads or by URL, not inside JSON.`,
  })
}

/** An empty body is no body: the schemas then say which fields are missing. */
function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  if (!isUtf8(bytes)) {
    throw new ServiceError('INVALID_CHARACTERS', {
      message: 'The body is not valid UTF-8. Save it as UTF-8.',
    })
  }
  const text = withoutMark(bytes.toString('utf8'))
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (error) {
    throw new ServiceError('INVALID_JSON', { message: describeSyntaxError(text), cause: error })
  }
  const refusal = findUnsafeJson(body)
  if (refusal) throw refusal
  return body
}

/** Some editors start a file with a byte order mark. */
function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

/** Reports the position, never the surrounding text, because a body may contain secrets. */
function describeSyntaxError(text: string): string {
  const position = findJsonErrorPosition(text) ?? text.length
  if (position === text.length) return 'The body is not valid JSON: it ends too early.'
  const before = text.slice(0, position).split('\n')
  return `The body is not valid JSON: look at line ${before.length}, column ${(before.at(-1) ?? '').length + 1}.`
}
