import type { FastifyInstance } from 'fastify'
import type { Services } from '../../services.ts'
import {
  type Auth,
  type Authenticator,
  createAuthenticator,
  demandScope,
  routeScope,
} from './authenticator.ts'
import type { RateLimit } from './rate-limit.ts'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: Fastify's own types can only be extended by an interface.
  interface FastifyInstance {
    authenticator: Authenticator
    guardGuesses: RateLimit['aroundAuth']
  }
}

/** Asks every request under /v1 who it is, before its body is read. Routes outside of /v1 are open. */
export function registerAuth(app: FastifyInstance, services: Services, rateLimit: RateLimit): void {
  const authenticator = createAuthenticator(services)
  app.decorate('authenticator', authenticator)
  app.decorate('guardGuesses', rateLimit.aroundAuth)
  app.decorateRequest('auth', null as unknown as Auth)
  app.addHook('onRequest', async (request) => {
    const { method, routeOptions } = request
    const scope = routeScope({ method, url: routeOptions.url ?? request.url, config: routeOptions.config })
    if (scope === 'open') return
    request.auth = await rateLimit.aroundAuth(request, () => authenticator.authenticate(request))
    demandScope(request.auth, scope)
  })
}
