import {
  CascadeQuery,
  MediaBundle,
  MediaBundleCreated,
  MediaBundleDeleted,
  MediaBundleInput,
  MediaBundleMove,
  MediaBundlePage,
  MediaBundlePatch,
  MediaBundlePath,
  MediaBundleQuery,
  MediaBundleUpdated,
  successOf,
} from '@songreel/contract'
import { deleteMediaBundle, restoreMediaBundle } from '../../catalogue/deletion.ts'
import { createMediaBundle, updateMediaBundle } from '../../catalogue/media-bundles.ts'
import { tagRecord } from '../../catalogue/record-tag.ts'
import { getMediaBundle, listMediaBundles } from '../../store/media-bundles.ts'
import type { Db } from '../../store/schema.ts'
import { runIdempotent } from '../request/idempotency.ts'
import { IfMatch, readIfMatch } from '../request/if-match.ts'
import { ok } from '../response/envelope.ts'
import type { Routes } from './route.ts'

const tag = { name: 'Media bundles', description: 'Albums, EPs and singles: what songs are released on.' }
const response = { 200: successOf(MediaBundle) }

const create = {
  config: { errors: ['URL_NOT_ALLOWED', 'ARTIST_NOT_FOUND'] },
  schema: {
    tag,
    summary: 'Create a media bundle (an album)',
    description: 'Does not wait for the image, which is fetched in the background.',
    body: MediaBundleInput,
    response: { 201: successOf(MediaBundleCreated) },
  },
} as const

const list = {
  schema: {
    tag,
    summary: 'List media bundles, newest first',
    description: '`q` searches the words of the name, `upc` the product code.',
    querystring: MediaBundleQuery,
    response: { 200: successOf(MediaBundlePage) },
  },
} as const

const read = {
  schema: { tag, summary: 'Read a media bundle', params: MediaBundlePath, response },
} as const

const update = {
  config: { errors: ['URL_NOT_ALLOWED', 'PRECONDITION_FAILED'] },
  schema: {
    tag,
    summary: 'Update a media bundle',
    description:
      'Fields you leave out stay as they are; `null` clears a field. A new `imageUrl` always creates a new `imageAssetId`.',
    params: MediaBundlePath,
    headers: IfMatch,
    body: MediaBundlePatch,
    response: { 200: successOf(MediaBundleUpdated) },
  },
} as const

const move = {
  config: { errors: ['ARTIST_NOT_FOUND', 'PRECONDITION_FAILED'] },
  schema: {
    tag,
    summary: 'Move a media bundle to another artist',
    description: 'Its songs go with it. Videos that exist stay as they are.',
    params: MediaBundlePath,
    headers: IfMatch,
    body: MediaBundleMove,
    response,
  },
} as const

const remove = {
  config: { errors: ['HAS_CHILDREN', 'PRECONDITION_FAILED'] },
  schema: {
    tag,
    summary: 'Delete a media bundle',
    description: 'Can be undone with `POST .../restore` until the retention time is over.',
    params: MediaBundlePath,
    headers: IfMatch,
    querystring: CascadeQuery,
    response: { 200: successOf(MediaBundleDeleted) },
  },
} as const

const restore = {
  config: { errors: ['CONFLICT'] },
  schema: {
    tag,
    summary: 'Restore a deleted media bundle',
    description: 'Also restores the media that were deleted with it. Its artist must not be deleted.',
    params: MediaBundlePath,
    response,
  },
} as const

/** The media bundles (albums) of an organization. */
export const mediaBundleRoutes: Routes = (app, services) => {
  const { db, config } = services

  app.post('/v1/media-bundles', create, (request, reply) =>
    runIdempotent(services, request, reply, async (transaction) => {
      const data = await createMediaBundle(services, transaction, request.auth.orgId, request.body)
      return { data, message: 'Media bundle created', location: `/v1/media-bundles/${data.mediaBundleId}` }
    }),
  )

  app.get('/v1/media-bundles', list, async ({ auth, query }) =>
    ok(await listMediaBundles(db, auth.orgId, query, config.retentionDays), 'Media bundles found'),
  )

  app.get('/v1/media-bundles/:mediaBundleId', read, async ({ auth, params }, reply) => {
    const bundle = await getMediaBundle(services.read, auth.orgId, params.mediaBundleId)
    reply.header('ETag', tagRecord(bundle))
    return ok(bundle, 'Media bundle found')
  })

  for (const method of ['PUT', 'PATCH'] as const) {
    app.route({
      method,
      url: '/v1/media-bundles/:mediaBundleId',
      ...update,
      handler: async (request, reply) => {
        const { auth, params, body } = request
        const target = { orgId: auth.orgId, ...params, patch: body, ...readIfMatch(request) }
        const bundle = await updateMediaBundle(services, db, target)
        const { mediaBundleId, name, imageAssetId } = bundle
        reply.header('ETag', tagRecord(bundle))
        return ok({ mediaBundleId, name, imageAssetId }, 'Media bundle updated')
      },
    })
  }

  registerMove(app, services)

  app.delete('/v1/media-bundles/:mediaBundleId', remove, async (request) => {
    const { mediaBundleId } = request.params
    const { cascade } = request.query
    const target = { orgId: request.auth.orgId, id: mediaBundleId, cascade, ...readIfMatch(request) }
    await deleteMediaBundle(db, target)
    return ok({ mediaBundleId, deleted: true as const }, 'Media bundle deleted')
  })

  app.post('/v1/media-bundles/:mediaBundleId/restore', restore, (request, reply) => {
    const { auth, params } = request
    const restoring = { orgId: auth.orgId, id: params.mediaBundleId, retentionDays: config.retentionDays }
    const work = async (transaction: Db) => {
      await restoreMediaBundle(transaction, restoring)
      const data = await getMediaBundle(transaction, auth.orgId, params.mediaBundleId)
      return { data, message: 'Media bundle restored' }
    }
    return runIdempotent(services, request, reply, work, { status: 200 })
  })
}

/** Where it belongs. */
const registerMove: Routes = (app, services) => {
  app.post('/v1/media-bundles/:mediaBundleId/move', move, (request, reply) => {
    const { auth, params, body } = request
    const target = { orgId: auth.orgId, ...params, patch: body, ...readIfMatch(request) }
    const work = async (transaction: Db) => {
      const data = await updateMediaBundle(services, transaction, target)
      reply.header('ETag', tagRecord(data))
      return { data, message: 'Media bundle moved' }
    }
    return runIdempotent(services, request, reply, work, { status: 200 })
  })
}
