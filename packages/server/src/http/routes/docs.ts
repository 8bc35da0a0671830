import { readSiteOnce, type SiteFile, toSiteFile } from '../../site/read-site.ts'
import { errorsPage } from '../docs/errors-page.ts'
import { referencePage } from '../docs/reference-page.ts'
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

/** The reference for people, made from the OpenAPI document; nothing in it comes from elsewhere. */
export const docsRoutes: Routes = (app, { log }) => {
  const reference = once(async (shell) =>
    toSiteFile(await runInPieces(referencePage(await app.describe(), shell)), '.html'),
  )
  const errors = once((shell) => toSiteFile(errorsPage(shell), '.html'))
  const findShell = async () => (await readSiteOnce(log)).docs

  addPage(app, '/docs', async () => reference(await findShell()))
  addPage(app, '/docs/errors', async () => errors(await findShell()))
}

function addPage(app: App, url: string, page: () => Promise<SiteFile>): void {
  app.get(url, { config: { scope: 'open', isPage: true } }, async (request, reply) => {
    reply.header('Content-Security-Policy', CSP)
    return sendSiteFile(request, reply, await page(), 'no-cache')
  })
}

/** Made when it is first asked for. */
function once(make: (shell: string) => Promise<SiteFile>): (shell: string) => Promise<SiteFile> {
  let made: Promise<SiteFile> | undefined
  return (shell) => {
    made ??= make(shell)
    return made
  }
}
