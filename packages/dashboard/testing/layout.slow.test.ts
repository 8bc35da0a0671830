import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startFlow } from '@songreel/server/testing/start-flow.ts'
import { makeTestSong } from '@songreel/server/testing/test-song.ts'
import type { Page } from 'playwright-core'
import { openBrowser, type PageTest } from '../../../tools/browser/open-browser.ts'
import { checkWithAxe } from './check-with-axe.ts'
import { fillPages } from './fill-pages.ts'
import { resizePage } from './resize-page.ts'
import { settle } from './settle.ts'
import { signIn } from './sign-in.ts'

/** Names as long as they may be, without a single place to break them. */
const LONG = 'Rindfleischetikettierungsüberwachungsaufgaben'.repeat(6).slice(0, 255)
const SIZES = [
  { width: 360, height: 800 },
  { width: 1440, height: 900 },
]

const browser = await openBrowser()
after(() => browser.close())
const flow = await startFlow({ after })
const { url, api } = flow
const skip = browser.missing
const paths = await fillPages(flow, LONG)

test('names and addresses without a space widen no page, and push nothing out of it', { skip }, async (t) => {
  const page = await open(t)
  for (const viewport of SIZES) {
    await resizePage(page, viewport)
    for (const path of paths) {
      await page.goto(url + path)
      await settle(page)
      await assertInside(page, `${path} at ${viewport.width} px`)
    }
  }
})

test('so do dialogs, files and what is found', { skip }, async (t) => {
  const page = await open(t)
  const [artist, album, song] = ['/artists/', '/albums/', '/songs/'].map((start) =>
    paths.find((path) => path.startsWith(start)),
  )
  for (const viewport of SIZES) {
    await resizePage(page, viewport)
    for (const path of [artist, album, song])
      for (const name of ['Edit', 'Delete']) {
        await page.goto(url + path)
        await page.getByRole('button', { name, exact: true }).click()
        await page.getByRole('dialog').waitFor()
        await settle(page)
        await assertInside(page, `${name} of ${path} at ${viewport.width} px`)
      }
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    await page
      .getByRole('dialog')
      .getByRole('combobox')
      .or(page.getByRole('searchbox'))
      .first()
      .fill(LONG.slice(0, 30))
    await settle(page)
    await assertInside(page, `what is found at ${viewport.width} px`)
    await page.goto(`${url}/new`)
    const buffer = Buffer.from(makeTestSong(1))
    for (const count of [1, 2]) {
      const files = Array.from({ length: count }, (_, at) => ({
        name: `${LONG.slice(0, 200)}${count}${at}.wav`,
        mimeType: 'audio/wav',
        buffer,
      }))
      await page.locator('input[type=file]').setInputFiles(files)
      await settle(page)
      await assertInside(page, `a new batch of ${count} at ${viewport.width} px`)
    }
    await page.getByRole('button', { name: 'Start over' }).click()
  }
})

test('posters stand side by side, however many there are', { skip }, async (t) => {
  const page = await open(t)
  await page.goto(url)
  await page.locator('.posters > li').first().waitFor()
  const overlaps = await page.evaluate(() => {
    const list = document.querySelector('.posters')
    const first = list?.firstElementChild
    if (!list || !first) return ['no poster']
    for (let i = 0; i < 20; i++) list.append(first.cloneNode(true))
    const places = [...list.querySelectorAll('img')].map((image) => image.getBoundingClientRect())
    return places.slice(1).flatMap(({ left }, i) => (left < places[i]!.right ? [`${i}: ${left}`] : []))
  })
  assert.deepEqual(overlaps, [])
})

test('lyrics with many timed lines are for everybody', { skip }, async (t) => {
  const song = paths.find((path) => path.startsWith('/songs/'))
  const mediaId = song?.split('/')[2] ?? ''
  const lines = Array.from({ length: 60 }, (_, at) => `[00:${String(at % 60).padStart(2, '0')}.00]Line ${at}`)
  await api('PUT', `/v1/media/${mediaId}`, { lyricsText: lines.join('\n') })
  const page = await open(t)
  await page.goto(url + song)
  await page
    .getByRole('button', { name: 'Play from 0:05.0 Line 5' })
    .or(page.getByText('Line 5', { exact: true }))
    .first()
    .waitFor()
  await checkWithAxe(page, 'timed lyrics')
  await page.getByRole('slider', { name: 'Position in the song' }).waitFor()
  await page.getByRole('button', { name: 'Edit or time again' }).click()
  await page.getByRole('button', { name: 'Time the lines' }).click()
  await page.getByText('Line 59').waitFor()
  await checkWithAxe(page, 'lyrics that are timed')
})

async function open(t: PageTest): Promise<Page> {
  const page = await browser.openPage(t, `${url}/signin`, { expects: /404|409/, reducedMotion: 'reduce' })
  await signIn(flow, page.context())
  await resizePage(page, { width: 1440, height: 900 })
  return page
}

/** The page scrolls downwards only, and whatever can be pressed is in view or in something that scrolls. */
async function assertInside(page: Page, what: string): Promise<void> {
  const { needed, width, outside, widest } = await page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/(auto|scroll)/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    const outside = [...document.querySelectorAll('a, button, input, select, h1')]
      .filter((element) => {
        const { right, left, width: own } = element.getBoundingClientRect()
        return own > 1 && (right > innerWidth + 1 || left < -1) && !scrolls(element.parentElement)
      })
      .filter((element) => !element.closest('.skip, .unseen'))
      .map((element) => element.outerHTML.slice(0, 120))
    const widest = [...document.querySelectorAll('main *')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1 && !scrolls(element))
      .map((element) => element.outerHTML.slice(0, 100))
    return { needed: document.documentElement.scrollWidth, width: innerWidth, outside, widest }
  })
  assert.ok(needed <= width, `${what} needs ${needed} px: ${widest.slice(0, 6).join(' | ')}`)
  assert.deepEqual(outside, [], what)
}
