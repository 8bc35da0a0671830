import { PAGE_PATHS } from '@songreel/dashboard/page-map'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { notFound, ServiceError } from '../../errors.ts'
import { readSite, type Site, type SiteFile } from '../dashboard/site.ts'
import type { Routes } from './route.ts'

/** Nothing from elsewhere. What scripts draw themselves, and previews that calls return, come as blobs. */
const CSP = [
  "default-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')
const FOR_A_YEAR = 'public, max-age=31536000, immutable'

const page = { config: { scope: 'open', isPage: true } } as const
const asset = { ...page, schema: { params: z.object({ name: z.string() }) } } as const

/** The pages for people: one document for all of them, and its parts, which are named by their content. */
export const dashboardRoutes: Routes = (app, { log }) => {
  let reading: Promise<Site> | undefined
  const readOnce = () => {
    reading ??= readSite().catch((cause) => {
      reading = undefined
      log.error({ err: cause }, 'the dashboard could not be built')
      throw new ServiceError('UNAVAILABLE', {
        message:
          'The dashboard is not built, and could not be built here. Run npm ci and npm run build:dashboard where the server is; the API works without it.',
        cause,
      })
    })
    return reading
  }

  for (const url of PAGE_PATHS)
    app.get(url, page, async (request, reply) => {
      const { page: file } = await readOnce()
      reply.header('Content-Security-Policy', CSP)
      return sendFile(request, reply, file, 'no-cache')
    })

  app.get('/assets/:name', asset, async (request, reply) => {
    const file = (await readOnce()).assets.get(request.params.name)
    if (!file) throw notFound('NOT_FOUND', request.params.name)
    return sendFile(request, reply, file, FOR_A_YEAR)
  })
}

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, tag, plain, squeezed }: SiteFile,
  caching: string,
): FastifyReply {
  const etag = `"${tag}"`
  reply.headers({
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': caching,
    ETag: etag,
    Vary: 'Accept-Encoding',
  })
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  reply.type(type)
  if (!/\bgzip\b/.test(request.headers['accept-encoding']?.toString() ?? '')) return reply.send(plain)
  return reply.header('Content-Encoding', 'gzip').send(squeezed)
}
