import { type OnEvent, receiveEvent, type WebhookOptions } from './receive-event.ts'

/** What is used of Fastify, so that it need not be installed for its types. */
type FastifyScope = {
  removeAllContentTypeParsers(): unknown
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer' },
    parse: (request: unknown, body: never, done: (error: null, body: unknown) => void) => void,
  ): unknown
  // biome-ignore lint/suspicious/noExplicitAny: Fastify's own types depend on its server and schema, and fit only any.
  post(path: string, handler: (request: any, reply: any) => Promise<unknown>): unknown
}

/**
 * `app.register(webhookHandler('/hooks', async (event) => { … }))`: a route with a scope of its own, because Fastify
 * parses JSON before a handler sees it, and only raw bytes can be verified. Other routes are not affected.
 */
export function webhookHandler(
  path: string,
  onEvent: OnEvent,
  options: WebhookOptions = {},
): (scope: FastifyScope) => Promise<void> {
  return async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    scope.post(path, async (request, reply) => {
      const { status, body } = await receiveEvent(request.body, request.headers, onEvent, options)
      return reply.code(status).send(body)
    })
  }
}
