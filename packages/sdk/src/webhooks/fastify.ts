import { type OnEvent, receiveEvent, type WebhookOptions } from './receive-event.ts'

// biome-ignore lint/suspicious/noExplicitAny: Fastify's types depend on its server and schemas; none of ours would fit them all.
type FastifyScope = any
type Done = (error: null, body: unknown) => void

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
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_: unknown, body: unknown, done: Done) =>
      done(null, body),
    )
    scope.post(path, async (request: FastifyScope, reply: FastifyScope) => {
      const { status, body } = await receiveEvent(request.body, request.headers, onEvent, options)
      return reply.code(status).send(body)
    })
  }
}
