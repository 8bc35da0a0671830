import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import {
  AspectRatio,
  ContentList,
  ContentListQuery,
  ContentPath,
  ContentQuery,
  ContentRecord,
  DraftPreviewInput,
  DraftPreviewQuery,
  LookDrawing,
  PreviewInput,
  PreviewQuery,
  successOf,
} from '@songreel/contract'
import { describeLookSchema } from '@songreel/kit/look'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  findDeletedLooks,
  findLookVersion,
  findTemplates,
  type OfferedTemplate,
} from '../../catalogue/find-templates.ts'
import { tagRecord } from '../../catalogue/record-tag.ts'
import { toContentRecord, toListedContent } from '../../contents/content-record.ts'
import { loadDraft } from '../../contents/draft-look.ts'
import { makePreview } from '../../contents/make-preview.ts'
import type { PreviewClient } from '../../contents/preview-line.ts'
import { listPreviewShapes, openPreviewVideo } from '../../contents/preview-video.ts'
import { notFound } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { findLooks } from '../../store/looks.ts'
import { toNetwork } from '../request/network.ts'
import { ok } from '../response/envelope.ts'
import { sendPreview, sendPreviewFile, whileConnected } from '../response/send-preview.ts'
import type { App, Routes } from './route.ts'

/** What templates are listed under in the API reference. */
export const tag = { name: 'Contents', description: 'The templates that videos are made with.' }

const list = {
  schema: {
    tag,
    summary: 'List the templates',
    description:
      'With the JSON Schema of their `requiredData`, an example, and images: those of this server, then your own looks.',
    querystring: ContentListQuery,
    response: { 200: successOf(ContentList) },
  },
} as const

const read = {
  schema: {
    tag,
    summary: 'Read a template',
    description:
      'What data it takes and what it looks like. A look of your own comes with all of it, and an `ETag`.',
    params: ContentPath,
    querystring: ContentQuery,
    response: { 200: successOf(ContentRecord) },
  },
} as const

/** What may be wrong with the files of a brand that is tried on. */
const BRAND_ERRORS = ['FONT_INVALID', 'LOGO_INVALID', 'ANIMATION_INVALID'] as const

const preview = {
  config: {
    responseType: ['image/png', 'video/mp4'],
    errors: [
      'TEMPLATE_DATA_INVALID',
      'MEDIA_NOT_FOUND',
      'BRAND_NOT_FOUND',
      'MEDIA_INCOMPLETE',
      ...BRAND_ERRORS,
      'CONTENT_NOT_FOUND',
    ],
  },
  schema: {
    tag,
    summary: 'Draw a preview: a PNG, or with `?clip=3` a short MP4',
    description:
      'Drawn by the engine that makes the videos; nothing is stored. Organizations take turns, so it may wait before it is drawn. A PNG, or an MP4 with `clip`. Without `mediaId` it shows the demo song. Where a brand could not be worn as it is, the header `Preview-Warnings` says so: a JSON array of `code`, `message` and, of a colour, `change` with `field`, `wished` and `used`.',
    params: ContentPath,
    querystring: PreviewQuery,
    body: PreviewInput,
  },
} as const

const draft = {
  config: {
    responseType: ['image/png', 'video/mp4'],
    errors: [
      'LOOK_INVALID',
      'TEMPLATE_DATA_INVALID',
      'MEDIA_NOT_FOUND',
      'BRAND_NOT_FOUND',
      'MEDIA_INCOMPLETE',
      ...BRAND_ERRORS,
    ],
  },
  schema: {
    tag,
    operationId: 'previewLook',
    summary: 'Draw a look that is not stored',
    description:
      'As the preview of a template: a PNG, an MP4 with `clip`, or with `?format=json` the picture and the place of every layer, for editors in which layers are moved. All faults of the look are told at once, each with its path in the JSON.',
    querystring: DraftPreviewQuery,
    body: DraftPreviewInput,
    response: { 200: successOf(LookDrawing) },
  },
} as const

const schema = {
  config: { scope: 'open', responseType: 'application/schema+json' },
  schema: {
    tag,
    operationId: 'getLookSchema',
    summary: 'Read the JSON Schema of looks',
    description: 'What a look may hold, for editors that complete it and forms that are made from it.',
  },
} as const

const page = { config: { scope: 'open', isPage: true }, schema: { params: ContentPath } } as const

const video = {
  ...page,
  schema: { ...page.schema, querystring: z.object({ aspectRatio: AspectRatio.optional() }) },
} as const

