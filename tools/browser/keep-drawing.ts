import type { CDPSession, Page } from 'playwright-core'

/** How often a page is looked at, and how long it may draw nothing. */
const EVERY_MS = 5000

/**
 * Keeps a page drawing until its end. Without a screen, Chromium on a busy machine sometimes stops handing out frames, and a click,
 * which waits for its button to stand still, then waits in vain. A picture of the page makes it draw again.
 */
export async function keepDrawing(page: Page, everyMs = EVERY_MS): Promise<void> {
  const session = await page.context().newCDPSession(page)
  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    // A page that goes elsewhere or closes meanwhile needs no frame.
    lookAt(page, session, everyMs)
      .catch(() => {})
      .finally(() => {
        isLooking = false
      })
  }, everyMs)
  timer.unref()
  page.once('close', () => clearInterval(timer))
}

async function lookAt(page: Page, session: CDPSession, patienceMs: number): Promise<void> {
  const frame = page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(true))))
  if (await Promise.race([frame, wait(patienceMs)])) return
  const picture = session.send('Page.captureScreenshot', {
    clip: { x: 0, y: 0, width: 1, height: 1, scale: 1 },
  })
  // A picture may be lost as well: then the page is looked at again.
  await Promise.race([picture, wait(patienceMs)])
}

function wait(ms: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), ms).unref())
}
