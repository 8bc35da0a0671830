import {
  AspectRatio,
  ContentDeleted,
  ContentPath,
  ContentSaved,
  LookInput,
  successOf,
} from '@songreel/contract'
import { z } from 'zod'
import { findLookVersion } from '../../catalogue/find-templates.ts'
import { readLookInput } from '../../catalogue/look-input.ts'
import { createOwnLook, hideOwnLook, restoreOwnLook, updateOwnLook } from '../../catalogue/own-looks.ts'
import { tagRecord } from '../../catalogue/record-tag.ts'
import { listPreviewShapes, openPreviewPicture, openPreviewVideo } from '../../contents/preview-video.ts'
import { notFound } from '../../errors.ts'
import { findLookPicture } from '../../store/looks.ts'
import type { Db } from '../../store/schema.ts'
import { demandSignature, SignedQuery } from '../request/demand-signature.ts'
import { runIdempotent } from '../request/idempotency.ts'
import { IfMatch, readIfMatch } from '../request/if-match.ts'
import { ok } from '../response/envelope.ts'
import { sendPreviewFile } from '../response/send-preview.ts'
import { tag } from './contents.ts'
import type { Routes } from './route.ts'

const create = {
  config: { errors: ['LOOK_INVALID', 'CONFLICT'] },
  schema: {
    tag,
    summary: 'Create a look of your own',
    description:
      'A template as JSON, see `docs/own-looks.md`. Only your organization sees it, and uses it like any other. The id is issued: `OWN_` and the name in capitals, other scripts as they sound. A look with faults is refused before anything is drawn; `details` lists them all, each with its path in the JSON.',
    body: LookInput,
    response: { 201: successOf(ContentSaved) },
  },
} as const

const update = {
  config: { errors: ['LOOK_INVALID', 'PRECONDITION_FAILED', 'CONFLICT'] },
  schema: {
    tag,
    summary: 'Store a new version of a look',
    description:
      'The whole look; its id stays, also under another name. Videos that are made from now on have the new version; those that exist stay, and are stale for the reason `TEMPLATE`. The same look again is no new version.',
    params: ContentPath,
    headers: IfMatch,
    body: LookInput,
    response: { 200: successOf(ContentSaved) },
  },
} as const

const remove = {
  config: { errors: ['PRECONDITION_FAILED', 'CONFLICT'] },
  schema: {
    tag,
    summary: 'Delete a look',
    description:
      'It can be ordered no more. Videos that exist stay, and those that are ordered already are still made. Its id is not given out again. Can be undone with `POST /v1/contents/{contentId}/restore` until the retention time is over or 100 others were deleted after it.',
    params: ContentPath,
    headers: IfMatch,
    response: { 200: successOf(ContentDeleted) },
  },
} as const

const restore = {
  config: { errors: ['CONFLICT'] },
  schema: {
    tag,
    summary: 'Restore a deleted look',
    description:
      'It is offered again in the version that it had, so no video is stale by it, and is examined anew. Its earlier versions are gone.',
    params: ContentPath,
    response: { 200: successOf(ContentSaved) },
  },
} as const

const LookFile = z.object({
  orgId: z.string().max(64),
  contentId: z.string().max(64),
  version: z.coerce.number().int().min(1).max(1_000_000),
  name: z.string().regex(/^(preview\.(png|mp4)|fault-\d{1,2}\.jpg)$/),
})

const file = {
  config: { scope: 'open', isPage: true },
  schema: {
    summary: 'A picture or video of a look, by its signed URL',
    params: LookFile,
    querystring: SignedQuery.extend({ aspectRatio: AspectRatio.optional() }),
  },
} as const

/** Looks of an organization's own: templates as JSON, which nobody else sees. */
export const lookRoutes: Routes = (app, services) => {
  const { db } = services

  app.post('/v1/contents', create, (request, reply) =>
    runIdempotent(services, request, reply, async (transaction) => {
      const definition = readLookInput(request.body)
      const data = await createOwnLook(services, transaction, request.auth.orgId, definition)
      const location = `/v1/contents/${data.contentId}`
      return { data, message: 'Look created', location, etag: tagRecord(data) }
    }),
  )

  app.put('/v1/contents/:contentId', update, async (request, reply) => {
    const { auth, params, body } = request
    const change = { orgId: auth.orgId, ...params, definition: readLookInput(body), ...readIfMatch(request) }
    const saved = await updateOwnLook(services, db, change)
    reply.header('ETag', tagRecord(saved))
    return ok(saved, 'Look updated')
  })

  app.delete('/v1/contents/:contentId', remove, async (request) => {
    const { contentId } = request.params
    await hideOwnLook(services, db, { orgId: request.auth.orgId, contentId, ...readIfMatch(request) })
    return ok({ contentId, deleted: true as const }, 'Look deleted')
  })

  app.post('/v1/contents/:contentId/restore', restore, (request, reply) => {
    const restoring = { orgId: request.auth.orgId, ...request.params }
    const work = async (transaction: Db) => {
      const data = await restoreOwnLook(services, transaction, restoring)
      return { data, message: 'Look restored' }
    }
    return runIdempotent(services, request, reply, work, { status: 200 })
  })

  app.get('/files/looks/:orgId/:contentId/:version/:name', file, async (request, reply) => {
    const { orgId, name, ...look } = request.params
    const { aspectRatio } = request.query
    demandSignature(services.links, request, 'Read the template again for a fresh one.')
    const [, position] = /^fault-(\d+)/.exec(name) ?? []
    if (position !== undefined) {
      const picture = await findLookPicture(db, orgId, { ...look, position: Number(position) })
      if (!picture) throw notFound('NOT_FOUND', name)
      return reply.type('image/jpeg').header('Cache-Control', 'private, max-age=3600').send(picture)
    }
    const loaded = await findLookVersion(services, orgId, look)
    if (!loaded) throw notFound('CONTENT_NOT_FOUND', look.contentId)
    if (aspectRatio && !listPreviewShapes(loaded.template).includes(aspectRatio))
      throw notFound('NOT_FOUND', aspectRatio, 'aspectRatio')
    const preview =
      name === 'preview.png'
        ? openPreviewPicture(services, loaded)
        : openPreviewVideo(services, loaded, aspectRatio)
    reply
      .type(name === 'preview.png' ? 'image/png' : 'video/mp4')
      .header('Cache-Control', 'private, max-age=3600')
    return sendPreviewFile(reply, preview, () => ({ orgId }))
  })
}
