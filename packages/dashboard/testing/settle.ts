import type { Page } from 'playwright-core'

/** Waits until a page has what it asked for, and has drawn it. */
export async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'One moment' }).first().waitFor()
  const isSettled = () => {
    const state = window as unknown as { seen?: number; sinceMs?: number }
    const count = performance.getEntriesByType('resource').length
    if (state.seen !== count) Object.assign(state, { seen: count, sinceMs: performance.now() })
    return performance.now() - (state.sinceMs ?? 0) > 400 && !document.querySelector('[aria-busy="true"]')
  }
  // A picture by the engine takes its time on a machine that runs all tests.
  await page.waitForFunction(isSettled, undefined, { timeout: 180_000 })
}
