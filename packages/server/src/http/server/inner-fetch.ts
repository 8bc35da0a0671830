import { Readable } from 'node:stream'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { getLogFacts } from '../../scope.ts'

/**
 * A fetch that calls this API from within: the same routes, tokens, scopes and limits, without a connection. It takes what
 * the SDK sends as JSON; files have their own way in.
 */
export function createInnerFetch(app: FastifyInstance): typeof fetch {
  return async (input, init = {}) => {
    const { requestId } = getLogFacts()
    const { pathname, search } = new URL(String(input))
    const response = await app.inject({
      method: (init.method ?? 'GET') as InjectOptions['method'],
      url: pathname + search,
      // Part of the request that has called for it.
      headers: {
        ...(requestId && { 'x-request-id': requestId }),
        ...Object.fromEntries(new Headers(init.headers)),
      },
      payload: init.body as string | undefined,
      payloadAsStream: true,
      signal: init.signal ?? undefined,
    })
    const { statusCode: status, headers } = response
    const body = status === 204 ? null : (Readable.toWeb(response.stream()) as ReadableStream<Uint8Array>)
    return new Response(body, { status, headers: headers as Record<string, string> })
  }
}
