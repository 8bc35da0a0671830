import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionLimit } from './connection-limit.ts'
import type { RawResponses } from './raw-responses.ts'

const MAX_HEADER_BYTES = 16 * 1024
const MAX_CONNECTIONS = 5000
const HEADERS_TIMEOUT_MS = 15_000
/** Long, because an upload of the largest file may take so long; JSON bodies have their own, short one. */
const REQUEST_TIMEOUT_MS = 60 * 60 * 1000
/** A connection on which nothing moves is closed; event streams send a heartbeat far more often. */
const IDLE_TIMEOUT_MS = 120_000
/** Longer than the 60 s of the usual balancers, so that they close first. */
const KEEP_ALIVE_MS = 72_000
const CHECK_EVERY_MS = 5000

/** What Node says of a connection that stays open, for responses that have to say it themselves. */
export const KEPT_CONNECTION = { Connection: 'keep-alive', 'Keep-Alive': `timeout=${KEEP_ALIVE_MS / 1000}` }

type ServerOptions = {
  responses: RawResponses
  connectionLimit: ConnectionLimit
  headersTimeoutMs: number | undefined
}

/** The HTTP server with its bounds, and our words for everything that Node would respond by itself. */
export function createHttpServer(
  onRequest: RequestListener,
  { responses, connectionLimit, headersTimeoutMs = HEADERS_TIMEOUT_MS }: ServerOptions,
): Server {
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: headersTimeoutMs,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: Math.min(CHECK_EVERY_MS, headersTimeoutMs),
      // Node's own response to a missing Host header has no body; ours is given in app.ts.
      requireHostHeader: false,
    },
    onRequest,
  )
  server.maxConnections = MAX_CONNECTIONS
  server.setTimeout(IDLE_TIMEOUT_MS)
  server.on('checkExpectation', responses.onExpectation)
  server.on('connect', responses.onConnect)
  guardConnections(server, responses, connectionLimit)
  return server
}

/** Runs before Node's own listener, so that a connection over the limit is closed without a parser or timers. */
function guardConnections(server: Server, responses: RawResponses, limit: ConnectionLimit): void {
  const accept = server.listeners('connection') as ((socket: Socket) => void)[]
  server.removeAllListeners('connection')
  server.on('connection', (socket) => {
    const refusal = limit.admit(socket)
    if (refusal) return responses.onCrowd(socket, refusal)
    for (const listener of accept) listener.call(server, socket)
  })
}
