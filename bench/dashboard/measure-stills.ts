import type { Page } from 'playwright-core'
import { medianOf } from '../service/medians.ts'
import type { Stage } from './measure-pages.ts'

/** How long a change took to be seen. */
export type StillFigures = { name: string; middleMs: number; worstMs: number }

const CHANGES = 6
const TEMPLATES = ['BASE_ART_TRACK', 'RETRO_VINYL_SPIN', 'VISUAL_PARTICLE_FIELD', 'VISUAL_GRADIENT_FLOW']
const PICTURE = '.stage img'

/** Goes to the third step of a new batch with a few templates, and moves through the video. */
export async function measureStills({ browser, options }: Stage, mediaId: string): Promise<StillFigures[]> {
  const figures: StillFigures[] = []
  for (const template of TEMPLATES) {
    const context = await browser.newContext({ ...options, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await openPreview(page, template, mediaId)
    const times: number[] = []
    for (let change = 1; change <= CHANGES; change++) times.push(await measureChange(page, change))
    figures.push({ name: template, middleMs: medianOf(times), worstMs: Math.max(...times) })
    await context.close()
  }
  return figures
}

async function openPreview(page: Page, template: string, mediaId: string): Promise<void> {
  await page.goto(`/new?template=${template}`)
  await page.waitForURL('/new')
  await page.goto(`/new?media=${mediaId}`)
  await page.waitForURL('/new?step=template')
  await page.getByRole('link', { name: 'Preview 1 template' }).click()
  await page.locator(`${PICTURE}[src^="blob:"]:not(.is-old)`).waitFor()
}

async function measureChange(page: Page, change: number): Promise<number> {
  const before = await page.locator(PICTURE).getAttribute('src')
  const startedMs = performance.now()
  await page.getByLabel('Moment of the video').fill(String(change))
  await page.locator(`${PICTURE}:not([src="${before}"]):not(.is-old)`).waitFor()
  await page.locator(PICTURE).evaluate((image: HTMLImageElement) => image.decode())
  return performance.now() - startedMs
}
