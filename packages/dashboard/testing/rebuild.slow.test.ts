import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { create, createSong } from '@songreel/server/testing/builders.ts'
import { loadTestTemplates } from '@songreel/server/testing/load-test-templates.ts'
import { startFlow, TINY } from '@songreel/server/testing/start-flow.ts'
import { openBrowser } from '../../../tools/browser/open-browser.ts'
import { checkWithAxe } from './check-with-axe.ts'
import { signIn } from './sign-in.ts'

const browser = await openBrowser()
after(() => browser.close())
const templates = new Map([...(await loadTestTemplates())].filter(([id]) => id.startsWith('TEST_')))
const flow = await startFlow({ after }, { templates })
const { url, api, songUrl } = flow
const skip = browser.missing

test('a corrected line is offered to be made again at once, and is up to date after one press', {
  skip,
}, async (t) => {
  const lyricsText = '[00:00.10]Paper boats'
  const { mediaId, mediaBundleId } = await createSong(api, { audioUrl: songUrl, lyricsText })
  const renders = ['TEST_LYRICS', 'TEST_UNRULY'].map((contentId) => ({ contentId, videoSettings: TINY }))
  const { batchId } = await create(api, '/v1/batches', { mediaId, renders })
  await flow.untilFinal(batchId)
  const page = await browser.openPage(t, `${url}/signin`)
  await signIn(flow, page.context())
  await page.goto(`${url}/songs/${mediaId}`)
  await page.getByText('2 videos', { exact: true }).waitFor()
  assert.equal(await page.getByText(/out of date/i).count(), 0)

  await page.getByRole('button', { name: 'Edit or time again' }).click()
  await page.getByRole('textbox', { name: 'Lyrics' }).fill('Paper boots')
  await page.getByRole('button', { name: 'Save and keep the times' }).click()
  await page.getByRole('button', { name: 'Make it again' }).first().waitFor()
  await page.getByText('1 video is out of date', { exact: true }).waitFor()
  const { lines } = (await api('GET', `/v1/media/${mediaId}/lyrics?format=json`)).body.data
  assert.deepEqual([lines[0].text, lines[0].startSecs], ['Paper boots', 0.1])
  assert.equal(
    await page.getByText('The lyrics have changed since.').count(),
    2,
    'in the note and on the video',
  )
  assert.equal(await page.locator('.song-videos .pill').count(), 1, 'the other one shows no lyrics')
  await checkWithAxe(page, 'a song with a video that is out of date')

  await page.goto(`${url}/albums/${mediaBundleId}`)
  await page.getByText('1 video is out of date', { exact: true }).waitFor()
  await checkWithAxe(page, 'an album with a video that is out of date')
  await page.getByRole('button', { name: 'Make it again' }).click()
  await page.getByText('1 video is being made again').waitFor()
  await page.getByText('1 video is out of date', { exact: true }).waitFor({ state: 'detached' })

  await page.goto(`${url}/songs/${mediaId}`)
  await page.getByText('3 videos', { exact: true }).waitFor()
  assert.equal(await page.getByText(/out of date/i).count(), 0)
})
