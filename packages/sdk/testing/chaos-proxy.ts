import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Cleanup = { after(fn: () => Promise<void>): void }

/** What happens to a request or its response on the way. */
export type Mishap =
  | 'NONE'
  | 'DROP_REQUEST'
  | 'DROP_RESPONSE'
  | 'DELAY'
  | 'HANG'
  | 'BREAK_OFF'
  | 'CUT_SHORT'
  | 'REPEAT_REQUEST'
  | 'REPEAT_RESPONSE'
  | 'STATUS_503'

/** A bad network in front of a server; `seen` counts what it did. */
export type ChaosProxy = { url: string; seen: Map<Mishap, number> }

type Answer = { status: number; headers: IncomingMessage['headers']; body: Buffer }

/** Starts a proxy that does to each request what `choose` says. */
export async function startChaosProxy(
  t: Cleanup,
  targetUrl: string,
  choose: () => Mishap,
): Promise<ChaosProxy> {
  const seen = new Map<Mishap, number>()
  const server = createServer(async (incoming, outgoing) => {
    const mishap = choose()
    seen.set(mishap, (seen.get(mishap) ?? 0) + 1)
    try {
      const body = await readAll(incoming)
      await play(mishap, outgoing, () => passOn(targetUrl, incoming, body))
    } catch {
      outgoing.destroy()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

async function play(mishap: Mishap, outgoing: ServerResponse, send: () => Promise<Answer>): Promise<void> {
  if (mishap === 'DROP_REQUEST') return void outgoing.destroy()
  const [answer] = await Promise.all([send(), mishap === 'REPEAT_REQUEST' && send()])
  const { status, headers, body } = answer
  const half = body.subarray(0, body.length / 2)
  if (mishap === 'HANG') return
  if (mishap === 'DROP_RESPONSE') return void outgoing.destroy()
  if (mishap === 'STATUS_503')
    return void outgoing.writeHead(503, { 'retry-after': '0' }).end('<h1>Busy</h1>')
  if (mishap === 'DELAY') await new Promise((resolve) => setTimeout(resolve, 40))
  if (mishap === 'BREAK_OFF')
    return void outgoing.writeHead(status, headers).write(half, () => outgoing.destroy())
  if (mishap === 'CUT_SHORT')
    return void outgoing.writeHead(status, { ...headers, 'content-length': half.length }).end(half)
  outgoing.writeHead(status, headers)
  if (mishap !== 'REPEAT_RESPONSE') return void outgoing.end(body)
  const { socket } = outgoing
  outgoing.end(body, () =>
    socket?.write(`HTTP/1.1 ${status} Again\r\ncontent-length: ${body.length}\r\n\r\n${body}`),
  )
}

function passOn(
  targetUrl: string,
  { method, url = '', headers }: IncomingMessage,
  body: Buffer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const onward = request(targetUrl + url, { method, headers }, (response) => {
      const { statusCode: status = 500, headers } = response
      readAll(response).then((body) => resolve({ status, headers, body }), reject)
    })
    onward.on('error', reject).end(body)
  })
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}
