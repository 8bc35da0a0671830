import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Cleanup = { after(fn: () => Promise<void>): void }

/** What a server in trouble does: it answers 500 or 503, says nothing, or breaks off in the middle of an response. */
export type Trouble = 'NONE' | 'STATUS_500' | 'STATUS_503' | 'SILENCE' | 'BREAK_OFF'

/** A server in front of another one. */
export type FaultProxy = { url: string; setTrouble(trouble: Trouble): void; refused(): number }

/** Starts a proxy that passes everything on until it is told to make trouble. */
export async function startFaultProxy(t: Cleanup, targetPort: number): Promise<FaultProxy> {
  let trouble: Trouble = 'NONE'
  let refused = 0
  const server = createServer((incoming, outgoing) => {
    if (trouble !== 'NONE') refused++
    if (trouble === 'SILENCE') return incoming.resume()
    if (trouble === 'NONE' || trouble === 'BREAK_OFF')
      return passOn(incoming, outgoing, targetPort, trouble === 'BREAK_OFF')
    incoming.resume()
    outgoing.writeHead(Number(trouble.slice(-3))).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setTrouble(next) {
      trouble = next
    },
    refused: () => refused,
  }
}

function passOn(incoming: IncomingMessage, outgoing: ServerResponse, port: number, breaksOff: boolean): void {
  const { method, url: path, headers } = incoming
  const onward = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
    outgoing.writeHead(response.statusCode ?? 500, response.headers)
    if (breaksOff && method === 'GET')
      response.once('data', (part) => outgoing.write(part.subarray(0, 100), () => outgoing.destroy()))
    else response.pipe(outgoing)
  })
  onward.on('error', () => outgoing.destroy())
  incoming.pipe(onward)
}
