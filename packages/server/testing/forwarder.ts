import { once } from 'node:events'
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

type Cleanup = { after(fn: () => Promise<void>): void }

/** A way to a server that can be led elsewhere, cut, or fall silent. */
export type Forwarder = {
  port: number
  /** New connections go there; what is open stays as it is. */
  leadTo(target: NetConnectOpts): void
  /** Closes every connection, as a server that ends does. */
  cut(): void
  /** From now on nothing gets through on connections that are open, which nobody closes; new ones are silent, too, until `heal`. */
  fallSilent(): void
  /** New connections work again; those that fell silent stay so. */
  heal(): void
}

type Pair = { client: Socket; upstream: Socket }

/** Starts a forwarder on loopback, or on a socket in the file system. */
export async function startForwarder(t: Cleanup, first: NetConnectOpts, path?: string): Promise<Forwarder> {
  let target = first
  let isSilent = false
  const pairs = new Set<Pair>()
  const server = createServer((client) => {
    client.on('error', () => {})
    const upstream = connect(target)
    upstream.on('error', () => {})
    const pair = { client, upstream }
    pairs.add(pair)
    client.pipe(upstream)
    upstream.pipe(client)
    if (isSilent) silence(pair)
    const close = () => {
      pairs.delete(pair)
      client.destroy()
      upstream.destroy()
    }
    client.once('close', close)
    // One that fell silent does not tell that the server is gone.
    upstream.once('close', () => !silenced.has(pair) && close())
  })
  const silenced = new WeakSet<Pair>()
  const silence = (pair: Pair) => {
    silenced.add(pair)
    pair.client.unpipe(pair.upstream)
    pair.upstream.unpipe(pair.client)
    // Taken in and lost, as by a machine that is gone: the sender learns nothing.
    pair.client.resume()
    pair.upstream.resume()
  }
  const close = async () => {
    for (const { client, upstream } of pairs) {
      client.destroy()
      upstream.destroy()
    }
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  t.after(close)
  server.listen(path ? { path } : { host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    leadTo(next) {
      target = next
    },
    cut() {
      for (const { client, upstream } of pairs) {
        client.destroy()
        upstream.destroy()
      }
    },
    fallSilent() {
      isSilent = true
      for (const pair of pairs) silence(pair)
    },
    heal() {
      isSilent = false
    },
  }
}
