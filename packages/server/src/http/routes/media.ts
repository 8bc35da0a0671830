import {
  Analysis,
  AnalysisQuery,
  Lyrics,
  LyricsQuery,
  Media,
  MediaCreated,
  MediaDeleted,
  MediaInput,
  MediaMove,
  MediaPage,
  MediaPatch,
  MediaPath,
  MediaQuery,
  successOf,
} from '@songreel/contract'
import { roundLyrics } from '@songreel/kit/lyrics'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import { deleteMedia, restoreMedia } from '../../catalogue/deletion.ts'
import { createMedia, updateMedia } from '../../catalogue/media.ts'
import { getMediaAnalysis } from '../../catalogue/media-analysis.ts'
import { getMediaLyrics, type MediaLyrics } from '../../catalogue/media-lyrics.ts'
import { tagRecord } from '../../catalogue/record-tag.ts'
import { getMedia, listMedia } from '../../store/media.ts'
import type { Db } from '../../store/schema.ts'
import { runIdempotent } from '../request/idempotency.ts'
import { IfMatch, readIfMatch } from '../request/if-match.ts'
import { ok } from '../response/envelope.ts'
import { signalGone } from '../response/when-gone.ts'
import type { Routes } from './route.ts'

const tag = { name: 'Media', description: 'Songs, with their audio, images, lyrics and links.' }
/** LRC, WebVTT and ASS are text. */
const LYRICS_TYPES = ['text/*', 'application/x-subrip', 'application/ttml+xml']
const response = { 200: successOf(Media) }

const create = {
  config: {
    errors: ['STORAGE_QUOTA_EXCEEDED', 'URL_NOT_ALLOWED', 'LYRICS_INVALID', 'MEDIA_BUNDLE_NOT_FOUND'],
  },
  schema: {
    tag,
    summary: 'Create a media record (a song)',
    description: 'Does not wait for files: the assets exist at once and are fetched in the background.',
    body: MediaInput,
    response: { 201: successOf(MediaCreated) },
  },
} as const

const list = {
  schema: {
    tag,
    summary: 'List media, newest first',
    description: '`q` searches the words of the title, `isrc` the recording code.',
    querystring: MediaQuery,
    response: { 200: successOf(MediaPage) },
  },
} as const

const read = {
  schema: {
    tag,
    summary: 'Read a media record',
    description: 'A deleted one can be read, with `isActive` false, until the retention time is over.',
    params: MediaPath,
    response,
  },
} as const

const readLyrics = {
  config: {
    responseType: LYRICS_TYPES,
    errors: ['NOT_FOUND', 'CONFLICT', 'MEDIA_INCOMPLETE', 'OUTPUT_EXPIRED', 'LYRICS_INVALID'],
  },
  schema: {
    tag,
    operationId: 'getMediaLyrics',
    summary: 'Read the lyrics of a song, in any format',
    description:
      'As JSON, or as a file in one of the formats. In the format they were sent in, they come back exactly as they were sent; TTML holds everything, and the page on lyrics says what the others can hold. Plain text gets the times at which it is probably sung (`timing` is `ESTIMATED`).',
    params: MediaPath,
    querystring: LyricsQuery,
    response: { 200: successOf(Lyrics) },
  },
} as const

const readAnalysis = {
  config: { errors: ['CONFLICT', 'MEDIA_INCOMPLETE', 'OUTPUT_EXPIRED'] },
  schema: {
    tag,
    operationId: 'getMediaAnalysis',
    summary: 'Read what was heard in a song',
    description:
      'Its waveform, beats, sections and best moments, as templates use them. A 409 says that the song is still being fetched.',
    params: MediaPath,
    querystring: AnalysisQuery,
    response: { 200: successOf(Analysis) },
  },
} as const

const update = {
  config: {
    errors: [
      'STORAGE_QUOTA_EXCEEDED',
      'URL_NOT_ALLOWED',
      'LYRICS_INVALID',
      'CONFLICT',
      'PRECONDITION_FAILED',
    ],
  },
  schema: {
    tag,
    summary: 'Update a media record',
    description:
      'Fields you leave out stay as they are; `null` clears a field, and `videoUrls` is replaced as a whole. A new URL always creates a new asset.',
    params: MediaPath,
    headers: IfMatch,
    body: MediaPatch,
    response,
  },
} as const

const move = {
  config: { errors: ['CONFLICT', 'MEDIA_BUNDLE_NOT_FOUND', 'PRECONDITION_FAILED'] },
  schema: {
    tag,
    summary: 'Move a media record to another album',
    description: 'Videos that exist stay as they are.',
    params: MediaPath,
    headers: IfMatch,
    body: MediaMove,
    response,
  },
} as const

