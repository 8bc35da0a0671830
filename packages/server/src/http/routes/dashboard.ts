import { PAGE_PATHS } from '@songreel/dashboard/page-map'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { notFound } from '../../errors.ts'
import { readSiteOnce } from '../../site/read-site.ts'
import { sendSiteFile } from '../response/send-site-file.ts'
import type { Routes } from './route.ts'

/** Nothing from elsewhere. What scripts draw themselves, and previews that calls return, come as blobs. */
export const PAGE_CSP = [
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
  const readOnce = () => readSiteOnce(log)

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const { page: file } = await readOnce()
    reply.header('Content-Security-Policy', PAGE_CSP)
    return sendSiteFile(request, reply, file, 'no-cache')
  }
  for (const url of PAGE_PATHS) app.get(url, page, sendPage)
  // The dashboard itself says that there is no such page.
  app.decorate('sendMissingPage', (request, reply) => sendPage(request, reply.code(404)))

  app.get('/assets/:name', asset, async (request, reply) => {
    const file = (await readOnce()).assets.get(request.params.name)
    if (!file) throw notFound('NOT_FOUND', request.params.name)
    return sendSiteFile(request, reply, file, FOR_A_YEAR)
  })
}
