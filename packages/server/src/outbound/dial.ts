import { addAbortListener } from 'node:events'
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { WorkError } from '../work-error.ts'
import { outboundError } from './outbound-error.ts'

/** Where to connect: one checked address and, for TLS, the name that the certificate must have. */
export type DialTarget = {
  address: string
  port: number
  isTls: boolean
  /** Missing where the URL holds an address: then the certificate must carry that. */
  serverName?: string
}

/** Opens a connection to exactly this address. */
export type Dial = (target: DialTarget, options: { signal: AbortSignal }) => Promise<Socket>

/** Codes of a connection that did not come about, whatever runs on top of it. */
const CONNECTION_CODES: Record<string, string> = {
  ECONNREFUSED: 'refuses the connection',
  ECONNRESET: 'closed the connection',
  ECONNABORTED: 'closed the connection',
  EPIPE: 'closed the connection',
  EHOSTUNREACH: 'cannot be reached',
  ENETUNREACH: 'cannot be reached',
  EHOSTDOWN: 'cannot be reached',
  ENETDOWN: 'cannot be reached',
  EADDRNOTAVAIL: 'cannot be reached',
  ETIMEDOUT: 'does not answer',
}

/** Makes the real dial; `ca` replaces the known certificate authorities. */
export function createDial({ ca }: { ca?: string } = {}): Dial {
  return async ({ address, port, isTls, serverName = '' }, { signal }) => {
    signal.throwIfAborted()
    const socket = isTls
      ? connectTls({
          host: address,
          port,
          servername: serverName,
          ca,
          ALPNProtocols: ['http/1.1'],
          // Stated, because an environment variable can turn the default off.
          rejectUnauthorized: true,
        })
      : connectTcp({ host: address, port })
    return await untilOpen(socket, isTls ? 'secureConnect' : 'connect', signal)
  }
}

/** Knows an error of the connection by its code; undefined where it is something else. */
export function findConnectionError(error: unknown): WorkError | undefined {
  const seen = CONNECTION_CODES[(error as NodeJS.ErrnoException).code ?? '']
  return seen === undefined
    ? undefined
    : outboundError('connection', seen, { isTransient: true, cause: error })
}

function untilOpen(socket: Socket, openEvent: string, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const abortListener = addAbortListener(signal, () => {
      socket.destroy()
      reject(signal.reason)
    })
    // This listener stays: an error between here and the socket's next owner would end the process.
    socket.on('error', (error) => {
      abortListener[Symbol.dispose]()
      reject(findConnectionError(error) ?? tlsError(error))
    })
    socket.once(openEvent, () => {
      abortListener[Symbol.dispose]()
      socket.setNoDelay(true)
      resolve(socket)
    })
  })
}

function tlsError(error: Error): WorkError {
  const { code = 'unknown' } = error as NodeJS.ErrnoException
  const seen = /^(EPROTO|ERR_SSL_)/.test(code)
    ? `does not speak TLS on this port (${code})`
    : `has no TLS certificate that can be trusted (${code})`
  return outboundError('tls', seen, { cause: error })
}
