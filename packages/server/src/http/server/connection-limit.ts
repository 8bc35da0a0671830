import { BlockList, isIPv6, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { ServiceError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { toNetwork } from '../request/network.ts'

const RETRY_SECS = 5
const WARN_EVERY_MS = 60_000

/** Keeps one address from taking all connections. */
export type ConnectionLimit = {
  /** Takes a connection in, or returns why not. */
  admit(socket: Socket): ServiceError | undefined
  /** Behind a trusted proxy connections say nothing of who asks: there open requests are counted, event streams too. */
  register(app: FastifyInstance): void
}

/** Makes the limit of one application; 0 is none. */
export function createConnectionLimit({ config, log }: Pick<Services, 'config' | 'log'>): ConnectionLimit {
  const limit = config.maxConnectionsPerAddress
  if (limit === 0) return { admit: () => undefined, register() {} }
  const proxies = buildBlockList(config.trustProxy)
  const connections = createOpenCounts()
  const requests = createOpenCounts()
  let warnedAtMs = 0

  function refuse(network: string, what: string): ServiceError {
    if (Date.now() - warnedAtMs > WARN_EVERY_MS) {
      warnedAtMs = Date.now()
      const advice = 'If it is your reverse proxy, name it in SONGREEL_TRUST_PROXY'
      log.warn({ address: network, limit }, `an address has too many open ${what}. ${advice}`)
    }
    return new ServiceError('RATE_LIMITED', {
      message: `This address has ${limit} open ${what}, the most that it may have. Close some, or use them again.`,
      headers: { 'Retry-After': String(RETRY_SECS) },
    })
  }

  return {
    admit(socket) {
      const address = socket.remoteAddress
      // A connection that is over already has no address.
      if (address === undefined || contains(proxies, address)) return undefined
      const network = toNetwork(address)
      if (connections.find(network) >= limit) return refuse(network, 'connections')
      socket.once('close', connections.add(network))
      return undefined
    },
    register(app) {
      app.addHook('onRequest', (request, reply, done) => {
        if (request.ip === request.socket.remoteAddress) return done()
        const network = toNetwork(request.ip)
        if (requests.find(network) >= limit) return done(refuse(network, 'requests'))
        reply.raw.once('close', requests.add(network))
        done()
      })
    },
  }
}

function createOpenCounts() {
  const counts = new Map<string, number>()
  return {
    find: (name: string) => counts.get(name) ?? 0,
    /** Counts one more; the response takes it back. */
    add(name: string): () => void {
      counts.set(name, (counts.get(name) ?? 0) + 1)
      return () => {
        const left = (counts.get(name) ?? 1) - 1
        if (left > 0) counts.set(name, left)
        else counts.delete(name)
      }
    },
  }
}

function buildBlockList(entries: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

function contains(list: BlockList, address: string): boolean {
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