const remove = {
  config: { errors: ['PRECONDITION_FAILED'] },
  schema: {
    tag,
    summary: 'Delete a media record',
    description:
      'It can still be read, with `isActive` false, and restored until the retention time is over.',
    params: MediaPath,
    headers: IfMatch,
    response: { 200: successOf(MediaDeleted) },
  },
} as const

const restore = {
  config: { errors: ['CONFLICT'] },
  schema: {
    tag,
    summary: 'Restore a deleted media record',
    description: 'Its media bundle must not be deleted.',
    params: MediaPath,
    response,
  },
} as const

/** The media (songs) of an organization. */
export const mediaRoutes: Routes = (app, services) => {
  const { db, config } = services

  app.post('/v1/media', create, (request, reply) =>
    runIdempotent(services, request, reply, async (transaction) => {
      const data = await createMedia(services, transaction, request.auth.orgId, request.body)
      return { data, message: 'Media created', location: `/v1/media/${data.mediaId}` }
    }),
  )

  app.get('/v1/media', list, async ({ auth, query }) =>
    ok(await listMedia(db, auth.orgId, query, config.retentionDays), 'Media found'),
  )

  app.get('/v1/media/:mediaId', read, async ({ auth, params }, reply) => {
    const media = await getMedia(services.read, auth.orgId, params.mediaId, config.retentionDays)
    reply.header('ETag', tagRecord(media))
    return ok(media, 'Media found')
  })

  registerContents(app, services)

  for (const method of ['PUT', 'PATCH'] as const) {
    app.route({
      method,
      url: '/v1/media/:mediaId',
      ...update,
      handler: async (request, reply) => {
        const { auth, params, body } = request
        const target = { orgId: auth.orgId, ...params, patch: body, ...readIfMatch(request) }
        const media = await updateMedia(services, db, target)
        reply.header('ETag', tagRecord(media))
        return ok(media, 'Media updated')
      },
    })
  }

  registerMove(app, services)

  app.delete('/v1/media/:mediaId', remove, async (request) => {
    const { mediaId } = request.params
    const { retentionDays } = config
    await deleteMedia(db, { orgId: request.auth.orgId, id: mediaId, retentionDays, ...readIfMatch(request) })
    return ok({ mediaId, deleted: true as const }, 'Media deleted')
  })

  app.post('/v1/media/:mediaId/restore', restore, (request, reply) => {
    const { auth, params } = request
    const { retentionDays } = config
    const work = async (transaction: Db) => {
      await restoreMedia(transaction, { orgId: auth.orgId, id: params.mediaId, retentionDays })
      const data = await getMedia(transaction, auth.orgId, params.mediaId, retentionDays)
      return { data, message: 'Media restored' }
    }
    return runIdempotent(services, request, reply, work, { status: 200 })
  })
}

/** Where it belongs. */
const registerMove: Routes = (app, services) => {
  app.post('/v1/media/:mediaId/move', move, (request, reply) => {
    const { auth, params, body } = request
    const target = { orgId: auth.orgId, ...params, patch: body, ...readIfMatch(request) }
    const work = async (transaction: Db) => {
      const data = await updateMedia(services, transaction, target)
      reply.header('ETag', tagRecord(data))
      return { data, message: 'Media moved' }
    }
    return runIdempotent(services, request, reply, work, { status: 200 })
  })
}

/** What was written and heard in a song. */
const registerContents: Routes = (app, services) => {
  app.get('/v1/media/:mediaId/lyrics', readLyrics, async ({ auth, params, query }, reply) => {
    const { mediaId } = params
    const { signal } = endWith(reply)
    const { lyrics, file } = await getMediaLyrics(services, { orgId: auth.orgId, mediaId, ...query, signal })
    if (query.format !== 'json') return sendText(reply, file)
    return ok(Lyrics.parse({ mediaId, source: lyrics.source, ...roundLyrics(lyrics) }), 'Lyrics found')
  })

  app.get('/v1/media/:mediaId/analysis', readAnalysis, async ({ auth, params, query }, reply) => {
    const wanted = { orgId: auth.orgId, ...params, ...query, ...endWith(reply) }
    return ok(await getMediaAnalysis(services, wanted), 'Analysis found')
  })
}

/** Ends the work for an answer that nobody waits for any more. */
function endWith(reply: FastifyReply): { signal: AbortSignal } {
  return { signal: signalGone(reply) }
}

function sendText(reply: FastifyReply, { bytes, contentType, fileName }: MediaLyrics['file']): FastifyReply {
  const disposition = contentDisposition(fileName, { type: 'attachment' })
  return reply.type(contentType).header('Content-Disposition', disposition).send(bytes)
}
