import { type Dispatcher, request } from 'undici'
import { VERSION } from '../version.ts'
import { outboundError, refused, statusError } from './outbound-error.ts'
import type { FetchLimits, OutboundPolicy } from './policy.ts'
import { readRetryAfterSecs } from './retry-after.ts'
import { readOutboundUrl } from './url-rules.ts'

/** Who we are to the hosts that we call. */
export const USER_AGENT = `Songreel/${VERSION}`

const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308])
const FILE_STATUSES = new Set([200, 203])
const TRANSIENT_STATUSES = new Set([408, 425, 429])

/** Bytes as they are; some S3-compatible stores leave `aws-chunked` on files that are not encoded at all. */
const PLAIN_ENCODINGS = new Set(['', 'identity', 'aws-chunked'])

type Response = Dispatcher.ResponseData

/** The response that carries the file. */
export type FileResponse = {
  host: string
  body: Response['body']
  header: (name: string) => string | undefined
}

/** What one request for a file needs. */
export type FileRequest = {
  policy: OutboundPolicy
  limits: FetchLimits
  dispatcher: Dispatcher
  signal: AbortSignal
  /** Sent until a redirect leaves the first origin, and never again. */
  headers?: Record<string, string>
  /** Called before each hop, so that an error names the right host. */
  onHop(host: string): void
}

/** Asks for a file and follows redirects by hand: every hop is checked like the first address. */
export async function requestFile(address: string, fileRequest: FileRequest): Promise<FileResponse> {
  const { policy, limits, onHop } = fileRequest
  let url = readOutboundUrl(policy, address)
  let isFirstOrigin = true
  for (let hops = 0; hops <= limits.redirects; hops++) {
    onHop(url.host)
    const response = await requestOnce(url, fileRequest, isFirstOrigin)
    const header = headerReader(response)
    if (!REDIRECT_STATUSES.has(response.statusCode)) {
      checkResponse(response.statusCode, header)
      return { host: url.host, body: response.body, header }
    }
    response.body.destroy()
    const next = readNextUrl(policy, url, header('location'))
    isFirstOrigin &&= next.origin === url.origin
    url = next
  }
  throw outboundError('redirect', `redirects more than ${limits.redirects} times`)
}

/** A reader of one header; of a repeated one it takes the first. */
export function headerReader({ headers }: Pick<Response, 'headers'>): FileResponse['header'] {
  return (name) => {
    const value = headers[name]
    return Array.isArray(value) ? value[0] : value
  }
}

async function requestOnce(
  url: URL,
  { dispatcher, signal, limits, headers }: FileRequest,
  isFirstOrigin: boolean,
): Promise<Response> {
  const response = await request(url, {
    dispatcher,
    signal,
    headers: {
      accept: '*/*',
      'accept-encoding': 'identity',
      'user-agent': USER_AGENT,
      ...(isFirstOrigin ? headers : {}),
    },
    headersTimeout: limits.idleMs,
    bodyTimeout: limits.idleMs,
  })
  // A body that nobody reads to its end still reports its error, which must not end the process.
  response.body.on('error', () => {})
  return response
}

function readNextUrl(policy: OutboundPolicy, from: URL, location: string | undefined): URL {
  if (location === undefined) throw outboundError('redirect', 'redirects without saying where to')
  const target = URL.parse(location, from)
  if (!target) throw refused('it redirects to something that cannot be read as a URL')
  if (from.protocol === 'https:' && target.protocol === 'http:') {
    throw outboundError('redirect', 'redirects from https to http, which is not followed')
  }
  return readOutboundUrl(policy, target.href)
}

function checkResponse(status: number, header: FileResponse['header']): void {
  if (!FILE_STATUSES.has(status)) {
    throw statusError(status, {
      isTransient: status >= 500 || TRANSIENT_STATUSES.has(status),
      retryAfterSecs: readRetryAfterSecs(header('retry-after')),
    })
  }
  const encoding = header('content-encoding')?.trim().toLowerCase() ?? ''
  if (!PLAIN_ENCODINGS.has(encoding)) {
    throw outboundError('encoded', 'sends the file compressed, although it was asked not to')
  }
}
