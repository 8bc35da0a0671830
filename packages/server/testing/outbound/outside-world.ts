import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { readConfig } from '../../src/config/config.ts'
import { isLoopbackAddress, readAddress } from '../../src/outbound/address-rules.ts'
import { createDial, type Dial, type DialTarget } from '../../src/outbound/dial.ts'
import { createOutboundPolicy, type OutboundPolicy } from '../../src/outbound/policy.ts'
import type { Resolve } from '../../src/outbound/resolve.ts'

/** An address that stands for the public internet in tests; nothing is ever sent to it. */
export const PUBLIC_ADDRESS = '93.184.216.34'

/** Makes a policy from settings, strict unless the settings say otherwise. */
export function aPolicy(
  env: Record<string, string> = {},
  network: Partial<Pick<OutboundPolicy, 'resolve' | 'dial'>> = {},
): OutboundPolicy {
  return createOutboundPolicy(readConfig({ SONGREEL_HOST: '0.0.0.0', ...env }).config, network)
}

/** Answers from a table; a name that is missing has no address. */
export function resolveFrom(zone: Record<string, string[]>): Resolve {
  return async (host) => zone[host] ?? []
}

/** A dial that leads the one public address to a server on loopback, notes whom it was asked to call, and goes nowhere else. */
export function createWorldDial(serverPort: number, options: { ca?: string } = {}) {
  const dialled: DialTarget[] = []
  const dialLoopback = createDial(options)
  const dial: Dial = async (target, { signal }) => {
    dialled.push(target)
    const read = readAddress(target.address)
    if (read && isLoopbackAddress(read)) return await dialLoopback(target, { signal })
    assert.equal(target.address, PUBLIC_ADDRESS, 'a test must not leave this computer')
    const socket = await dialLoopback({ ...target, address: '127.0.0.1', port: serverPort }, { signal })
    return Object.defineProperty(socket, 'remoteAddress', { value: PUBLIC_ADDRESS })
  }
  return { dial, dialled }
}

/** Listens on every address of this computer and counts who comes; each gets an answer that must never be seen. */
export async function startVictim(t: TestContext): Promise<{ port: number; connections: () => number }> {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.on('error', () => {})
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\nSECRET')
  })
  const port = await listen(t, server, '::').catch(() => listen(t, server, '0.0.0.0'))
  return { port, connections: () => connections }
}

/** Starts a server that treats each raw connection as the test says, once its request has arrived. */
export async function startRawServer(
  t: TestContext,
  answer: (socket: Socket, request: string) => void,
): Promise<{ port: number; url: string; requests: string[] }> {
  const requests: string[] = []
  const server = createServer((socket) => {
    let request = ''
    socket.on('error', () => {})
    socket.on('data', function collect(data) {
      request += data.toString('latin1')
      const [head, body] = request.split('\r\n\r\n')
      if (body === undefined || body.length < Number(/^content-length: (\d+)/im.exec(head!)?.[1] ?? 0)) return
      socket.off('data', collect)
      requests.push(request)
      answer(socket, request)
    })
  })
  const port = await listen(t, server, '127.0.0.1')
  return { port, url: `http://127.0.0.1:${port}/file`, requests }
}

/** Sends the head of an answer. */
export function sendHead(socket: Socket, status: string, ...headers: string[]): void {
  socket.write([`HTTP/1.1 ${status}`, ...headers, '', ''].join('\r\n'))
}

/** Sends an answer that has no end, as fast as it is taken. */
export function sendForEver(socket: Socket): void {
  sendHead(socket, '200 OK')
  const piece = Buffer.alloc(16 * 1024)
  const send = () => {
    while (!socket.destroyed && socket.write(piece));
  }
  socket.on('drain', send)
  send()
}

async function listen(t: TestContext, server: Server, host: string): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen({ port: 0, host })
  await once(server, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}
