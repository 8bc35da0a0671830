import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../../services.ts'
import {
  type Auth,
  type Authenticator,
  createAuthenticator,
  demandScope,
  type RouteScope,
} from './authenticator.ts'
import type { RateLimit } from './rate-limit.ts'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: Fastify's own types can only be extended by an interface.
  interface FastifyInstance {
    authenticator: Authenticator
  }
}

/** Asks every request under /v1 who it is, before its body is read. Routes outside of /v1 are open. */
export function registerAuth(app: FastifyInstance, services: Services, rateLimit: RateLimit): void {
  const authenticator = createAuthenticator(services)
  app.decorate('authenticator', authenticator)
  app.decorateRequest('auth', null as unknown as Auth)
  app.addHook('onRequest', async (request) => {
    const scope = scopeOf(request)
    if (scope === 'open') return
    request.auth = await rateLimit.aroundAuth(request, () => authenticator.authenticate(request))
    demandScope(request.auth, scope)
  })
}

function scopeOf(request: FastifyRequest): RouteScope {
  const { config, url } = request.routeOptions
  if (config?.scope) return config.scope
  if (!(url ?? request.url).startsWith('/v1')) return 'open'
  return request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'write'
}
