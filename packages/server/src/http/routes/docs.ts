import { DELIVERY_FAILURES, ERRORS, RENDER_FAILURES } from '@songreel/contract'
import { readSiteOnce, type Site, type SiteFile, toSiteFile } from '../../site/read-site.ts'
import { VERSION } from '../../version.ts'
import { runInPieces } from '../openapi/in-pieces.ts'
import { sendSiteFile } from '../response/send-site-file.ts'
import type { App, Routes } from './route.ts'

const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // blob: shows what "Try it" got from a call that draws a picture.
  "img-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const CATALOGUE = {
  version: VERSION,
  errors: ERRORS,
  failures: RENDER_FAILURES,
  deliveries: DELIVERY_FAILURES,
}

/** The reference for people: the dashboard's components write it from the OpenAPI document, when it is first asked for. */
export const docsRoutes: Routes = (app, { log }) => {
  const reference = once(async ({ docs }) => {
    const { renderReference } = await docs.loadRenderer()
    return toSiteFile(
      await runInPieces(renderReference(await app.describe(), CATALOGUE, docs.shell)),
      '.html',
    )
  })
  const errors = once(async ({ docs }) => {
    const { renderErrors } = await docs.loadRenderer()
    return toSiteFile(renderErrors(CATALOGUE, docs.shell), '.html')
  })
  addPage(app, '/docs', async () => reference(await readSiteOnce(log)))
  addPage(app, '/docs/errors', async () => errors(await readSiteOnce(log)))
}

function addPage(app: App, url: string, page: () => Promise<SiteFile>): void {
  app.get(url, { config: { scope: 'open', isPage: true } }, async (request, reply) => {
    reply.header('Content-Security-Policy', CSP)
    return sendSiteFile(request, reply, await page(), 'no-cache')
  })
}

/** Made when it is first asked for. */
function once(make: (site: Site) => Promise<SiteFile>): (site: Site) => Promise<SiteFile> {
  let made: Promise<SiteFile> | undefined
  return (site) => {
    made ??= make(site)
    return made
  }
}
