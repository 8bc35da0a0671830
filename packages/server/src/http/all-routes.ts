import type { Routes } from './route.ts'
import { apiKeyRoutes } from './routes/api-keys.ts'
import { healthRoutes } from './routes/health.ts'
import { limitRoutes } from './routes/limits.ts'
import { openApiRoutes } from './routes/openapi.ts'
import { organizationRoutes } from './routes/organizations.ts'

/** Every resource of the API; a new one is a file in routes/ and a line here. */
export const ALL_ROUTES: Routes[] = [
  organizationRoutes,
  apiKeyRoutes,
  limitRoutes,
  healthRoutes,
  openApiRoutes,
]
