import type { Socket } from 'node:net'
import { isIP } from 'node:net'
import { Agent, type Dispatcher } from 'undici'
import { WorkError } from '../work-error.ts'
import { readAddress } from './address-rules.ts'
import { findConnectionError } from './dial.ts'
import { outboundError, refused, unreachableName } from './outbound-error.ts'
import { findAddressRefusal, type OutboundPolicy } from './policy.ts'
import { getUrlHost, getUrlPort } from './url-rules.ts'

/** How many addresses of one host are tried before giving up. */
const MAX_TRIED_ADDRESSES = 4

/** What a dispatcher needs beside the policy. */
export type DispatcherOptions = {
  connectMs: number
  signal: AbortSignal
  /** Called when a connection breaks; undici takes a reset for the end of a body that has no length. */
  onBroken?: (error: WorkError) => void
}

type Target = { host: string; port: number; isTls: boolean }

/**
 * Creates the only dispatcher for requests to clients' addresses. Every connection is resolved, checked and
 * opened anew, so that no decision made for one request is reused for the next.
 */
export function createDispatcher(
  policy: OutboundPolicy,
  { connectMs, signal, onBroken }: DispatcherOptions,
): Dispatcher {
  const last: LastResponse = {}
  const agent = new Agent({
    allowH2: false,
    // Connections aren't reused: a stale one would look like a fault of the receiver.
    pipelining: 0,
    connect({ hostname, port, protocol }, callback) {
      const target = {
        host: getUrlHost({ hostname }),
        port: getUrlPort({ port: port ?? '', protocol }),
        isTls: protocol === 'https:',
      }
      openConnection(policy, target, { connectMs, signal }).then(
        (socket) => {
          if (onBroken) reportBreak(socket, onBroken)
          // Before undici's own listener, which takes the end of a connection that was to stay for a break.
          socket.once('end', () => last.controller?.resume())
          callback(null, socket)
        },
        (error) => callback(error, null),
      )
    },
  })
  return agent.compose(noteController(last))
}

type LastResponse = { controller?: Dispatcher.DispatchController }

/**
 * A reader slower than the network makes undici's parser rest, at times exactly at a file's end. The last bytes have
 * arrived by then, but the parser has not seen that they are the last: a server that closes now, without having said
 * that it would, broke off one download in five. So the parser goes on when the connection ends.
 */
function noteController(last: LastResponse): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
      onResponseStart(controller, status, headers, statusText) {
        last.controller = controller
        handler.onResponseStart?.(controller, status, headers, statusText)
      },
      onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
      onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
      onResponseError: (controller, error) => handler.onResponseError?.(controller, error),
    })
}

function reportBreak(socket: Socket, onBroken: (error: WorkError) => void): void {
  socket.on('error', (error) => {
    const broken = findConnectionError(error)
    if (broken) onBroken(broken)
  })
}

async function openConnection(
  policy: OutboundPolicy,
  target: Target,
  { connectMs, signal }: { connectMs: number; signal: AbortSignal },
): Promise<Socket> {
  const deadline = AbortSignal.timeout(connectMs)
  const endsAtMs = performance.now() + connectMs
  const ending = AbortSignal.any([signal, deadline])
  try {
    const addresses = await findAllowedAddresses(policy, target, ending)
    return await dialFirst(policy, { ...target, addresses, endsAtMs }, ending)
  } catch (error) {
    if (signal.aborted || error instanceof WorkError) throw error
    // The last address's share of the time may end just before the whole of it.
    const isTimeout = deadline.aborted || (error as Error).name === 'TimeoutError'
    throw isTimeout ? connectTimeout(connectMs, error) : error
  }
}

/** Every address counts: a name with one forbidden address is refused as a whole, whichever would be dialled. */
async function findAllowedAddresses(
  policy: OutboundPolicy,
  { host, port }: Target,
  signal: AbortSignal,
): Promise<string[]> {
  const addresses = isIP(host) ? [host] : await resolveWithin(policy, host, signal)
  for (const address of addresses) {
    const refusal = findAddressRefusal(policy, { host, address, port })
    if (refusal) throw isIP(host) ? refused(refusal) : unreachableName({ refusal })
  }
  // In the form that was checked: a mapped address is dialled as the IPv4 address it stands for.
  return addresses.slice(0, MAX_TRIED_ADDRESSES).map((address) => readAddress(address)!.toString())
}

async function resolveWithin(policy: OutboundPolicy, host: string, signal: AbortSignal): Promise<string[]> {
  const addresses = await untilAborted(policy.resolve(host), signal).catch((error) => {
    throw signal.aborted ? error : dnsError(error)
  })
  if (addresses.length === 0) throw unreachableName()
  return addresses
}

/** A lookup by the operating system can't be cancelled, so stop waiting for it instead. */
function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort)
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', onAbort))
}

async function dialFirst(
  policy: OutboundPolicy,
  { host, port, isTls, addresses, endsAtMs }: Target & { addresses: string[]; endsAtMs: number },
  signal: AbortSignal,
): Promise<Socket> {
  const serverName = isIP(host) ? undefined : host
  let lastError: unknown
  for (const [index, address] of addresses.entries()) {
    const shareMs = Math.max(1, (endsAtMs - performance.now()) / (addresses.length - index))
    const share = AbortSignal.timeout(Math.ceil(shareMs))
    try {
      const socket = await policy.dial(
        { address, port, isTls, serverName },
        { signal: AbortSignal.any([signal, share]) },
      )
      return checkPeer(policy, { host, port, socket })
    } catch (error) {
      lastError = error
      if (signal.aborted || !(share.aborted || isConnectionError(error))) throw error
    }
  }
  throw lastError
}

/** Checks the address that the socket is really connected to. */
function checkPeer(
  policy: OutboundPolicy,
  { host, port, socket }: { host: string; port: number; socket: Socket },
): Socket {
  const reason = findAddressRefusal(policy, { host, port, address: socket.remoteAddress ?? '' })
  if (!reason) return socket
  socket.destroy()
  const refusal = `the connection led elsewhere: ${reason}`
  throw isIP(host) ? refused(refusal) : unreachableName({ refusal })
}

function isConnectionError(error: unknown): boolean {
  return error instanceof WorkError && error.facts.problem === 'connection'
}

function connectTimeout(connectMs: number, cause: unknown): WorkError {
  const seen = `could not be connected to within ${connectMs / 1000} s`
  return outboundError('timeout', seen, { isTransient: true, cause })
}

function dnsError(error: unknown): WorkError {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOTFOUND' || code === 'ENODATA') return unreachableName({ cause: error })
  return outboundError('dns', 'could not be looked up in the DNS', { isTransient: true, cause: error })
}
