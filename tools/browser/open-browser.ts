import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { closeBrowser } from './close-browser.ts'
import { ensureChromium } from './find-chromium.ts'
import { keepDrawing } from './keep-drawing.ts'
import { launchChromium } from './launch-chromium.ts'

/** Where the last picture of a page is kept whose test failed. */
const FAILURES = fileURLToPath(new URL('../../node_modules/.cache/browser-failures', import.meta.url))

/** What a page is waited for at most: machines are slow when all tests run. */
const PATIENCE_MS = 180_000

/** A preview whose files are still on their way is refused, and the page asks again: on a slow machine that happens anywhere. */
const isAwaited = (text: string, url: string) =>
  text.includes('status of 409') && /\/v1\/contents\/(.+\/)?preview\b/.test(url)

/** How a page is looked at: `viewport`, `colorScheme` and whatever else Playwright takes. */
export type PageOptions = BrowserContextOptions & {
  /** Errors on the console that belong to the test, such as an expected status 422. */
  expects?: RegExp
}

/** What a page needs of its test. */
export type PageTest = Pick<TestContext, 'after' | 'diagnostic' | 'name'> & { passed?: boolean }

/** A real browser, for the tests of one file. */
export type TestBrowser = {
  /** Why there is none: the tests' `skip`. */
  missing: string | false
  /** A new page, closed after its test. It may ask only the origin of `url`, and an error on its console fails the test. */
  openPage(t: PageTest, url: string, options?: PageOptions): Promise<Page>
  close(): Promise<void>
}

/**
 * Opens a browser: one per test file, at its top, closed in `after`.
 *
 *     const browser = await openBrowser()
 *     after(() => browser.close())
 *     test('…', { skip: browser.missing }, async (t) => { const page = await browser.openPage(t, url) … })
 */
export async function openBrowser(): Promise<TestBrowser> {
  const found = ensureChromium()
  if ('missing' in found) {
    const openPage = () => Promise.reject(new Error(found.missing))
    return { missing: found.missing, openPage, close: async () => {} }
  }
  const browser = await launchChromium()
  return {
    missing: false,
    async openPage(t, url, { expects, ...options } = {}) {
      const context = await browser.newContext({ serviceWorkers: 'block', ...options })
      const faults = await watchContext(context, new URL(url).origin, expects)
      const page = await context.newPage()
      page.setDefaultTimeout(PATIENCE_MS)
      await keepDrawing(page)
      t.after(async () => {
        if (t.passed === false || faults.length > 0) t.diagnostic(`see ${await keepPicture(page, t.name)}`)
        await context.close()
        if (faults.length > 0) throw new Error(`${url}: ${faults.join('; ')}`)
      })
      await page.goto(url)
      return page
    },
    close: () => closeBrowser(browser),
  }
}

/** Collects what a page may not do. */
async function watchContext(context: BrowserContext, origin: string, expects?: RegExp): Promise<string[]> {
  const faults: string[] = []
  const isAllowed = (url: string) => url.startsWith(`${origin}/`) || /^(data|blob):/.test(url)
  await context.route('**/*', async (route) => {
    const url = route.request().url()
    if (isAllowed(url)) return route.continue()
    faults.push(`asked ${url}`)
    return route.abort()
  })
  await context.routeWebSocket(/^/, (socket) => {
    if (isAllowed(socket.url().replace(/^ws/, 'http'))) return void socket.connectToServer()
    faults.push(`asked ${socket.url()}`)
    return socket.close()
  })
  context.on('console', (message) => {
    const text = message.text()
    const { url } = message.location()
    if (message.type() === 'error' && !expects?.test(text) && !isAwaited(text, url))
      faults.push(`console: ${text} (${url})`)
  })
  context.on('weberror', (error) => {
    faults.push(`thrown: ${error.error().message}`)
  })
  return faults
}

async function keepPicture(page: Page, name: string): Promise<string> {
  await mkdir(FAILURES, { recursive: true })
  const path = join(FAILURES, `${name.replaceAll(/\W+/g, '-')}.png`)
  await page.screenshot({ path })
  return path
}
