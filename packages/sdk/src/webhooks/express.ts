import { type OnEvent, receiveEvent, type WebhookOptions } from './receive-event.ts'

/** What is used of Express, so that it need not be installed for its types. */
type ExpressRequest = AsyncIterable<Uint8Array> & {
  body?: unknown
  headers: Record<string, string | string[] | undefined>
  readableEnded: boolean
}
type ExpressResponse = { status(code: number): { json(body: unknown): unknown; end(): unknown } }

/**
 * `app.post('/hooks', webhookHandler(async (event) => { … }))`, before `app.use(express.json())`: it reads the raw body
 * itself, or takes what `express.raw` has read.
 */
export function webhookHandler(
  onEvent: OnEvent,
  options: WebhookOptions = {},
): (request: ExpressRequest, response: ExpressResponse) => Promise<void> {
  return async (request, response) => {
    const raw = request.body ?? (request.readableEnded ? undefined : await readAll(request))
    const { status, body } = await receiveEvent(raw, request.headers, onEvent, options)
    if (body) response.status(status).json(body)
    else response.status(status).end()
  }
}

async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<ArrayBuffer> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const chunk of chunks) parts.push(new Uint8Array(chunk))
  return new Blob(parts).arrayBuffer()
}
