import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

type Cleanup = { after(fn: () => Promise<void>): void }

/** A statement that raises this notice is committed, and its process never hears of it. */
export const LOSE_THE_RESPONSE = 'lose the response'

const READY_FOR_QUERY = 0x5a
const IDLE = 0x49

/**
 * Starts a way to a PostgreSQL on which connections are lost at the worst moment: when the server has committed, and its
 * response is on the way. It does so for transactions in which the notice was raised. Returns the address to use.
 */
export async function startLossyPostgres(t: Cleanup, databaseUrl: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'songreel-lossy-'))
  const url = new URL(databaseUrl)
  const name = `.s.PGSQL.${url.port || 5432}`
  const target = path.join(url.searchParams.get('host') ?? '', name)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(target)
    const isCommitted = createCommitWatch()
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.pipe(upstream)
    upstream.on('data', (part) => {
      if (isCommitted(part)) client.destroy()
      else client.write(part)
    })
  })
  await new Promise<void>((resolve) => server.listen(path.join(folder, name), resolve))
  t.after(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
    await rm(folder, { recursive: true, force: true })
  })
  url.searchParams.set('host', folder)
  return url.href
}

/** Reads the server's messages: true once a transaction with the notice has ended, and is no longer open. */
function createCommitWatch(): (part: Buffer) => boolean {
  let rest = Buffer.alloc(0)
  let isMarked = false
  return (part) => {
    rest = Buffer.concat([rest, part])
    while (rest.length >= 5) {
      const end = 1 + rest.readUInt32BE(1)
      if (rest.length < end) return false
      const message = rest.subarray(0, end)
      rest = rest.subarray(end)
      if (message.includes(LOSE_THE_RESPONSE)) isMarked = true
      if (isMarked && message[0] === READY_FOR_QUERY && message[5] === IDLE) return true
    }
    return false
  }
}
