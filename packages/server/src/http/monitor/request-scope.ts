import type { FastifyInstance, FastifyRequest } from 'fastify'
import { runInScope, type Scope, type ScopeFacts } from '../../scope.ts'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: Fastify's own types can only be extended by an interface.
  interface FastifyRequest {
    scope: Scope | null
  }
}

/** What an id of ours looks like; anything else in a path is not worth repeating. */
const ID = /^[a-z]{2,4}_\w{1,64}$/

/** Gives every request a scope: what is logged and enqueued on its behalf names it. */
export function registerRequestScope(app: FastifyInstance): void {
  app.decorateRequest('scope', null)
  app.addHook('onRequest', (request, _, done) => {
    request.scope = { facts: { requestId: request.id } }
    runInScope(request.scope, done)
  })
  // Once more: a body comes by events of its socket, which know nothing of the request.
  app.addHook('preValidation', (request, _, done) => {
    const scope = request.scope ?? { facts: {} }
    Object.assign(scope.facts, readRequestFacts(request))
    runInScope(scope, done)
  })
}

/** What is known of a request, for lines that are written when its own scope has ended. */
export function readRequestFacts({ id, auth, params, scope }: FastifyRequest): ScopeFacts {
  const { batchId, renderId } = (params ?? {}) as Record<string, string | undefined>
  return {
    requestId: id,
    ...(auth && { orgId: auth.orgId }),
    ...(batchId && ID.test(batchId) && { batchId }),
    ...(renderId && ID.test(renderId) && { renderId }),
    ...scope?.facts,
  }
}
