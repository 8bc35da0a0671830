import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { aBoundLottie } from '@songreel/kit/testing/sample-lottie.ts'
import { createSong } from '@songreel/server/testing/builders.ts'
import { startFlow } from '@songreel/server/testing/start-flow.ts'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { openBrowser, type PageTest } from '../../../tools/browser/open-browser.ts'
import { checkWithAxe } from './check-with-axe.ts'
import { settle } from './settle.ts'
import { signIn } from './sign-in.ts'

const browser = await openBrowser()
after(() => browser.close())
const flow = await startFlow({ after })
const { url, api, client } = flow
const skip = browser.missing

const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20"><path fill="#0b1f3a" d="M0 0h20v20H0zM30 0h30v20H30z"/></svg>'
const LONG_NAME = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenhersteller'

test('a brand is made with files and colours, and the looks are drawn again with each', {
  skip,
}, async (t) => {
  const { mediaId } = await createSong(api, { audioUrl: flow.songUrl })
  const page = await open(t, '/brands')
  await page.getByRole('heading', { name: 'No brands yet' }).waitFor()
  await checkWithAxe(page, 'no brands')
  await page.getByRole('link', { name: 'Make the first one' }).click()
  await page.locator('.look img[src^="blob:"]').nth(7).waitFor()
  assert.equal(await page.getByLabel('Song', { exact: true }).inputValue(), mediaId, 'the newest song')
  const before = await listPictures(page)
  assert.equal(new Set(before).size, 8)

  await page.getByLabel('Name', { exact: true }).fill(LONG_NAME)
  await page.getByRole('textbox', { name: 'Background', exact: true }).fill('#101418')
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('#33506e')
  await choose(page, 'Logo', { name: 'mark.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(MARK) })
  await page.getByRole('img', { name: 'mark.svg' }).waitFor()
  const changes = page.getByRole('list', { name: 'Text, changed' })
  await changes.getByText('#33506e').waitFor()
  await settle(page)
  const later = await listPictures(page)
  assert.ok(
    later.every((picture) => !before.includes(picture)),
    'all eight were drawn again',
  )
  await checkWithAxe(page, 'a brand that is made')

  await page.getByRole('button', { name: 'Make the brand' }).click()
  await page.waitForURL(/\/brands\/brd_/)
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
  const [brand] = (await client.brands.list()).items
  assert.deepEqual([brand?.name, brand?.colors], [LONG_NAME, { background: '#101418', text: '#33506e' }])
  assert.ok(brand?.logoAssetId)
  await settle(page)
  await checkWithAxe(page, 'a brand')
})

test('what cannot be used is said where it was dropped, and what was there stays', { skip }, async (t) => {
  const page = await open(t, '/brands/new')
  const script = MARK.replace('<path', '<script>alert(1)</script><path')
  await choose(page, 'Logo', { name: 'evil.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(script) })
  await page.getByRole('alert').filter({ hasText: 'has a script' }).waitFor()
  const font = Buffer.concat([Buffer.from('OTTO'), Buffer.alloc(600)])
  await choose(page, 'Titles', { name: 'broken.otf', mimeType: 'font/otf', buffer: font })
  await page.getByRole('group', { name: 'Titles' }).getByRole('alert').waitFor()
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c24e1f' } })
    .png()
    .toBuffer()
  await choose(page, 'Logo', { name: 'photo.png', mimeType: 'image/png', buffer: photo })
  await page.getByText('It has no transparent ground').waitFor()
  await page.getByRole('textbox', { name: 'Accent', exact: true }).fill('#ff33')
  await page.getByRole('alert').filter({ hasText: 'A colour such as' }).waitFor()
  await page.getByRole('button', { name: 'Make the brand' }).click()
  await page.getByRole('alert').filter({ hasText: 'A brand needs a name.' }).waitFor()
  await checkWithAxe(page, 'a brand with mistakes')
})

test('a logo that plays and an animation on the end card are dropped, drawn and saved', {
  skip,
}, async (t) => {
  const page = await open(t, '/brands/new')
  await page.getByLabel('Name').fill('Stings')
  await choose(page, 'Logo that plays', {
    name: 'sting.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"v":"5.7.0","layers":[]}'),
  })
  await page.getByRole('group', { name: 'Logo that plays' }).getByRole('alert').waitFor()
  const sting = { mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(aBoundLottie())) }
  await choose(page, 'Logo that plays', { ...sting, name: 'sting.json' })
  await page.getByText(/^Filled in: .*accent/).waitFor()
  await choose(page, 'Animation on the end card', { ...sting, name: 'card.json' })
  await page.getByText('card.json').waitFor()
  assert.equal(await page.getByLabel('Moment').inputValue(), 'END', 'where it is seen')
  await page.locator('.look img[src^="blob:"]').nth(7).waitFor()
  assert.equal(await page.getByText('Could not be drawn').count(), 0)
  await checkWithAxe(page, 'a brand with animations')
  await page.getByRole('button', { name: 'Make the brand' }).click()
  await page.waitForURL(/\/brands\/brd_/)
  const brand = await client.brands.get(page.url().split('/').at(-1) ?? '')
  assert.ok(brand.logoAnimationAssetId && brand.endCardAnimationAssetId)
  const hasFocus = (name: string) =>
    page.getByRole('button', { name, exact: true }).evaluate((button) => button === document.activeElement)
  await page.getByRole('button', { name: 'Remove: Logo that plays' }).press('Enter')
  assert.ok(await hasFocus('Drop or choose a file: Logo that plays'), 'beside what is gone')
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await page.getByText('Saved. Videos').waitFor()
  await page.getByText('Not saved yet.').waitFor({ state: 'detached' })
  assert.ok(await hasFocus('Save'), 'where it was, on the same page')
  assert.equal((await client.brands.get(brand.brandId)).logoAnimationAssetId, null)
})

test('a brand whose files are still being fetched waits for them, and is drawn when they are here', {
  skip,
}, async (t) => {
  await createSong(api, { audioUrl: flow.songUrl })
  const gate = Promise.withResolvers<void>()
  const logoUrl = flow.hosts.put('/late.svg', async (_, response) => {
    await gate.promise
    response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(MARK)
  })
  const { brandId } = await client.brands.create({ name: 'Late', logoUrl })
  const page = await open(t, `/brands/${brandId}`)
  await page.getByText('Waiting for the files of the brand…').waitFor()
  await page.getByRole('group', { name: 'Logo', exact: true }).getByText('Waiting for the file…').waitFor()
  await page.locator('.look').nth(7).waitFor()
  assert.equal(await page.getByText('Could not be drawn').count(), 0)
  assert.equal(await page.locator('.look img[src^="blob:"]').count(), 0, 'nothing is drawn without it')
  await checkWithAxe(page, 'a brand that waits for a file')
  gate.resolve()
  await page.locator('.look img[src^="blob:"]').nth(7).waitFor()
  assert.equal(await page.getByText('Could not be drawn').count(), 0)
  await page.getByText('Drawn by the engine that makes the videos.').waitFor()
})

test('changes survive leaving the page, are discarded, and never overwrite those of somebody else', {
  skip,
}, async (t) => {
  const { brandId } = await client.brands.create({ name: 'Kept', colors: { accent: '#ff3366' } })
  const page = await open(t, `/brands/${brandId}`, /412/)
  const accent = page.getByRole('textbox', { name: 'Accent', exact: true })
  await accent.fill('#00c2a8')
  await page.getByText('Not saved yet.').waitFor()
  await page.getByRole('link', { name: 'Templates', exact: true }).click()
  await page.getByRole('heading', { name: 'Templates', level: 1 }).waitFor()
  await page.goBack()
  assert.equal(await accent.inputValue(), '#00c2a8')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  assert.equal(await accent.inputValue(), '#ff3366')

  await accent.fill('#00c2a8')
  await client.brands.update(brandId, { name: 'Theirs' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog', { name: 'Somebody else has changed this brand' }).waitFor()
  await checkWithAxe(page, 'two versions of a brand')
  await page.getByRole('button', { name: 'Save mine' }).click()
  await page.getByRole('heading', { name: 'Theirs' }).waitFor()
  const { name, colors } = await client.brands.get(brandId)
  assert.deepEqual([name, colors], ['Theirs', { accent: '#00c2a8' }])
})

test('a brand is chosen for the organization and for artists, deleted, and brought back', {
  skip,
}, async (t) => {
  const { brandId } = await client.brands.create({ name: 'Worn' })
  const { artistId } = await createSong(api, { audioUrl: flow.songUrl })
  // A preview that was asked for before the brand was deleted may come to the server after that.
  const page = await open(t, `/artists/${artistId}`, /status of 404/)
  await page.getByLabel('Brand', { exact: true }).selectOption(brandId)
  await page.getByRole('link', { name: 'See the brand' }).click()
  await page.getByRole('button', { name: /no longer wears it/ }).waitFor()
  assert.equal((await client.artists.get(artistId)).brandId, brandId)

  await page.getByLabel('All videos of the organization').check()
  await page.getByText('All videos wear “Worn” from now on.').waitFor()
  await page.goto(`${url}/settings`)
  const own = page.getByLabel('Brand', { exact: true })
  await own.waitFor()
  assert.equal(await own.inputValue(), brandId)
  await page.goto(`${url}/brands`)
  const link = page.getByRole('link', { name: /Worn/ })
  await link.filter({ hasText: 'All videos' }).click()

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('It is the brand of the organization and 1 artist').waitFor()
  await checkWithAxe(page, 'deleting a brand')
  await page.getByRole('button', { name: 'Delete the brand' }).click()
  await page.getByText('“Worn” is deleted.').waitFor()
  await page.getByRole('link', { name: 'Deleted' }).click()
  await page.getByRole('button', { name: 'Restore Worn' }).click()
  await page.getByRole('heading', { name: 'Worn' }).waitFor()
  assert.equal((await client.brands.get(brandId)).name, 'Worn')
})

async function open(t: PageTest, path: string, expects?: RegExp): Promise<Page> {
  const page = await browser.openPage(t, `${url}/signin`, {
    ...(expects && { expects }),
    reducedMotion: 'reduce',
  })
  await signIn(flow, page.context())
  await page.goto(url + path)
  return page
}

function listPictures(page: Page): Promise<(string | null)[]> {
  return page.locator('.look img').evaluateAll((all) => all.map((image) => image.getAttribute('src')))
}

type TestFile = { name: string; mimeType: string; buffer: Buffer }

async function choose(page: Page, label: string, file: TestFile): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: new RegExp(`^(Replace|Drop or choose a file): ${label}$`) }).click(),
  ])
  assert.ok(
    await chooser.element().evaluate((input) => input.isConnected),
    'the page holds it until a file is chosen',
  )
  await chooser.setFiles(file)
}
