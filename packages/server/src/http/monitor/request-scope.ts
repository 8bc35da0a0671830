import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getTraceParent, runInScope, type Scope, type ScopeFacts } from '../../scope.ts'
import type { Services } from '../../services.ts'
import { describeScope, type Span } from '../../trace/tracing.ts'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: Fastify's own types can only be extended by an interface.
  interface FastifyRequest {
    scope: (Scope & { span?: Span }) | null
  }
}

/** What an id of ours looks like; anything else in a path is not worth repeating. */
const ID = /^[a-z]{2,4}_\w{1,64}$/

/** Gives every request a scope: what is logged and enqueued on its behalf names it. */
export function registerRequestScope(app: FastifyInstance, { tracing }: Pick<Services, 'tracing'>): void {
  app.decorateRequest('scope', null)
  app.addHook('onRequest', (request, _, done) => {
    const span = tracing.isOn ? startRequestSpan(tracing, request) : undefined
    request.scope = { facts: { requestId: request.id }, span, traceParent: span?.traceParent }
    runInScope(request.scope, done)
  })
  // Once more: a body comes by events of its socket, which know nothing of the request.
  app.addHook('preValidation', (request, _, done) => {
    const scope = request.scope ?? { facts: {} }
    Object.assign(scope.facts, readRequestFacts(request))
    runInScope(scope, done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    endRequestSpan(request, reply.statusCode)
    done()
  })
}

/** What clients ask of the API; probes and pages are no work that anybody follows. */
const TRACED = /^\/(v1|mcp)\b/
/** W3C Trace Context, version 00. */
const TRACE_PARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

function startRequestSpan(tracing: Services['tracing'], request: FastifyRequest): Span | undefined {
  const { method, headers, routeOptions } = request
  const route = routeOptions.url
  if (!TRACED.test(route ?? '')) return undefined
  const given = headers.traceparent
  const isGiven = typeof given === 'string' && TRACE_PARENT.test(given)
  return tracing.start(`${method} ${route}`, {
    kind: 'server',
    // A call from within, as tools for assistants make, is part of the one around it.
    parent: isGiven ? given : getTraceParent(),
    isRemote: isGiven,
    facts: { 'http.request.method': method, 'http.route': route },
  })
}

function endRequestSpan(request: FastifyRequest, status: number): void {
  const span = request.scope?.span
  if (!span) return
  span.add({ 'http.response.status_code': status, ...describeScope(readRequestFacts(request)) })
  if (status >= 500) span.fail(String(status))
  span.end()
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
