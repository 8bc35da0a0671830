import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { resizePage } from './resize-page.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const VIEWPORTS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
/** From a small phone, over a desk at 200 %, to a wall. */
const WIDTHS = [360, 390, 720, 1440, 3840]
/** Dark differs from light in its colours alone: there only these rules are looked at again. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Fails if axe finds anything on a page, or within parts of one that is too long for it, on a desk and on a phone, in light or
 * in dark, or if it scrolls sideways at any width.
 */
export async function checkWithAxe(page: Page, name: string, within: string[] = []): Promise<void> {
  const before = page.viewportSize()
  await page.evaluate(AXE)
  for (const viewport of VIEWPORTS) {
    await resizePage(page, viewport)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const found = await runAxe(page, { rules: colorScheme === 'dark' ? COLOUR_RULES : [], within })
      assert.deepEqual(found, [], `${name}, ${viewport.width} px, ${colorScheme}`)
    }
  }
  for (const width of WIDTHS) {
    const neededPx = await measureSettled(page, width)
    assert.ok(neededPx <= width, `${name} needs ${neededPx} px at a width of ${width}`)
  }
  if (before) await resizePage(page, before)
}

const HEIGHT_PX = 900
const SETTLE_MS = 10_000
const SETTLE_TRIES = 3

/**
 * How wide the page is once it has taken its new width: on a busy machine it may still be laid out for the one before, and stay so as
 * long as the browser hands out no frame, which a picture makes it do.
 */
async function measureSettled(page: Page, width: number): Promise<number> {
  await resizePage(page, { width, height: HEIGHT_PX })
  const isWithin = (most: number) => document.documentElement.scrollWidth <= most
  for (let i = 0; i < SETTLE_TRIES; i++) {
    await page.waitForFunction(isWithin, width, { timeout: SETTLE_MS, polling: 50 }).catch(() => {})
    if (await page.evaluate(isWithin, width)) return width
    await page.screenshot({ timeout: SETTLE_MS }).catch(() => {})
  }
  return page.evaluate(() => document.documentElement.scrollWidth)
}

type Wanted = { rules: string[]; within: string[] }

/** What these rules find, or all of them, within these parts of the page, or in all of it. */
function runAxe(page: Page, wanted: Wanted): Promise<string[]> {
  return page.evaluate(async ({ rules, within }) => {
    const only = rules.length > 0 ? { runOnly: { type: 'rule', values: rules } } : {}
    const context = within.length > 0 ? { include: within } : document
    // biome-ignore lint/suspicious/noExplicitAny: axe puts itself on the window.
    const { violations } = await (globalThis as any).axe.run(context, {
      resultTypes: ['violations'],
      ...only,
    })
    return violations.map(
      ({ id, nodes }: { id: string; nodes: { html: string }[] }) => `${id}: ${nodes[0]?.html}`,
    )
  }, wanted)
}
