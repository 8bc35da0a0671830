import { connect } from 'node:net'

/** An answer as it came over the wire. */
export type RawAnswer = { status: number; headers: Map<string, string>; text: string }

/** Longer than any answer takes, however busy the machine. */
const SILENCE_MS = 120_000

/** Sends bytes as they are and reads the first answer; undefined where the connection closes without one. */
export function sendRaw(url: string, bytes: string | Uint8Array): Promise<RawAnswer | undefined> {
  const { hostname, port } = new URL(url)
  const { promise, resolve } = Promise.withResolvers<RawAnswer | undefined>()
  const socket = connect(Number(port), hostname)
  const chunks: Buffer[] = []
  const finish = () => {
    clearTimeout(timer)
    socket.destroy()
    resolve(parseAnswer(Buffer.concat(chunks)))
  }
  const timer = setTimeout(finish, SILENCE_MS)
  socket.on('data', (chunk) => {
    chunks.push(chunk)
    if (isWhole(Buffer.concat(chunks))) finish()
  })
  socket.on('error', finish).on('end', finish).on('close', finish)
  socket.write(bytes)
  return promise
}

function isWhole(bytes: Buffer): boolean {
  const answer = parseAnswer(bytes)
  const length = answer?.headers.get('content-length')
  return answer !== undefined && length !== undefined && Buffer.byteLength(answer.text) >= Number(length)
}

function parseAnswer(bytes: Buffer): RawAnswer | undefined {
  const [head, ...rest] = bytes.toString('utf8').split('\r\n\r\n')
  const [statusLine = '', ...lines] = (head ?? '').split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1])
  if (!status || rest.length === 0) return undefined
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
    }),
  )
  const body = Buffer.from(rest.join('\r\n\r\n'))
  // More than one answer may have come; the first is looked at.
  const length = Number(headers.get('content-length') ?? body.length)
  return { status, headers, text: body.subarray(0, length).toString('utf8') }
}
