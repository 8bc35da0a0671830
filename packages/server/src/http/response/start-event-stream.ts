import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** Begins a response of Server-Sent Events, which neither caches nor proxies may hold back. */
export function startEventStream(reply: FastifyReply): ServerResponse {
  const stream = reply.hijack().raw
  stream.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  return stream
}

/**
 * Ends the stream of a token that is no longer valid. A client that does not read is cut off: what waits for it would keep
 * the connection open.
 */
export function endStream(stream: ServerResponse): void {
  if (stream.writableNeedDrain) stream.destroy()
  else stream.end(': this token is no longer valid\n\n')
}
