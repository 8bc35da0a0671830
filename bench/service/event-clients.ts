import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Stack } from './stack.ts'

/** Not all at once, because the kernel's line of connections that wait to be taken is short. */
const OPENED_AT_ONCE = 100

/** Clients that follow batches and send nothing more. */
export type EventClients = {
  /** How many have received the state of their batch. */
  told(): number
  /** How many have got a heartbeat. */
  alive(): number
  close(): void
}

/** Opens so many event streams, spread over the batches. */
export async function openEventClients(
  stack: Stack,
  batchIds: string[],
  count: number,
): Promise<EventClients> {
  const sockets: Socket[] = []
  const told = new Set<Socket>()
  const alive = new Set<Socket>()
  const { hostname, port } = new URL(stack.api.url)
  for (let index = 0; index < count; index++) {
    const socket = connect(Number(port), hostname)
    socket.write(
      `GET /v1/batches/${batchIds[index % batchIds.length]}/events HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: ${stack.headers.authorization}\r\n\r\n`,
    )
    socket.on('data', (chunk) => {
      if (chunk.includes('event: batch')) told.add(socket)
      if (chunk.includes(': still here')) alive.add(socket)
    })
    socket.on('error', () => {})
    sockets.push(socket)
    if (index % OPENED_AT_ONCE === OPENED_AT_ONCE - 1) await sleep(100)
  }
  return {
    told: () => told.size,
    alive: () => alive.size,
    close: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Opens clients that send a request at one byte a second and read responses as slowly. */
export function openSlowClients(stack: Stack, count: number): { close(): void } {
  const { hostname, port } = new URL(stack.api.url)
  const request = `POST /v1/artists HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: ${stack.headers.authorization}\r\n`
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(Number(port), hostname).on('error', () => {})
    return socket.pause()
  })
  let sent = 0
  const timer = setInterval(() => {
    for (const socket of sockets) if (!socket.destroyed) socket.write(request.charAt(sent % request.length))
    sent++
  }, 1000)
  return {
    close: () => {
      clearInterval(timer)
      for (const socket of sockets) socket.destroy()
    },
  }
}
