import type { FastifyInstance } from 'fastify'
import type { Services } from '../../services.ts'
import { readRequestFacts } from './request-scope.ts'

/** Polled every few seconds by machines, so logged only at debug level. */
const PROBES = new Set(['/livez', '/readyz', '/metrics'])

/** Notes every response: one line of facts in the log, one entry in the figures. Never a header, never a query. */
export function registerRequestLog(
  app: FastifyInstance,
  { log, metrics }: Pick<Services, 'log' | 'metrics'>,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const { statusCode: status, elapsedTime } = reply
    const route = request.routeOptions.url ?? 'unmatched'
    metrics.noteRequest({ route, method, status }, elapsedTime / 1000)
    log[PROBES.has(route) ? 'debug' : 'info'](
      {
        ...readRequestFacts(request),
        method,
        route,
        status,
        tookMs: Math.round(elapsedTime * 10) / 10,
        ...(!reply.raw.writableFinished && { isCutOff: true }),
      },
      'request',
    )
    done()
  })
}
