import type { Page } from 'playwright-core'
import type { Stage } from './measure-pages.ts'

/** How a list of very many scrolls and filters; no task of 50 ms or more counts as 0. */
export type ListFigures = { rows: number; longestFrameMs: number; longestTaskMs: number; filterMs: number }

const TURNS = 120
const TURN_PX = 600

/** Turns the wheel through the list of batches, then looks for one of them. */
export async function measureList({ browser, options }: Stage): Promise<ListFigures> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.goto('/batches')
  await page.locator('tbody tr[data-move]').first().waitFor()
  await watchFrames(page)
  await page.mouse.move(600, 500)
  for (let turn = 0; turn < TURNS; turn++) {
    await page.mouse.wheel(0, TURN_PX)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  const rows = Number(await page.getByRole('table').getAttribute('aria-rowcount'))
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen)
  const startedMs = performance.now()
  await page.getByLabel('Reference', { exact: true }).fill('release-7')
  await page.getByRole('button', { name: 'Copy reference release-7', exact: true }).waitFor()
  const filterMs = performance.now() - startedMs
  await context.close()
  return { rows, ...seen, filterMs }
}

type Seen = { longestFrameMs: number; longestTaskMs: number }

/** Notes from now on how long the longest frame and the longest task are. */
async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: Seen = { longestFrameMs: 0, longestTaskMs: 0 }
    Object.assign(globalThis, { seen })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        seen.longestTaskMs = Math.max(seen.longestTaskMs, duration)
    }).observe({ type: 'longtask' })
    const look = (beforeMs: number) => (nowMs: number) => {
      seen.longestFrameMs = Math.max(seen.longestFrameMs, nowMs - beforeMs)
      requestAnimationFrame(look(nowMs))
    }
    requestAnimationFrame((nowMs) => requestAnimationFrame(look(nowMs)))
  })
}
