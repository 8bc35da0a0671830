import type { TestService } from '@songreel/server/testing/start-service.ts'
import type { BrowserContext } from 'playwright-core'

/** Signs a browser in by a link. */
export async function signIn(
  { url, api }: Pick<TestService, 'url' | 'api'>,
  context: BrowserContext,
): Promise<void> {
  const { body } = await api('POST', '/session/links')
  const { pathname, hash } = new URL(body.data.url)
  const page = await context.newPage()
  await page.goto(url + pathname + hash)
  await page.waitForURL(`${url}/`)
  await page.close()
}
