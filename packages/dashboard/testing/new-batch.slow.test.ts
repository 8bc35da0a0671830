import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { loadTestTemplates } from '@songreel/server/testing/load-test-templates.ts'
import { startFlow } from '@songreel/server/testing/start-flow.ts'
import { makeTestSong } from '@songreel/server/testing/test-song.ts'
import sharp from 'sharp'
import { openBrowser } from '../../../tools/browser/open-browser.ts'
import { checkWithAxe } from './check-with-axe.ts'

const SONG_SECS = 6

const browser = await openBrowser()
after(() => browser.close())
const templates = new Map([...(await loadTestTemplates())].filter(([id]) => id.startsWith('TEST_')))
const { url, token, client, songUrl } = await startFlow({ after }, { templates })

test('from files to a video: upload, choose, adjust, send, play and download', {
  skip: browser.missing,
}, async (t) => {
  // Still pictures only: the cards do not draw clips for people who asked for less motion.
  const page = await browser.openPage(t, `${url}/signin?next=%2Fnew`, { reducedMotion: 'reduce' })
  await page.getByLabel('API token').fill(token)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${url}/new`)

  const background = { r: 194, g: 78, b: 31 }
  const cover = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toBuffer()
  await page.locator('input[type=file]').setInputFiles([
    {
      name: 'Odalys Wren - Tin Lanterns.wav',
      mimeType: 'audio/wav',
      buffer: Buffer.from(makeTestSong(SONG_SECS)),
    },
    { name: 'cover.png', mimeType: 'image/png', buffer: cover },
  ])
  assert.equal(await page.getByLabel('Artist').inputValue(), 'Odalys Wren')
  await page.getByLabel('Title').fill('Tin Lanterns (Live)')
  await page.getByRole('link', { name: 'Choose a template' }).click()

  const card = page.getByRole('button', { name: /^Unruly/ })
  await card.click()
  await page.getByRole('button', { name: /1x1/ }).click()
  await page.getByRole('button', { name: /9x16/ }).click()
  await page.getByRole('link', { name: 'Preview 1 template' }).click()

  // The part of the song, by keyboard: first a proposal, then its end five seconds earlier or as far as bars allow.
  await page.getByRole('group', { name: 'Proposed' }).getByRole('button').nth(1).click()
  const end = page.getByRole('slider', { name: 'End' })
  const before = Number(await end.getAttribute('aria-valuenow'))
  await end.press('ArrowLeft')
  await end.press('Shift+ArrowLeft')
  const chosenEnd = Number(await end.getAttribute('aria-valuenow'))
  assert.ok(chosenEnd < before)
  await page.getByText('Drawn by the engine').waitFor()
  await checkWithAxe(page, '/new?step=preview')

  // Nothing is lost on Back, nor by a reload.
  await page.goBack()
  assert.equal(await card.getAttribute('aria-pressed'), 'true')
  await page.goForward()
  await page.reload()
  await page.getByRole('link', { name: 'Check 1 video' }).click()
  await page.getByLabel('Quality').selectOption('PREVIEW')
  await page.getByRole('textbox', { name: 'Reference' }).fill('from-files')
  await page.getByText('Checked by the server').waitFor()
  await checkWithAxe(page, '/new?step=send')
  await page.getByRole('button', { name: 'Make 1 video' }).click()

  await page.waitForURL(`${url}/batches/bat_*`)
  await page.getByText('1 video', { exact: true }).waitFor()
  await page.locator('video').evaluate(async (element: HTMLVideoElement) => {
    element.muted = true
    await element.play()
  })
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download', exact: true }).click()
  assert.match((await download).suggestedFilename(), /^odalys-wren-tin-lanterns-live-.*\.mp4$/)

  const [batch] = (await client.batches.list({ ref: 'from-files' })).items
  const render = await client.renders.get(batch?.renders[0]?.renderId ?? '')
  assert.ok(Math.abs((render.excerpt?.end ?? 0) - chosenEnd) < 0.06, 'the part that was chosen')
  assert.equal((await client.media.get(batch?.mediaId ?? '')).name, 'Tin Lanterns (Live)')

  // The same song again, as its page in the catalogue leads here.
  await page.goto(`${url}/new?media=${batch?.mediaId}`)
  await page.getByText('Previews show your song').waitFor()
  await page.getByRole('link', { name: 'Files' }).click()
  await page.getByText('Its files stay as they are').waitFor()
})

test('a table and its files: rows are named, a bad one is told, and every song has its batch', {
  skip: browser.missing,
}, async (t) => {
  const page = await browser.openPage(t, `${url}/signin?next=%2Fnew`, { reducedMotion: 'reduce' })
  await page.getByLabel('API token').fill(token)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${url}/new`)
  const song = Buffer.from(makeTestSong(SONG_SECS))
  const table = [
    'audio;title;artist;album',
    'one.wav;First Light;Ada Field;Small Hours',
    ';No Sound;Ada Field;Small Hours',
    'two.wav;Second Sun;Ada Field;Small Hours',
  ]
  await page.locator('input[type=file]').setInputFiles([
    { name: 'one.wav', mimeType: 'audio/wav', buffer: song },
    { name: 'songs.csv', mimeType: 'text/csv', buffer: Buffer.from(table.join('\n')) },
  ])
  await page.getByText('Row 3 (No Sound) names no audio.').waitFor()
  await page.getByText('two.wav: Drop this file here, too.').first().waitFor()
  await page
    .locator('input[type=file]')
    .setInputFiles([{ name: 'two.wav', mimeType: 'audio/wav', buffer: song }])
  await page.getByRole('button', { name: 'paste links' }).click()
  await page.getByLabel('Links or rows').fill(songUrl)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'All are by Ada Field' }).click()
  await page.getByLabel('Title of song 3').fill('Third Rail')
  await checkWithAxe(page, 'several songs')
  await page.getByRole('link', { name: 'Choose a template' }).click()
  await page.getByRole('button', { name: /^Unruly/ }).click()
  await page.getByLabel('Shown with').selectOption('Second Sun')
  await page.getByRole('link', { name: 'Preview 1 template' }).click()
  await page.getByRole('link', { name: 'Check 3 videos' }).click()
  await page.getByLabel('Quality').selectOption('PREVIEW')
  await page.getByRole('textbox', { name: 'Reference' }).fill('small-hours')
  await page.getByText('Checked by the server').waitFor()
  await page.getByRole('button', { name: 'Make 3 videos of 3 songs' }).click()
  await page.waitForURL(`${url}/references/small-hours`)
  await page.getByText(/^3 songs · /).waitFor()

  const { items } = await client.batches.list({ ref: 'small-hours' })
  const songs = await Promise.all(items.map(({ mediaId }) => client.media.get(mediaId ?? '')))
  assert.deepEqual(songs.map(({ name }) => name).sort(), ['First Light', 'Second Sun', 'Third Rail'])
  assert.equal(new Set(songs.map(({ artistId }) => artistId)).size, 1, 'one artist')
  const albums = await client.mediaBundles.list({ q: 'Small Hours' })
  assert.equal(albums.items.length, 1, 'one album for the two songs that name it')
})
