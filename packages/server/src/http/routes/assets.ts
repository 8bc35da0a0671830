import { Asset, AssetPage, AssetPath, AssetQuery, successOf } from '@songreel/contract'
import { getAsset, listAssets } from '../../store/assets.ts'
import { ok } from '../response/envelope.ts'
import type { Routes } from './route.ts'

const tag = { name: 'Assets', description: 'The files behind records: fetched from a URL or uploaded.' }

const list = {
  schema: {
    tag,
    summary: 'List assets, newest first',
    description:
      'Every file behind artists, media bundles and media; `status=FAILED` shows those that could not be fetched.',
    querystring: AssetQuery,
    response: { 200: successOf(AssetPage) },
  },
} as const

const read = {
  schema: {
    tag,
    summary: 'Read an asset',
    description: 'Whether the file has been fetched, what it is, or why it failed.',
    params: AssetPath,
    response: { 200: successOf(Asset) },
  },
} as const

/** The files behind artists, media bundles and media. */
export const assetRoutes: Routes = (app, services) => {
  app.get('/v1/assets', list, async ({ auth, query }) =>
    ok(await listAssets(services.db, auth.orgId, query), 'Assets found'),
  )

  app.get('/v1/assets/:assetId', read, async ({ auth, params }) =>
    ok(await getAsset(services.read, auth.orgId, params.assetId), 'Asset found'),
  )
}
