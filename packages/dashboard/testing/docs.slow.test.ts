import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startService } from '@songreel/server/testing/start-service.ts'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../../tools/browser/open-browser.ts'
import { checkWithAxe } from './check-with-axe.ts'

const browser = await openBrowser()
after(() => browser.close())
const service = await startService({ after })
const url = `${service.url}/docs`
const skip = browser.missing
const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }

/** A part of the page once its scripts have run. */
async function waitForLife(page: Page): Promise<void> {
  await page.locator('#side a[aria-current]').first().waitFor({ state: 'attached' })
}

test('without JavaScript the reference can be read: texts, fields, samples, responses and codes', {
  skip,
}, async (t) => {
  const page = await browser.openPage(t, url, { javaScriptEnabled: false })
  const call = page.locator('#createBatch')
  await call.getByRole('heading', { name: 'Create a batch of renders' }).waitFor()
  await call.getByText('Your own reference, echoed in the record and usable as a filter').waitFor()
  await call.getByText(/^curl /).waitFor()
  assert.ok(await call.getByText('import os, requests').isHidden(), 'one language of three')
  await call.getByText(/^Errors/).click()
  await call.getByRole('link', { name: /VALIDATION_ERROR/ }).click()
  await page.getByRole('heading', { name: 'What went wrong, and what to do' }).waitFor()
  assert.match(page.url(), /\/docs\/errors#VALIDATION_ERROR$/)
})

test('by keys alone: a slash searches, arrows go through the calls, Enter goes to one', {
  skip,
}, async (t) => {
  const page = await browser.openPage(t, url)
  await waitForLife(page)
  await page.keyboard.press('/')
  await page.keyboard.type('restore artist')
  const found = page.locator('#side [data-call]:visible')
  await page.waitForFunction(() => document.querySelectorAll('#side [data-call]:not([hidden])').length < 5)
  assert.match((await found.first().textContent()) ?? '', /Restore a deleted artist/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/#restoreArtist$/)
  await page.locator('#side a[aria-current][href="#restoreArtist"]').waitFor()
})

test('all samples are in one language, also on the next visit, and what is seen is copied', {
  skip,
}, async (t) => {
  const page = await browser.openPage(t, url, clipboard)
  await waitForLife(page)
  const call = page.locator('#createArtist')
  await call.getByRole('tab', { name: 'Python' }).click()
  await call.getByRole('tabpanel', { name: 'Python' }).waitFor()
  const other = page.locator('#listArtists')
  await other.getByRole('tab', { name: 'Python', selected: true }).waitFor()
  await call.getByRole('button', { name: 'Copy' }).first().click()
  await page.getByText('Copied').waitFor()
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^import os, requests/)

  await page.reload()
  await other.getByRole('tabpanel', { name: 'Python' }).waitFor()
  await other.getByRole('tab', { name: 'Python', selected: true }).focus()
  await page.keyboard.press('ArrowLeft')
  await other.getByRole('tabpanel', { name: 'JavaScript' }).waitFor()
  await call.getByRole('tab', { name: 'JavaScript', selected: true }).waitFor()
})

test('a call is tried from the page, and the next one knows its record', { skip }, async (t) => {
  const page = await browser.openPage(t, url)
  await page.getByLabel('Token').fill(service.token)
  await page.getByLabel('Token').blur()
  await page.getByText(/^Good: /).waitFor()
  await page.locator('#createArtist').getByRole('button', { name: 'Try it' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create an artist' })
  assert.equal(await dialog.getByLabel('Token').inputValue(), service.token)
  await dialog.getByLabel('Body').fill('{"name": "Odalys Wren"}')
  await page.keyboard.press('Control+Enter')
  await dialog.getByText('201 Created').waitFor()
  const artistId = /art_\w+/.exec((await dialog.locator('pre').textContent()) ?? '')?.[0]
  await checkWithAxe(page, 'a call that was tried', ['dialog'])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await page.locator('#getArtist').getByRole('button', { name: 'Try it' }).click()
  const next = page.getByRole('dialog', { name: 'Read an artist' })
  assert.equal(await next.getByLabel('artistId').inputValue(), artistId)
  await next.getByRole('button', { name: 'Send' }).click()
  await next.getByText('200 OK').waitFor()
  await next.getByRole('button', { name: 'Close' }).click()
  await next.waitFor({ state: 'detached' })
})

test('a wrong token is told where it was pasted', { skip }, async (t) => {
  const page = await browser.openPage(t, url, { expects: /401/ })
  await page.getByLabel('Token').fill('srl_live_wrong')
  await page.getByLabel('Token').blur()
  await page.getByRole('alert').waitFor()
})

test('on a phone the contents open and close, and the theme stays as it was chosen', { skip }, async (t) => {
  const page = await browser.openPage(t, url, { viewport: { width: 390, height: 844 }, colorScheme: 'light' })
  await waitForLife(page)
  await page.getByRole('button', { name: 'Contents' }).click()
  await page.locator('#side').getByRole('link', { name: 'List batches' }).click()
  await page.waitForURL(/#listBatches$/)
  await page.locator('#side').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Light or dark' }).click()
  await page.reload()
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), 'dark')
})

test('both pages suit everybody, on a desk and on a phone, in light and dark', { skip }, async (t) => {
  const page = await browser.openPage(t, url)
  await waitForLife(page)
  // All calls are drawn alike: one that has everything stands for the others, which would take axe minutes.
  await checkWithAxe(page, '/docs', ['.top', '#side', '.hero', '.intro', '#conventions', '#createBatch'])
  await page.goto(`${url}/errors`)
  await checkWithAxe(page, '/docs/errors')
})
