import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startFlow } from '@songreel/server/testing/start-flow.ts'
import { openBrowser } from '../../../tools/browser/open-browser.ts'
import { fillPages } from './fill-pages.ts'
import { resizePage } from './resize-page.ts'
import { settle } from './settle.ts'
import { signIn } from './sign-in.ts'

/** Good is below 0.1; half of that is what nobody notices. */
const MOST_SHIFT = 0.05

const browser = await openBrowser()
after(() => browser.close())
const flow = await startFlow({ after })
const { url } = flow
const paths = browser.missing ? [] : await fillPages(flow, 'Tin Lanterns')

test('nothing jumps while a page is filled', { skip: browser.missing }, async (t) => {
  const page = await browser.openPage(t, `${url}/signin`, { expects: /404|409/, reducedMotion: 'reduce' })
  await signIn(flow, page.context())
  await page.addInitScript(() => {
    const shifts: { value: number; what: string }[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node?: Element }[]
      })[])
        if (!entry.hadRecentInput)
          shifts.push({
            value: entry.value,
            what: entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 80)).join(' | '),
          })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const found: string[] = []
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await resizePage(page, viewport)
    for (const path of paths) {
      await page.goto(url + path)
      await settle(page)
      const shifts = await page.evaluate(
        () => (window as unknown as { shifts: { value: number; what: string }[] }).shifts,
      )
      const sum = shifts.reduce((total, { value }) => total + value, 0)
      t.diagnostic(`${viewport.width} px ${path.slice(0, 40)}: ${sum.toFixed(3)}`)
      if (sum >= MOST_SHIFT)
        found.push(
          `${path} at ${viewport.width} px: ${sum.toFixed(3)}, ${shifts.map(({ what }) => what).join('; ')}`,
        )
    }
  }
  assert.deepEqual(found, [])
})
