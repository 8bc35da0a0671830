import type { McpEndpoint } from '@songreel/mcp'
import type { FastifyRequest } from 'fastify'
import { VERSION } from '../../version.ts'
import { refuseForeignPage } from '../request/foreign-page.ts'
import { signalGone } from '../response/when-gone.ts'
import { createInnerFetch } from '../server/inner-fetch.ts'
import type { Routes } from './route.ts'

/** Tools for assistants (Model Context Protocol, streamable HTTP). What a tool may do, its token decides call by call. */
export const mcpRoutes: Routes = (app, { log }) => {
  const ended = new AbortController()
  let opened: Promise<McpEndpoint> | undefined
  /** With the first request: its libraries take longer to load than the rest of the start. */
  const openEndpoint = async () => {
    const { createMcpEndpoint } = await import('@songreel/mcp')
    const onError = (error: Error) => log.debug({ err: error }, 'an MCP request failed')
    return createMcpEndpoint({ version: VERSION, fetch: createInnerFetch(app), onError })
  }
  app.addHook('preClose', async () => {
    ended.abort()
    await (await opened)?.close()
  })

  app.post('/mcp', { config: { scope: 'read', isPage: true } }, async (request, reply) => {
    refuseForeignPage(request)
    const signal = AbortSignal.any([signalGone(reply), ended.signal])
    const { token } = request.auth
    opened ??= openEndpoint()
    const endpoint = await opened
    const response = await endpoint.respond(toWebRequest(request, signal), { token, body: request.body })
    return reply.send(response)
  })
}

/** Without the body, which has been read, and without the token, which is checked here and nowhere else. */
function toWebRequest({ raw, headers, server }: FastifyRequest, signal: AbortSignal): Request {
  const { authorization: _, 'x-api-key': __, 'content-length': ___, ...others } = headers
  const entries = Object.entries(others).map(([name, value = '']): [string, string] => [name, String(value)])
  return new Request(new URL(raw.url ?? '/', server.publicUrl()), {
    method: 'POST',
    headers: entries,
    signal,
  })
}