/** The templates, and what they look like. */
export const contentRoutes: Routes = (app, services) => {
  const { db, links, config } = services
  const readAs = (orgId: string) => ({ orgId, links, publicUrl: app.publicUrl() })

  app.get('/v1/contents', list, async ({ auth, query }) => {
    const found = query.deleted
      ? await findDeletedLooks(services, auth.orgId)
      : [...(await findTemplates(services, auth.orgId)).values()]
    const items = found.map((loaded) => toListedContent(loaded, readAs(auth.orgId)))
    return ok({ items }, 'Templates found')
  })

  app.get('/v1/contents/:contentId', read, async ({ auth, params, query }, reply) => {
    const newest = await getOffered(services, auth.orgId, params.contentId)
    const loaded = await getVersion(services, auth.orgId, { newest, ...query })
    const { contentId, version } = loaded.template
    const isOwn = loaded.folder === undefined
    const [stored] = isOwn ? await findLooks(db, auth.orgId, [{ contentId, version }]) : []
    if (stored) reply.header('ETag', tagRecord({ contentId, version }))
    const isExamined = config.examineSecs > 0
    const record = await toContentRecord(loaded, readAs(auth.orgId), { stored, isExamined })
    return ok(record, 'Template found')
  })

  app.post('/v1/contents/:contentId/preview', preview, async (request, reply) => {
    const { auth, params, query, body } = request
    const { orgId, isTest } = auth
    const loaded = await getOffered(services, orgId, params.contentId)
    const wanted = { loaded, input: body, orgId, isTest }
    const preview = await whileConnected(reply.raw, (signal) =>
      makePreview(services, wanted, { clipSecs: query.clip, signal }),
    )
    return sendPreview(reply, preview, query.clip)
  })

  registerDrafts(app, services)

  app.get('/contents/:contentId/preview.png', page, async ({ params }, reply) => {
    const { folder } = getInstalled(services, params.contentId)
    const file = path.join(folder, 'preview.png')
    const found = await stat(file).catch(() => undefined)
    if (!found) throw notFound('NOT_FOUND', `${params.contentId} has no preview.png`)
    reply.type('image/png').header('Cache-Control', 'public, max-age=3600')
    return reply.send(createReadStream(file))
  })

  app.get('/contents/:contentId/preview.mp4', video, async (request, reply) => {
    const { params, query } = request
    const loaded = getInstalled(services, params.contentId)
    const { aspectRatio } = query
    if (aspectRatio && !listPreviewShapes(loaded.template).includes(aspectRatio))
      throw notFound('NOT_FOUND', aspectRatio, 'aspectRatio')
    const preview = openPreviewVideo(services, loaded, aspectRatio)
    reply.type('video/mp4').header('Cache-Control', 'public, max-age=3600')
    return sendPreviewFile(reply, preview, () => findClient(app, request))
  })
}

/** Looks that are still being written. */
const registerDrafts: Routes = (app, services) => {
  app.post('/v1/contents/preview', draft, async (request, reply) => {
    const { auth, query, body } = request
    const { look, ...input } = body
    const isSketch = query.format === 'json' && query.clip === undefined
    const wanted = { loaded: loadDraft(look), input, orgId: auth.orgId, isTest: auth.isTest }
    const shot = { clipSecs: query.clip, isSketch }
    const preview = await whileConnected(reply.raw, (signal) =>
      makePreview(services, wanted, { ...shot, signal }),
    )
    if (isSketch) return ok(JSON.parse(preview.bytes.toString()) as LookDrawing, 'Look drawn')
    return sendPreview(reply, preview, query.clip)
  })

  app.get('/v1/contents/schema', schema, async (_request, reply) =>
    reply
      .type('application/schema+json')
      .header('Cache-Control', 'public, max-age=3600')
      .send(JSON.stringify(describeLookSchema())),
  )
}

/** A person who has signed in, or a program with a token, does not stand behind everybody else. */
async function findClient(app: App, request: FastifyRequest): Promise<PreviewClient> {
  const guest = { guest: toNetwork(request.ip) }
  try {
    const auth = await app.guardGuesses(request, () => app.authenticator.authenticate(request))
    return auth.kind === 'OPERATOR' ? guest : { orgId: auth.orgId }
  } catch {
    // The video is for everybody, also for who says wrongly who it is.
    return guest
  }
}

async function getOffered(services: Services, orgId: string, contentId: string): Promise<OfferedTemplate> {
  const loaded = (await findTemplates(services, orgId)).get(contentId)
  if (!loaded) throw notFound('CONTENT_NOT_FOUND', contentId)
  return loaded
}

/** The version that is asked for; of this server's templates there is one. */
async function getVersion(
  services: Services,
  orgId: string,
  { newest, version = newest.template.version }: { newest: OfferedTemplate; version?: number | undefined },
): Promise<OfferedTemplate> {
  const { contentId } = newest.template
  if (version === newest.template.version) return newest
  const isOwn = newest.folder === undefined
  const loaded = isOwn ? await findLookVersion(services, orgId, { contentId, version }) : undefined
  if (!loaded) throw notFound('CONTENT_NOT_FOUND', `${contentId}, version ${version}`, 'version')
  return loaded
}

/** What everybody may see. */
function getInstalled({ templates }: Services, contentId: string) {
  const loaded = templates.get(contentId)
  if (!loaded) throw notFound('CONTENT_NOT_FOUND', contentId)
  return loaded
}
