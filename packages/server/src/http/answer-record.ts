import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import type { ObserveAnswer } from './metrics.ts'

/** Notes every answer: one line of facts in the log, one entry in the figures. Never a header, never a query. */
export function registerAnswerRecord(
  app: FastifyInstance,
  { log }: Pick<Services, 'log'>,
  observe: ObserveAnswer,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, auth } = request
    const { statusCode: status, elapsedTime } = reply
    const route = request.routeOptions.url ?? 'unmatched'
    observe({ route, method, status }, elapsedTime / 1000)
    log.info(
      {
        requestId: request.id,
        method,
        route,
        status,
        tookMs: Math.round(elapsedTime * 10) / 10,
        ...(!reply.raw.writableFinished && { isCutOff: true }),
        ...(auth && { orgId: auth.orgId }),
      },
      'request',
    )
    done()
  })
}
