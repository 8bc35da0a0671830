import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createSong } from '@songreel/server/testing/builders.ts'
import { loadTestTemplates } from '@songreel/server/testing/load-test-templates.ts'
import { startFlow } from '@songreel/server/testing/start-flow.ts'
import sharp from 'sharp'
import { openBrowser } from '../../../tools/browser/open-browser.ts'
import { checkWithAxe } from './check-with-axe.ts'
import { signIn } from './sign-in.ts'

const TEMPLATE = 'BASE_BASIC_UNIFIED'
const browser = await openBrowser()
after(() => browser.close())
const templates = new Map([...(await loadTestTemplates())].filter(([id]) => id === TEMPLATE))
const flow = await startFlow({ after }, { templates })
const { url, api, hosts, songUrl } = flow

test('only what there is can lie behind a template, and what is missing is said', {
  skip: browser.missing,
}, async (t) => {
  const { mediaId } = await createSong(api, { name: 'Tin Lanterns', audioUrl: songUrl })
  const { artistId } = (await api('GET', `/v1/media/${mediaId}`)).body.data
  const { name } = (await api('GET', `/v1/artists/${artistId}`)).body.data
  const page = await browser.openPage(t, `${url}/signin`, { reducedMotion: 'reduce' })
  await signIn(flow, page.context())
  await page.goto(`${url}/new?template=${TEMPLATE}`)
  await page.waitForURL(`${url}/new`)
  await page.goto(`${url}/new?media=${mediaId}`)
  await page.getByRole('link', { name: 'Preview 1 template' }).click()
  const choice = page.getByLabel('Behind it')
  const listOpen = () => choice.locator('option:not([disabled])').allTextContents()
  await page.getByText('The song has no videos: add some on its page.').waitFor()
  await page.getByText(`${name} has no photo: add one on the artist’s page.`).waitFor()
  assert.deepEqual(await listOpen(), ['The cover'])
  await checkWithAxe(page, '/new?step=preview, backgrounds')

  const picture = sharp({ create: { width: 320, height: 320, channels: 3, background: '#c24e1f' } })
  const imageUrl = hosts.put('/artist.jpg', await picture.jpeg().toBuffer())
  assert.equal((await api('PATCH', `/v1/artists/${artistId}`, { imageUrl })).status, 200)
  await page.reload()
  await page.getByText('Drawn by the engine').waitFor()
  assert.deepEqual(await listOpen(), ['The cover', 'The photo of the artist'])
  const plain = await page.locator('.stage img').getAttribute('src')
  await choice.selectOption('The photo of the artist')
  await page.locator(`.stage img:not([src="${plain}"]):not(.is-old)`).waitFor()
  await page.getByRole('link', { name: /Check 1 video/ }).click()
  await page.getByRole('button', { name: /^(Send|Make)/ }).click()
  await page.waitForURL(/\/batches\//)
  const [batch] = (await api('GET', '/v1/batches?limit=1')).body.data.items
  const { renders } = (await api('GET', `/v1/batches/${batch.batchId}`)).body.data
  assert.equal(renders[0].background, 'ARTIST')
})
