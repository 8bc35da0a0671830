import { createMcpHandler } from '@modelcontextprotocol/server'
import { Songreel } from '@songreel/sdk'
import { createMcpServer } from './create-mcp-server.ts'

/** The tools over HTTP: every request stands for itself, so any process of a service can respond. */
export type McpEndpoint = {
  /** Responds to a request whose token has been checked; what the tools do, they do with that token. */
  respond(request: Request, caller: { token: string; body: unknown }): Promise<Response>
  /** Ends what is still being waited for. */
  close(): Promise<void>
}

type EndpointOptions = {
  version: string
  /** How the tools reach the API. */
  fetch: typeof fetch
  onError(error: Error): void
}

/** Only a name: `fetch` decides where calls go. */
const BASE_URL = 'http://localhost'

export function createMcpEndpoint({ version, fetch, onError }: EndpointOptions): McpEndpoint {
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const songreel = new Songreel({ baseUrl: BASE_URL, token: authInfo?.token ?? '', fetch, maxRetries: 0 })
      return createMcpServer({ songreel, version })
    },
    { onerror: onError },
  )
  return {
    respond: (request, { token, body }) =>
      handler.fetch(request, { parsedBody: body, authInfo: { token, clientId: '', scopes: [] } }),
    close: handler.close,
  }
}
