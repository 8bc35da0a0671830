import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const VIEWPORTS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
/** From a small phone, over a desk at 200 %, to a wall. */
const WIDTHS = [360, 390, 720, 1440, 3840]
/** Dark differs from light in its colours alone: there only these rules are looked at again. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Fails if axe finds anything on a page, on a desk and on a phone, in light or in dark, or if it scrolls sideways at any width. */
export async function checkWithAxe(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()
  await page.evaluate(AXE)
  for (const viewport of VIEWPORTS) {
    await page.setViewportSize(viewport)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const found = await runAxe(page, colorScheme === 'dark' ? COLOUR_RULES : [])
      assert.deepEqual(found, [], `${name}, ${viewport.width} px, ${colorScheme}`)
    }
  }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    const neededPx = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(neededPx <= width, `${name} needs ${neededPx} px at a width of ${width}`)
  }
  if (before) await page.setViewportSize(before)
}

/** What these rules find, or all of them. */
function runAxe(page: Page, rules: string[]): Promise<string[]> {
  return page.evaluate(async (values) => {
    const only = values.length > 0 ? { runOnly: { type: 'rule', values } } : {}
    // biome-ignore lint/suspicious/noExplicitAny: axe puts itself on the window.
    const { violations } = await (globalThis as any).axe.run({ resultTypes: ['violations'], ...only })
    return violations.map(
      ({ id, nodes }: { id: string; nodes: { html: string }[] }) => `${id}: ${nodes[0]?.html}`,
    )
  }, rules)
}
