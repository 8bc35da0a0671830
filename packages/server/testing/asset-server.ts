import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Cleanup = { after(fn: () => Promise<void>): void }
type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A host of files and a receiver of webhooks for tests, on loopback. */
export type AssetServer = {
  url: string
  /** Serves bytes, or whatever a function answers, under a path; tells the full address. */
  put(path: string, content: Uint8Array | Handler): string
  /** Every request that came, in order. */
  requests: { method: string; path: string; headers: IncomingMessage['headers']; body: string }[]
}

/** Starts a server that answers 404 to everything that was not put there. */
export async function startAssetServer(t: Cleanup): Promise<AssetServer> {
  const contents = new Map<string, Uint8Array | Handler>()
  const requests: AssetServer['requests'] = []
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    requests.push({
      method: request.method ?? '',
      path,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    })
    const content = contents.get(path)
    if (typeof content === 'function') return content(request, response)
    response.writeHead(content ? 200 : 404).end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    put(path, content) {
      contents.set(path, content)
      return url + path
    },
    requests,
  }
}
