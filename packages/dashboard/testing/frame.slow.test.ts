import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createSong } from '@songreel/server/testing/builders.ts'
import { startService } from '@songreel/server/testing/start-service.ts'
import type { Page } from 'playwright-core'
import { openBrowser, type PageTest } from '../../../tools/browser/open-browser.ts'
import { checkWithAxe } from './check-with-axe.ts'
import { signIn } from './sign-in.ts'

const browser = await openBrowser()
after(() => browser.close())
const service = await startService({ after })
const { url, api } = service
const skip = browser.missing
const CATALOGUE_CODE = /assets\/catalogue-page-/

test('a page whose code is gone after an upgrade is loaded anew, once, at the address that was asked for', {
  skip,
}, async (t) => {
  const page = await open(t, { expects: /404/ })
  let loads = 0
  page.on('load', () => loads++)
  // The new page has its parts again.
  await page.route(CATALOGUE_CODE, (route) =>
    loads === 0 ? route.fulfill({ status: 404, body: 'gone' }) : route.fallback(),
  )
  await page.evaluate(() => Object.assign(window, { isOld: true }))
  await page.getByRole('link', { name: 'Catalogue', exact: true }).click()
  await page.getByRole('heading', { name: 'Catalogue', exact: true }).waitFor()
  assert.equal(page.url(), `${url}/catalogue`)
  assert.equal(await page.evaluate(() => 'isOld' in window), false, 'a new page')
})

test('a page whose code never comes says so instead of showing the old one, and is not loaded for ever', {
  skip,
}, async (t) => {
  const page = await open(t, { expects: /404/ })
  let loads = 0
  page.on('load', () => loads++)
  await page.route(CATALOGUE_CODE, (route) => route.fulfill({ status: 404, body: 'gone' }))
  await page.getByRole('link', { name: 'Catalogue', exact: true }).click()
  await page.getByRole('heading', { name: '“Catalogue” could not be loaded' }).waitFor()
  assert.equal(loads, 1, 'once')
  await checkWithAxe(page, 'a page that could not be loaded')
  await page.unroute(CATALOGUE_CODE)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Catalogue', exact: true }).waitFor()
})

test('offline, a page that is not here says so, and comes with the network', { skip }, async (t) => {
  const page = await open(t, { expects: /Failed to (load|fetch)|ERR_|net::/ })
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Catalogue', exact: true }).click()
  await page.getByText('This computer is offline.').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('still does not respond').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Catalogue', exact: true }).waitFor()
})

test('who is signed in is not asked to sign in, however late a hidden tab gets its turns', {
  skip,
}, async (t) => {
  const page = await browser.openPage(t, `${url}/signin`)
  await signIn(service, page.context())
  // As in a hidden tab: nothing is painted, and timers are late.
  await page.addInitScript(() => {
    window.requestAnimationFrame = () => 0
    const soon = window.setTimeout.bind(window)
    window.setTimeout = ((work: () => void, ms = 0) => soon(work, ms + 1500)) as typeof setTimeout
  })
  for (const path of ['/catalogue', '/settings']) {
    const seen: string[] = []
    page.on('framenavigated', (frame) => seen.push(new URL(frame.url()).pathname))
    await page.goto(url + path)
    await page.locator('main h1').first().waitFor()
    // Whatever was put off has had its turn when this timer has.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)))
    assert.equal(new URL(page.url()).pathname, path)
    assert.ok(!seen.includes('/claim') && !seen.includes('/signin'), seen.join())
  }
})

test('tabs are named after what they show', { skip }, async (t) => {
  const { artistId, mediaBundleId, mediaId } = await createSong(api)
  const page = await open(t)
  const titles = {
    [`/songs/${mediaId}`]: 'Tin Lanterns · Song · Songreel',
    [`/albums/${mediaBundleId}`]: 'Harbour EP · Album · Songreel',
    [`/artists/${artistId}`]: 'Odalys Wren · Artist · Songreel',
    '/catalogue?view=albums&q=night': 'Albums “night” · Catalogue · Songreel',
    '/catalogue?deleted=true': 'Deleted songs · Catalogue · Songreel',
    '/new?step=files': 'Files · New batch · Songreel',
    '/settings': 'Settings · Songreel',
    '/templates/BASE_BASIC_UNIFIED': 'Basic · Template · Songreel',
  }
  for (const [path, title] of Object.entries(titles)) {
    await page.goto(url + path)
    await page.waitForFunction((wanted) => document.title === wanted, title)
  }
  const other = await createSong(api)
  await page.goto(`${url}/songs/${other.mediaId}`)
  await page.waitForFunction(() => document.title.startsWith('Tin Lanterns'))
})

test('a link to nowhere is a page', { skip }, async (t) => {
  const page = await open(t, { expects: /404/ })
  await page.goto(`${url}/nope`)
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor()
  await page.waitForFunction(() => document.title === 'No such page · Songreel')
})

async function open(t: PageTest, options: { expects?: RegExp } = {}): Promise<Page> {
  const page = await browser.openPage(t, `${url}/signin`, options)
  await signIn(service, page.context())
  await page.goto(`${url}/settings`)
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  return page
}
