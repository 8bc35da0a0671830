import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { launchChromium } from '../browser/launch-chromium.ts'

/** The address that pictures show, whatever port the service got. */
export const SHOWN_URL = 'http://localhost:4400'

/** What pages are looked at with, by its width: a desk, and a phone with as many pixels as one has. */
export const DEVICES = new Map<number, BrowserContextOptions>([
  [1440, { viewport: { width: 1440, height: 1000 } }],
  [390, { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }],
])

const THEMES = ['light', 'dark'] as const
const MAX_BYTES = 150_000
const QUALITIES = [82, 70, 55, 40]

/** The engine's fonts, by the folder of their package: pages look the same on every computer, and no letter is missing. */
const FONTS = fileURLToPath(new URL('../../node_modules/@fontsource-variable', import.meta.url))
const FAMILIES = {
  inter: 'Inter Variable',
  'noto-sans-jp': 'Noto Sans JP Variable',
  'noto-sans-arabic': 'Noto Sans Arabic Variable',
  'jetbrains-mono': 'JetBrains Mono Variable',
}

/** Opens a browser that finds the service at the shown address. */
export function openCamera(url: string): Promise<Browser> {
  return launchChromium([`--host-resolver-rules=MAP ${new URL(SHOWN_URL).host} ${new URL(url).host}`])
}

/** A device with the fonts; nothing on it moves. */
export async function openDevice(browser: Browser, device: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...device,
    baseURL: SHOWN_URL,
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  await context.route('**/fonts/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    const path = join(FONTS, pathname.replace('/fonts/', ''))
    await route.fulfill(
      pathname.endsWith('/all.css') ? { body: listFonts(), contentType: 'text/css' } : { path },
    )
  })
  await context.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const link = Object.assign(document.createElement('link'), {
        rel: 'stylesheet',
        href: '/fonts/all.css',
      })
      document.head.append(link)
    })
  })
  return context
}

function listFonts(): string {
  const imports = Object.keys(FAMILIES).map((folder) => `@import '/fonts/${folder}/index.css';`)
  const names = Object.values(FAMILIES).map((family) => `'${family}'`)
  const mono = names.toReversed()
  return [...imports, `html:root { --sans: ${names.join()}; --mono: ${mono.join()} }`].join('\n')
}

/** Photographs what a page shows, in light and in dark, as WebP files whose paths begin so. */
export async function photograph(page: Page, start: string): Promise<void> {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme })
    await settle(page)
    await writeFile(`${start}-${colorScheme}.webp`, await toWebp(await page.screenshot()))
  }
}

/** Waits until nothing in view is on its way any more. */
async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'One moment' }).waitFor()
  await page.waitForFunction(() => {
    if (document.querySelector('.is-loading')) return false
    const seen = [...document.images].filter((image) => {
      const { top, left } = image.getBoundingClientRect()
      return top < innerHeight && left < innerWidth
    })
    return seen.every((image) => image.complete)
  })
  await page.evaluate(async () => {
    await document.fonts.ready
    // The row of pages on a phone was scrolled before the letters had their width.
    document.querySelector('.bar-nav [aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
    const pictures = [...document.images].filter(({ complete, naturalWidth }) => complete && naturalWidth > 0)
    await Promise.all(pictures.map((image) => image.decode()))
  })
}

/** As good as fits. */
async function toWebp(png: Buffer): Promise<Buffer> {
  for (const quality of QUALITIES) {
    const webp = await sharp(png).webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
    if (webp.length <= MAX_BYTES) return webp
  }
  throw new Error(`a picture has more than ${MAX_BYTES} bytes at any quality`)
}
