import type { Browser, BrowserContextOptions } from 'playwright-core'
import { medianOf } from '../service/medians.ts'

/** A browser, and what makes a context of it belong to somebody who is signed in. */
export type Stage = { browser: Browser; options: BrowserContextOptions }

/** When the main thing of a page was there, when the page had nothing left to do, and how much the page itself did for it. */
export type PageFigures = { name: string; shownMs: number; idleMs: number; cpuMs: number }

type Song = { mediaId: string; mediaBundleId: string; artistId: string }
type Visit = { name: string; path: string; main: string }

const VISITS = 3

/** Opens every page a few times, each time with an empty cache. */
export async function measurePages(stage: Stage, song: Song): Promise<PageFigures[]> {
  const figures: PageFigures[] = []
  for (const visit of listVisits(song)) {
    const times: Omit<PageFigures, 'name'>[] = []
    for (let count = 0; count < VISITS; count++) times.push(await measureVisit(stage, visit))
    const middle = (name: 'shownMs' | 'idleMs' | 'cpuMs') => medianOf(times.map((each) => each[name]))
    figures.push({
      name: visit.name,
      shownMs: middle('shownMs'),
      idleMs: middle('idleMs'),
      cpuMs: middle('cpuMs'),
    })
  }
  return figures
}

/** Every page, and what people come to it for. */
function listVisits({ mediaId, mediaBundleId, artistId }: Song): Visit[] {
  return [
    { name: 'Overview', path: '/', main: '.posters img' },
    { name: 'Batches', path: '/batches', main: 'tbody tr' },
    { name: 'New batch', path: '/new', main: '.drop' },
    { name: 'New batch, templates', path: '/new?step=template', main: '.template-card' },
    { name: 'Templates', path: '/templates', main: '.template-item' },
    { name: 'Template', path: '/templates/BASE_ART_TRACK', main: '.stage img' },
    { name: 'Catalogue', path: '/catalogue', main: 'tbody tr' },
    { name: 'Artist', path: `/artists/${artistId}`, main: '.record-head h1, h1' },
    { name: 'Album', path: `/albums/${mediaBundleId}`, main: 'tbody tr' },
    { name: 'Song', path: `/songs/${mediaId}`, main: '[role=slider]' },
    { name: 'Webhooks', path: '/webhooks', main: '.card' },
    { name: 'Settings', path: '/settings', main: '.card' },
  ]
}

async function measureVisit({ browser, options }: Stage, { path, main }: Visit) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  // Processor time of the page's main thread: other programs on the machine don't count.
  const tools = await context.newCDPSession(page)
  await tools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(path, { waitUntil: 'commit' })
  const times = await page.evaluate(async (selector) => {
    while (!document.querySelector(selector)) await new Promise(requestAnimationFrame)
    const shownAt = performance.now()
    await new Promise((resolve) => requestIdleCallback(resolve))
    const idleAt = performance.now()
    const [{ responseStart } = { responseStart: NaN }] = performance.getEntriesByType(
      'navigation',
    ) as PerformanceNavigationTiming[]
    return { shownMs: shownAt - responseStart, idleMs: idleAt - responseStart }
  }, main)
  const { metrics } = await tools.send('Performance.getMetrics')
  const cpuMs = 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN)
  await context.close()
  return { ...times, cpuMs }
}
