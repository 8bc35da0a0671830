import type { S3ClientConfig } from '@aws-sdk/client-s3'
import { type SendOptions, sendRequest } from '../outbound/send-request.ts'
import { DeliveryError } from './delivery-error.ts'

type RequestHandler = NonNullable<S3ClientConfig['requestHandler']>
/** What the library hands over: signed, and in the parts of its address. */
type SignedRequest = {
  method: string
  protocol: string
  hostname: string
  port?: number
  path: string
  query?: Record<string, string | string[] | null>
  headers: Record<string, string>
  body?: unknown
}

/** Carries the library's signed requests through the guard, so that none reaches an address that was not checked. */
export function createGuardedHandler(options: Pick<SendOptions, 'policy' | 'onRefused'>): RequestHandler {
  return {
    metadata: { handlerProtocol: 'http/1.1' },
    destroy() {},
    updateHttpClientConfig() {},
    httpHandlerConfigs: () => ({}),
    async handle(signed: SignedRequest, { abortSignal: signal }: { abortSignal?: AbortSignal } = {}) {
      const { method, headers } = signed
      const body = readBody(signed.body)
      const sent = await sendRequest(buildUrl(signed), { ...options, signal, method, headers, body })
      return { response: { statusCode: sent.status, headers: sent.headers, body: sent.body } }
    },
  } as unknown as RequestHandler
}

/** All that we send is held in memory: a part, or a few lines of XML. */
function readBody(body: unknown): Uint8Array | undefined {
  if (body === undefined || body === null) return undefined
  if (typeof body === 'string') return Buffer.from(body)
  if (body instanceof Uint8Array) return body
  throw new DeliveryError('DELIVERY_FAILED', { seen: 'A request had a body of an unknown kind.' })
}

function buildUrl({ protocol, hostname, port, path, query }: SignedRequest): string {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => `${encode(name)}=${encode(one ?? '')}`),
  )
  const search = pairs.length > 0 ? `?${pairs.join('&')}` : ''
  return `${protocol}//${hostname}${port ? `:${port}` : ''}${path}${search}`
}

/** As the signature has it (RFC 3986): encodeURIComponent leaves five characters as they are. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
