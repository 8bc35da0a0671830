import type { Page } from 'playwright-core'

const TAKE_MS = 10_000
const TRIES = 6

/**
 * Gives a page another size and waits until it has it. A busy browser may lose a change of its size for good: it is asked again, with
 * a height that it doesn't have yet, and for a picture, which makes it lay the page out.
 */
export async function resizePage(
  page: Page,
  { width, height }: { width: number; height: number },
): Promise<void> {
  const isTaken = (wanted: number) => innerWidth === wanted
  for (let i = 0; i < TRIES; i++) {
    await page.setViewportSize({ width, height: height + i })
    await page.waitForFunction(isTaken, width, { timeout: TAKE_MS, polling: 50 }).catch(() => {})
    if (await page.evaluate(isTaken, width)) return
    await page.screenshot({ timeout: TAKE_MS }).catch(() => {})
  }
  throw new Error(`The browser has not taken a width of ${width} px, asked ${TRIES} times.`)
}
