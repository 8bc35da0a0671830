import type { Browser } from 'playwright-core'

/** How long a browser may take to go by itself: machines are slow when all tests run. */
const CLOSE_MS = 30_000

/**
 * Closes a browser and everything that it started. Playwright waits until nobody holds the browser's outputs any more, which a
 * process of Chromium's that doesn't end keeps open for ever. Told twice, Playwright kills them all.
 */
export async function closeBrowser(browser: Browser, patienceMs = CLOSE_MS): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<'over'>((resolve) => {
    timer = setTimeout(() => resolve('over'), patienceMs)
  })
  const end = await Promise.race([browser.close(), patience])
  clearTimeout(timer)
  if (end === 'over') await browser.close()
}
