import {
  Artist,
  ArtistCreated,
  ArtistDeleted,
  ArtistInput,
  ArtistPage,
  ArtistPatch,
  ArtistPath,
  ArtistQuery,
  CascadeQuery,
  successOf,
} from '@songreel/contract'
import { createArtist, updateArtist } from '../../catalogue/artists.ts'
import { deleteArtist, restoreArtist } from '../../catalogue/deletion.ts'
import { tagRecord } from '../../catalogue/record-tag.ts'
import { getArtist, listArtists } from '../../store/artists.ts'
import type { Db } from '../../store/schema.ts'
import { runIdempotent } from '../request/idempotency.ts'
import { IfMatch, readIfMatch } from '../request/if-match.ts'
import { ok } from '../response/envelope.ts'
import type { Routes } from './route.ts'

const tag = { name: 'Artists', description: 'Who made the music.' }
const response = { 200: successOf(Artist) }

const create = {
  config: { errors: ['URL_NOT_ALLOWED', 'BRAND_NOT_FOUND'] },
  schema: {
    tag,
    summary: 'Create an artist',
    description: 'Does not wait for the image, which is fetched in the background.',
    body: ArtistInput,
    response: { 201: successOf(ArtistCreated) },
  },
} as const

const list = {
  schema: {
    tag,
    summary: 'List artists, newest first',
    description: '`q` searches the words of the name.',
    querystring: ArtistQuery,
    response: { 200: successOf(ArtistPage) },
  },
} as const

const read = {
  schema: {
    tag,
    summary: 'Read an artist',
    description: 'The response has no `message`.',
    params: ArtistPath,
    response,
  },
} as const

const update = {
  config: { errors: ['URL_NOT_ALLOWED', 'BRAND_NOT_FOUND', 'PRECONDITION_FAILED'] },
  schema: {
    tag,
    summary: 'Update an artist',
    description:
      'Fields you leave out stay as they are; `null` clears a field. A new `imageUrl` always creates a new `imageAssetId`.',
    params: ArtistPath,
    headers: IfMatch,
    body: ArtistPatch,
    response,
  },
} as const

const remove = {
  config: { errors: ['HAS_CHILDREN', 'PRECONDITION_FAILED'] },
  schema: {
    tag,
    summary: 'Delete an artist',
    description: 'Can be undone with `POST /v1/artists/{artistId}/restore` until the retention time is over.',
    params: ArtistPath,
    headers: IfMatch,
    querystring: CascadeQuery,
    response: { 200: successOf(ArtistDeleted) },
  },
} as const

const restore = {
  schema: {
    tag,
    summary: 'Restore a deleted artist',
    description: 'Also restores the media bundles and media that were deleted with it.',
    params: ArtistPath,
    response,
  },
} as const

/** The artists of an organization. */
export const artistRoutes: Routes = (app, services) => {
  const { db, config } = services

  app.post('/v1/artists', create, (request, reply) =>
    runIdempotent(services, request, reply, async (transaction) => {
      const data = await createArtist(services, transaction, request.auth.orgId, request.body)
      return { data, message: 'Artist created', location: `/v1/artists/${data.artistId}` }
    }),
  )

  app.get('/v1/artists', list, async ({ auth, query }) =>
    ok(await listArtists(db, auth.orgId, query, config.retentionDays), 'Artists found'),
  )

  app.get('/v1/artists/:artistId', read, async ({ auth, params }, reply) => {
    const artist = await getArtist(services.read, auth.orgId, params.artistId)
    reply.header('ETag', tagRecord(artist))
    return ok(artist)
  })

  for (const method of ['PUT', 'PATCH'] as const) {
    app.route({
      method,
      url: '/v1/artists/:artistId',
      ...update,
      handler: async (request, reply) => {
        const { auth, params, body } = request
        const target = { orgId: auth.orgId, ...params, patch: body, ...readIfMatch(request) }
        const artist = await updateArtist(services, db, target)
        reply.header('ETag', tagRecord(artist))
        return ok(artist, 'Artist updated')
      },
    })
  }

  app.delete('/v1/artists/:artistId', remove, async (request) => {
    const { artistId } = request.params
    const { cascade } = request.query
    await deleteArtist(db, { orgId: request.auth.orgId, id: artistId, cascade, ...readIfMatch(request) })
    return ok({ artistId, deleted: true as const }, 'Artist deleted')
  })

  app.post('/v1/artists/:artistId/restore', restore, (request, reply) => {
    const { auth, params } = request
    const restoring = { orgId: auth.orgId, id: params.artistId, retentionDays: config.retentionDays }
    const work = async (transaction: Db) => {
      await restoreArtist(transaction, restoring)
      return { data: await getArtist(transaction, auth.orgId, params.artistId), message: 'Artist restored' }
    }
    return runIdempotent(services, request, reply, work, { status: 200 })
  })
}
