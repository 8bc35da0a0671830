import { Agent, type IncomingMessage, request } from 'node:http'

/** A response as tests look at it. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape, and check them against schemas where it counts.
export type ApiResponse = { status: number; headers: Headers; body: any }

/** Calls the API with a token; a text or bytes go as they are, anything else as JSON. */
export type Api = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ApiResponse>

const agent = new Agent({ keepAlive: true })

/**
 * Tests make tens of thousands of calls, and `fetch` takes as much time for one as the service does. It is left what only
 * it can do: forms.
 */
export function createApi(url: string, token: string | undefined): Api {
  return async (method, pathAndQuery, body, headers = {}) => {
    const all = {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && !(body instanceof FormData) && { 'Content-Type': 'application/json' }),
      ...headers,
    }
    if (body instanceof FormData)
      return readFetched(await fetch(url + pathAndQuery, { method, body, headers: all }))
    const isRaw = typeof body === 'string' || body instanceof Uint8Array
    const sent = isRaw ? body : body === undefined ? '' : JSON.stringify(body)
    const incoming = await send(url + pathAndQuery, { method, headers: all, body: sent })
    const text = Buffer.concat(await incoming.toArray()).toString()
    return describe(incoming.statusCode ?? 0, readHeaders(incoming), text)
  }
}

type Sent = { method: string; headers: Record<string, string>; body: string | Uint8Array }

function send(url: string, { method, headers, body }: Sent): Promise<IncomingMessage> {
  const length = body.length > 0 ? { 'Content-Length': Buffer.byteLength(body) } : {}
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request(url, { method, agent, headers: { ...headers, ...length } }, resolve)
    .on('error', reject)
    .end(body)
  return promise
}

function readHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let i = 0; i < rawHeaders.length; i += 2) headers.append(rawHeaders[i]!, rawHeaders[i + 1]!)
  return headers
}

async function readFetched(response: Response): Promise<ApiResponse> {
  return describe(response.status, response.headers, await response.text())
}

function describe(status: number, headers: Headers, text: string): ApiResponse {
  const isJson = text !== '' && headers.get('content-type')?.startsWith('application/json')
  return { status, headers, body: isJson ? JSON.parse(text) : text }
}
