import type { Routes } from './route.ts'
import { apiKeyRoutes } from './routes/api-keys.ts'
import { archiveRoutes } from './routes/archive.ts'
import { artistRoutes } from './routes/artists.ts'
import { assetRoutes } from './routes/assets.ts'
import { batchEventRoutes } from './routes/batch-events.ts'
import { batchRoutes } from './routes/batches.ts'
import { contentRoutes } from './routes/contents.ts'
import { demoRoutes } from './routes/demo.ts'
import { docsRoutes } from './routes/docs.ts'
import { fileRoutes } from './routes/files.ts'
import { healthRoutes } from './routes/health.ts'
import { limitRoutes } from './routes/limits.ts'
import { mediaRoutes } from './routes/media.ts'
import { mediaBundleRoutes } from './routes/media-bundles.ts'
import { openApiRoutes } from './routes/openapi.ts'
import { organizationRoutes } from './routes/organizations.ts'
import { pluginRoutes } from './routes/plugins.ts'
import { renderRoutes } from './routes/renders.ts'
import { uploadRoutes } from './routes/uploads.ts'
import { webhookRoutes } from './routes/webhooks.ts'

/** Every resource of the API; a new one is a file in routes/ and a line here. */
export const ALL_ROUTES: Routes[] = [
  organizationRoutes,
  apiKeyRoutes,
  artistRoutes,
  mediaBundleRoutes,
  mediaRoutes,
  pluginRoutes,
  assetRoutes,
  uploadRoutes,
  batchRoutes,
  batchEventRoutes,
  archiveRoutes,
  renderRoutes,
  contentRoutes,
  webhookRoutes,
  fileRoutes,
  demoRoutes,
  limitRoutes,
  healthRoutes,
  openApiRoutes,
  docsRoutes,
]
