import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createApp } from '@songreel/server/internal/http/app.ts'
import { addBatches } from '@songreel/server/testing/add-batches.ts'
import { type Api, startService } from '@songreel/server/testing/start-service.ts'
import { openBrowser } from '../../../tools/browser/open-browser.ts'
import { signIn } from './sign-in.ts'

const browser = await openBrowser()
after(() => browser.close())
const service = await startService({ after })
const { url, services, addOrganization } = service
const skip = browser.missing

async function makeBatch(api: Api, ref: string): Promise<string> {
  const { body } = await api('POST', '/v1/batches', {
    ref,
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl: 'https://cdn.example.com/song.mp3' },
    renders: [{ contentId: 'SNIPPET_WAVEFORM_CARD' }],
  })
  return body.data.batchId
}

test('a page whose stream does not get through asks instead, and says so', { skip }, async (t) => {
  const { api } = await addOrganization()
  const page = await browser.openPage(t, `${url}/signin`, { expects: /ERR_FAILED/ })
  await page.context().route('**/v1/events', (route) => route.abort())
  await signIn({ url, api }, page.context())
  await page.goto(`${url}/batches`)
  await page.getByText('Checking every 10 s').waitFor()
  await makeBatch(api, 'by-asking')
  await page.getByRole('button', { name: 'Copy reference by-asking' }).waitFor()
})

test('videos of a song that is here wait in line until somebody has them, and can be moved up', {
  skip,
}, async (t) => {
  const { api, client } = await addOrganization()
  const { mediaId } = await client.batches.get(await makeBatch(api, 'the-first'))
  const { batchId } = await client.batches.create({
    mediaId: mediaId ?? '',
    renders: ['9x16', '1x1'].map((aspectRatio) => ({
      contentId: 'SNIPPET_WAVEFORM_CARD',
      videoSettings: { aspectRatio },
    })),
  })
  const page = await browser.openPage(t, `${url}/signin`)
  await signIn({ url, api }, page.context())
  await page.goto(`${url}/batches/${batchId}`)
  const row = page.getByRole('listitem').filter({ hasText: '1x1' })
  await row.getByText('Waiting').waitFor()
  await row.getByText('3rd in line').waitFor()
  await row.getByRole('button', { name: 'Move up' }).click()
  await row.getByText('1st in line').waitFor()
  assert.equal(await row.getByRole('button', { name: 'Move up' }).count(), 0)
})

test('ten thousand batches scroll and filter, and few of them are in the document', { skip }, async (t) => {
  const { api } = await addOrganization()
  const first = await makeBatch(api, 'the-first')
  await addBatches(services.db, first, 10_000)
  const page = await browser.openPage(t, `${url}/signin`)
  await signIn({ url, api }, page.context())
  await page.goto(`${url}/batches`)
  const reference = (n: number) =>
    page.getByRole('button', { name: `Copy reference release-${n}`, exact: true })
  await reference(10_000).waitFor()

  for (const seen of [9960, 9910, 9860, 9810, 9760, 9710]) {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await reference(seen).waitFor()
  }
  const rows = await page.locator('tbody tr[data-move]').count()
  assert.ok(rows >= 50 && rows <= 150, `${rows} rows in the document`)
  assert.ok(Number(await page.getByRole('table').getAttribute('aria-rowcount')) > 290)
  assert.equal(await reference(10_000).count(), 0)
  await page.evaluate(() => scrollTo(0, 0))
  await reference(10_000).waitFor()

  await page.getByText('10,000+ batches').waitFor()
  await page.getByRole('button', { name: 'Made' }).click()
  await reference(1).waitFor()
  await page.getByRole('searchbox', { name: 'Find' }).fill('ease-777')
  await reference(777).waitFor()
  await page.getByText('11 batches').waitFor()
  assert.equal(await page.locator('tbody tr').count(), 11)
  await page.getByLabel('State').selectOption('FAILED')
  await page.getByRole('heading', { name: 'No batch passes this filter' }).waitFor()
})

test('a page that was open while the server restarted goes on by itself', { skip }, async (t) => {
  const { api } = await addOrganization()
  const page = await browser.openPage(t, `${url}/signin`, { expects: /ERR_|503/ })
  await signIn({ url, api }, page.context())
  await page.goto(`${url}/batches`)
  await page.getByText('Live', { exact: true }).waitFor()
  await makeBatch(api, 'before')
  await page.getByRole('button', { name: 'Copy reference before' }).waitFor()

  await service.app.close()
  await page.getByText('Reconnecting…').waitFor()
  const next = await createApp(services, {})
  after(() => next.close())
  await next.listen({ host: '127.0.0.1', port: Number(new URL(url).port) })
  await makeBatch(api, 'after')
  await page.getByRole('button', { name: 'Copy reference after' }).waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
})
