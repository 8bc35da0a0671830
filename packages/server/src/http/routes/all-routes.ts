import { apiKeyRoutes } from './api-keys.ts'
import { archiveRoutes } from './archive.ts'
import { artistRoutes } from './artists.ts'
import { assetRoutes } from './assets.ts'
import { batchEventRoutes } from './batch-events.ts'
import { batchRoutes } from './batches.ts'
import { brandRoutes } from './brands.ts'
import { contentRoutes } from './contents.ts'
import { dashboardRoutes } from './dashboard.ts'
import { demoRoutes } from './demo.ts'
import { destinationCredentialRoutes } from './destination-credentials.ts'
import { docsRoutes } from './docs.ts'
import { eventRoutes } from './events.ts'
import { fileRoutes } from './files.ts'
import { healthRoutes } from './health.ts'
import { importRoutes } from './imports.ts'
import { invitationRoutes } from './invitations.ts'
import { limitRoutes } from './limits.ts'
import { lookRoutes } from './looks.ts'
import { mcpRoutes } from './mcp.ts'
import { mediaRoutes } from './media.ts'
import { mediaBundleRoutes } from './media-bundles.ts'
import { openApiRoutes } from './openapi.ts'
import { organizationRoutes } from './organizations.ts'
import { pluginRoutes } from './plugins.ts'
import { quotaRoutes } from './quotas.ts'
import { rebuildRoutes } from './rebuilds.ts'
import { releasePackRoutes } from './release-packs.ts'
import { renderRoutes } from './renders.ts'
import type { Routes } from './route.ts'
import { sessionRoutes } from './session.ts'
import { sessionsRoutes } from './sessions.ts'
import { sharePageRoutes } from './share-pages.ts'
import { shareRoutes } from './shares.ts'
import { togetherRoutes } from './together.ts'
import { uploadRoutes } from './uploads.ts'
import { usageRoutes } from './usage.ts'
import { webhookRoutes } from './webhooks.ts'
import { workloadRoutes } from './workload.ts'

/** Every resource of the API, in the order in which a newcomer meets them; a new one is a file here and a line below. */
export const ALL_ROUTES: Routes[] = [
  artistRoutes,
  mediaBundleRoutes,
  mediaRoutes,
  brandRoutes,
  importRoutes,
  batchRoutes,
  batchEventRoutes,
  eventRoutes,
  togetherRoutes,
  releasePackRoutes,
  archiveRoutes,
  renderRoutes,
  rebuildRoutes,
  shareRoutes,
  contentRoutes,
  lookRoutes,
  assetRoutes,
  uploadRoutes,
  pluginRoutes,
  webhookRoutes,
  destinationCredentialRoutes,
  organizationRoutes,
  quotaRoutes,
  apiKeyRoutes,
  limitRoutes,
  usageRoutes,
  workloadRoutes,
  healthRoutes,
  openApiRoutes,
  fileRoutes,
  sharePageRoutes,
  demoRoutes,
  docsRoutes,
  mcpRoutes,
  sessionRoutes,
  sessionsRoutes,
  invitationRoutes,
  dashboardRoutes,
]
