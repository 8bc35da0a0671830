import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import {
  AspectRatio,
  Content,
  ContentList,
  ContentPath,
  PreviewInput,
  PreviewQuery,
  successOf,
} from '@songreel/contract'
import { RenderError } from '@songreel/render'
import type { LoadedTemplate } from '@songreel/templates'
import { z } from 'zod'
import { toContent } from '../../contents/content-record.ts'
import { ensurePreviewVideo, listPreviewShapes } from '../../contents/preview-video.ts'
import { renderPreviewClip, renderPreviewStill } from '../../contents/render-preview.ts'
import { notFound, ServiceError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { ok } from '../response/envelope.ts'
import type { Routes } from './route.ts'

const tag = { name: 'Contents', description: 'The templates that videos are made with.' }

const list = {
  schema: {
    tag,
    summary: 'List the content templates',
    description: 'With the JSON Schema of their `requiredData`, an example, and images.',
    response: { 200: successOf(ContentList) },
  },
} as const

const read = {
  schema: {
    tag,
    summary: 'Read a content template',
    description: 'What data it takes and what it looks like.',
    params: ContentPath,
    response: { 200: successOf(Content) },
  },
} as const

const preview = {
  config: {
    responseType: ['image/png', 'video/mp4'],
    errors: ['TEMPLATE_DATA_INVALID', 'MEDIA_NOT_FOUND', 'MEDIA_INCOMPLETE', 'CONTENT_NOT_FOUND'],
  },
  schema: {
    tag,
    summary: 'Draw a preview: a PNG, or with `?clip=3` a short MP4',
    description:
      'Drawn by the engine that makes the videos; nothing is stored. A PNG, or an MP4 with `clip`. Without `mediaId` it shows the demo song.',
    params: ContentPath,
    querystring: PreviewQuery,
    body: PreviewInput,
  },
} as const

const page = { config: { scope: 'open', isPage: true }, schema: { params: ContentPath } } as const

const video = {
  ...page,
  schema: { ...page.schema, querystring: z.object({ aspectRatio: AspectRatio.optional() }) },
} as const

/** The content templates, and what they look like. */
export const contentRoutes: Routes = (app, services) => {
  app.get('/v1/contents', list, async () => {
    const items = [...services.templates.values()].map((loaded) => toContent(loaded, app.publicUrl()))
    return ok({ items }, 'Contents found')
  })

  app.get('/v1/contents/:contentId', read, async ({ params }) =>
    ok(toContent(getLoaded(services, params.contentId), app.publicUrl()), 'Content found'),
  )

  app.post('/v1/contents/:contentId/preview', preview, async (request, reply) => {
    const { auth, params, query, body } = request
    const ended = new AbortController()
    // A client that goes away gets no preview, and its work stops.
    reply.raw.once('close', () => ended.abort())
    const wanted = {
      loaded: getLoaded(services, params.contentId),
      input: body,
      orgId: auth.orgId,
      isTest: auth.isTest,
      signal: ended.signal,
    }
    try {
      if (query.clip === undefined)
        return reply.type('image/png').send(await renderPreviewStill(services, wanted))
      return reply.type('video/mp4').send(await renderPreviewClip(services, wanted, query.clip))
    } catch (error) {
      throw toRefusal(error)
    }
  })

  app.get('/contents/:contentId/preview.png', page, async ({ params }, reply) => {
    const file = path.join(getLoaded(services, params.contentId).folder, 'preview.png')
    const found = await stat(file).catch(() => undefined)
    if (!found) throw notFound('NOT_FOUND', `${params.contentId} has no preview.png`)
    reply.type('image/png').header('Cache-Control', 'public, max-age=3600')
    return reply.send(createReadStream(file))
  })

  app.get('/contents/:contentId/preview.mp4', video, async ({ params, query: { aspectRatio } }, reply) => {
    const loaded = getLoaded(services, params.contentId)
    if (aspectRatio && !listPreviewShapes(loaded.template).includes(aspectRatio))
      throw notFound('NOT_FOUND', aspectRatio, 'aspectRatio')
    const file = await ensurePreviewVideo(services, loaded, aspectRatio)
    const { size } = await stat(file)
    reply.type('video/mp4').header('Content-Length', size).header('Cache-Control', 'public, max-age=3600')
    return reply.send(createReadStream(file))
  })
}

function getLoaded({ templates }: Services, contentId: string): LoadedTemplate {
  const loaded = templates.get(contentId)
  if (!loaded) throw notFound('CONTENT_NOT_FOUND', contentId)
  return loaded
}

const OURS = new Set<string>([
  'INTERNAL',
  'TEMPLATE_FAILED',
  'RENDER_CRASHED',
  'RENDER_STALLED',
  'RENDER_OUT_OF_MEMORY',
])

/** What the engine refuses about a preview is the caller's to mend. */
function toRefusal(error: unknown): unknown {
  if (!(error instanceof RenderError)) return error
  const isOurs = OURS.has(error.code)
  if (isOurs) return error
  const code = error.code === 'TEMPLATE_DATA_INVALID' ? error.code : 'VALIDATION_ERROR'
  return new ServiceError(code, { message: error.message, cause: error })
}
