import { tag } from './health.ts'
import type { Routes } from './route.ts'

/** The description of the API, made from the routes. */
export const openApiRoutes: Routes = (app) => {
  app.get(
    '/v1/openapi.json',
    {
      config: { scope: 'open', responseType: 'application/json' },
      schema: {
        tag,
        operationId: 'getOpenApi',
        summary: 'Read the description of this API',
        description:
          'OpenAPI 3.1, generated from the schemas that validate requests. Needs no token and has no envelope.',
      },
    },
    async (_request, reply) => {
      reply.type('application/json; charset=utf-8')
      return JSON.stringify(await app.describe())
    },
  )
}
