import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { aMedia, create } from '@songreel/server/testing/builders.ts'
import { startService } from '@songreel/server/testing/start-service.ts'
import { openBrowser } from '../../../tools/browser/open-browser.ts'
import { checkWithAxe } from './check-with-axe.ts'
import { signIn } from './sign-in.ts'

const browser = await openBrowser()
after(() => browser.close())
// Without a worker: a release that is asked for stays as it is, and can be looked at.
const service = await startService({ after })
const { url, api } = service

test("an album's release is planned, asked for and followed on its page", {
  skip: browser.missing,
}, async (t) => {
  const { artistId } = await create(api, '/v1/artists', { name: 'Odalys Wren' })
  const imageUrl = `${url}/demo/cover.jpg`
  const { mediaBundleId } = await create(api, '/v1/media-bundles', { name: 'Harbour EP', artistId, imageUrl })
  for (const name of ['Tin Lanterns', 'Glass Hours', 'Last Train'])
    await create(api, '/v1/media', aMedia({ mediaBundleId, name, audioUrl: `${url}/demo/song.mp3` }))
  const page = await browser.openPage(t, `${url}/signin`, {
    // Nobody signed in yet, and covers that no worker has fetched.
    expects: /401|404/,
  })
  await signIn(service, page.context())
  await page.goto(`${url}/albums/${mediaBundleId}`)
  await page.getByRole('button', { name: 'Make the release' }).click()
  await page.getByText('Lyric stack is left out').waitFor()
  // The names of templates come on their own.
  await page.getByText('Motion artwork').nth(1).waitFor()
  assert.equal(await page.getByText('Motion artwork').count(), 2)
  await checkWithAxe(page, 'release dialog', ['dialog'])
  await page.getByLabel(/Streaming/).check()
  await page.getByRole('button', { name: 'Make 5 videos' }).click()
  await page.getByRole('heading', { name: 'Release' }).waitFor()
  await page.getByText('0 of 5 videos').waitFor()
  for (const title of ['Tin Lanterns', 'Glass Hours', 'Last Train', 'The album'])
    await page.getByLabel(`Progress of ${title}`).waitFor()
  await checkWithAxe(page, 'album with a release')
  const { items } = (await api('GET', `/v1/batches?mediaBundleId=${mediaBundleId}`)).body.data
  assert.deepEqual([items.length, items[0].releasePack.pack], [1, 'STREAMING'])
})
