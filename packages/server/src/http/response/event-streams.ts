import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'

/** Headers of a request for a stream of events. */
export const EventStreamHeaders = z.object({
  'Last-Event-ID': z
    .string()
    .optional()
    .meta({ description: 'The id of the last event received; an EventSource sends it automatically' }),
})

/** What is sent now and then to show that a stream is alive. */
type Beat = { text: string; everyMs: number }

/** The streams of Server-Sent Events that a route has open. */
export type EventStreams = {
  /** Begins one; `follow` is called with it, and what that returns when it has ended. */
  open(reply: FastifyReply, beat: Beat, follow: (stream: ServerResponse) => () => void): void
}

/** Keeps the streams of a route; they and the watch that feeds them end when the server closes. */
export function createEventStreams(
  app: Pick<FastifyInstance, 'addHook'>,
  watch: { close(): void },
): EventStreams {
  const open = new Set<ServerResponse>()
  app.addHook('preClose', (done) => {
    for (const stream of open) stream.end()
    watch.close()
    done()
  })
  return {
    open(reply, { text, everyMs }, follow) {
      const stream = start(reply)
      // Whoever asks for the headers alone must not wait for events that it would not get.
      if (reply.request.method === 'HEAD') return void stream.end()
      // Whoever went while its token was looked up would be written to for ever: nothing would say again that it has gone.
      if (stream.destroyed) return
      open.add(stream)
      const beat = setInterval(() => isReady(stream) && stream.write(text), everyMs)
      const unfollow = follow(stream)
      stream.on('close', () => {
        clearInterval(beat)
        unfollow()
        open.delete(stream)
      })
    },
  }
}

/** Neither caches nor proxies may hold it back. */
function start(reply: FastifyReply): ServerResponse {
  const stream = reply.hijack().raw
  stream.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  return stream
}

/** Whether the client has taken in what came before. */
export function isReady(stream: ServerResponse): boolean {
  return !stream.writableNeedDrain && !stream.writableEnded
}

/** An event as it goes over the wire; the client names the last id when it comes back. */
export function formatEvent(event: string, data: object, id?: string): string {
  return `${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/**
 * Ends the stream of a token that is no longer valid. A client that does not read is cut off: what waits for it would keep
 * the connection open.
 */
export function endStream(stream: ServerResponse): void {
  if (stream.writableNeedDrain) stream.destroy()
  else stream.end(': this token is no longer valid\n\n')
}
