import { Liveness, Readiness, ServiceVersion, successOf } from '@songreel/contract'
import { VERSION } from '../../version.ts'
import { createReadinessCheck } from '../monitor/readiness.ts'
import { ok } from '../response/envelope.ts'
import type { Routes } from './route.ts'

/** How the reference groups these calls, and those of other files about the same. */
export const tag = { name: 'Service', description: 'Limits, health and this description itself.' }
const scope = 'open'

/** What probes, scrapers and operators ask. */
export const healthRoutes: Routes = (app, services) => {
  const checkReadiness = createReadinessCheck(services)

  app.get(
    '/livez',
    {
      config: { scope },
      schema: {
        tag,
        operationId: 'getLiveness',
        summary: 'Check that the process is running',
        response: { 200: successOf(Liveness) },
      },
    },
    async () => ok({ status: 'ok' as const, uptimeSecs: Math.round(process.uptime()) }, 'Alive'),
  )

  app.get(
    '/readyz',
    {
      config: { scope },
      schema: {
        tag,
        operationId: 'getReadiness',
        summary: 'Check that every part works',
        description: 'A 503 names the parts that do not: `database`, `queue`, `storage` or `disk`.',
        response: { 200: successOf(Readiness) },
      },
    },
    async () => ok(await checkReadiness(), 'Ready'),
  )

  app.get(
    '/version',
    {
      config: { scope },
      schema: { tag, summary: 'Read the version', response: { 200: successOf(ServiceVersion) } },
    },
    async () => ok({ name: 'songreel' as const, version: VERSION, apiVersion: 'v1' as const }, 'Version'),
  )

  app.get(
    '/metrics',
    {
      config: { scope, responseType: 'text/plain' },
      schema: {
        tag,
        summary: 'Read the metrics of this process',
        description: 'In Prometheus text format.',
      },
    },
    async (_request, reply) => {
      reply.type(services.metrics.registry.contentType)
      return services.metrics.read()
    },
  )
}
