import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'

/** One line per answer: facts, never the address with its query, never a header. */
export function registerAccessLog(app: FastifyInstance, { log }: Pick<Services, 'log'>): void {
  app.addHook('onResponse', (request, reply, done) => {
    log.info(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'unmatched',
        status: reply.statusCode,
        tookMs: Math.round(reply.elapsedTime * 10) / 10,
        ...(!reply.raw.writableFinished && { isCutOff: true }),
        ...(request.auth && { orgId: request.auth.orgId }),
      },
      'request',
    )
    done()
  })
}
