import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { PAGE_PATHS } from '@songreel/dashboard/page-map'
import { aLook, createSong } from '@songreel/server/testing/builders.ts'
import { startFlow, unruly } from '@songreel/server/testing/start-flow.ts'
import { makeTestSong } from '@songreel/server/testing/test-song.ts'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../../tools/browser/open-browser.ts'
import { checkWithAxe } from './check-with-axe.ts'
import { signIn } from './sign-in.ts'

/** Long enough for a slow machine to tap along. */
const SUNG_SECS = 30

const browser = await openBrowser()
after(() => browser.close())
const flow = await startFlow({ after })
const { url, api, post, untilFinal, hosts, client } = flow
const skip = browser.missing

test('an unclaimed server shows the claim page, and its link signs in', { skip }, async (t) => {
  const page = await browser.openPage(t, `${url}/batches`, { expects: /401/ })
  await page.getByRole('heading', { name: 'Claim this server' }).waitFor()
  await page.getByLabel('Code').fill('c_wrong')
  await page.getByRole('button', { name: 'Claim this server' }).click()
  await page.getByText('This code is not valid').waitFor()

  const { body } = await api('POST', '/session/links')
  await page.getByLabel('Code').fill(body.data.url)
  await page.getByRole('button', { name: 'Claim this server' }).click()
  await page.waitForURL(`${url}/`)
  await page.getByRole('heading', { name: 'No batches yet' }).waitFor()
  assert.equal(await page.evaluate(() => localStorage.length), 0)
  assert.equal(await page.evaluate(() => document.cookie), '')

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('a batch shows up by itself, is followed to its end, played and downloaded', { skip }, async (t) => {
  const page = await browser.openPage(t, `${url}/signin`)
  await page.getByLabel('API token').fill(flow.token)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Live', { exact: true }).waitFor()

  const { batchId } = await post({ ref: 'harbour-ep' })
  await page
    .getByRole('link', { name: /Tin Lanterns/ })
    .first()
    .click()
  await page.waitForURL(`${url}/batches/${batchId}*`)
  await page.getByText('1 video', { exact: true }).waitFor()
  const video = page.locator('video')
  await video.evaluate(async (element: HTMLVideoElement) => {
    element.muted = true
    await element.play()
  })
  const source = await video.getAttribute('src')
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await page.goBack()
  await video.waitFor()
  assert.equal(await video.getAttribute('src'), source, 'links are signed anew, and nothing is loaded twice')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download', exact: true }).click()
  assert.match((await download).suggestedFilename(), /^odalys-wren-tin-lanterns-.*\.mp4$/)
})

test('a failure says why, and can be tried again', { skip }, async (t) => {
  const artworkUrl = `${new URL(flow.songUrl).origin}/nothing.jpg`
  const media = { name: 'Glass Hours', audioUrl: flow.songUrl, artworkUrl }
  const { batchId } = await post({ media, renders: [unruly()] })
  await untilFinal(batchId)
  const page = await browser.openPage(t, `${url}/signin`)
  await signIn(flow, page.context())
  await page.goto(`${url}/batches/${batchId}`)
  await page.getByText('ASSET_UNREACHABLE').waitFor()

  hosts.put(
    '/nothing.jpg',
    readFileSync(new URL('../../templates/src/base-basic-unified/preview.png', import.meta.url)),
  )
  await page.getByRole('button', { name: 'Try again (1)' }).click()
  await page.getByText('1 video', { exact: true }).waitFor()
})

test('what is done can be shared, compared, looked into, and made again with changes', {
  skip,
}, async (t) => {
  const { batchId } = await post({ renders: [unruly(), { ...unruly(), contentId: 'SNIPPET_WAVEFORM_CARD' }] })
  await untilFinal(batchId)
  const page = await browser.openPage(t, `${url}/signin`, { reducedMotion: 'reduce' })
  await signIn(flow, page.context())
  await page.goto(`${url}/batches/${batchId}`)
  await page.getByRole('tab', { name: 'Story' }).click()
  await page.getByText('Getting your files').waitFor()
  await page.getByRole('tab', { name: 'Webhooks' }).click()
  await page.getByRole('link', { name: 'render.completed' }).waitFor()

  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('button', { name: 'Make a link' }).click()
  const link = await page.getByRole('link', { name: 'Open the page' }).getAttribute('href')
  assert.equal((await fetch(link ?? '')).status, 200, 'without an account')
  await checkWithAxe(page, 'the link')
  await page.keyboard.press('Escape')

  await page.keyboard.press('c')
  await page.getByRole('button', { name: 'Play both' }).click()
  await page.getByRole('button', { name: 'Play both' }).waitFor()
  const ends = await page
    .locator('video')
    .evaluateAll((all: HTMLVideoElement[]) => all.map(({ ended }) => ended))
  assert.deepEqual(ends, [true, true])
  await checkWithAxe(page, 'two videos')

  await page.getByRole('link', { name: 'Make again with changes' }).click()
  await page.getByRole('link', { name: 'Check 2 videos' }).waitFor()
})

test('eight tabs share one stream, and another tab takes it over', { skip }, async (t) => {
  const first = await browser.openPage(t, `${url}/signin`)
  const context = first.context()
  await signIn(flow, context)
  const streams: Page[] = []
  context.on('request', (request) => {
    if (request.url() === `${url}/v1/events`) streams.push(request.frame().page())
  })
  const tabs = [first, ...(await Promise.all(Array.from({ length: 7 }, () => context.newPage())))]
  for (const tab of tabs) {
    await tab.goto(`${url}/batches`)
    await tab.getByText('Live', { exact: true }).waitFor()
  }
  assert.equal(streams.length, 1)
  const next = context.waitForEvent('request', (request) => request.url() === `${url}/v1/events`)
  await streams[0]?.close()
  await next
  const [tab] = tabs.filter((each) => !each.isClosed())
  assert.ok(tab)
  await post({ ref: 'after-the-change' })
  await tab.getByRole('button', { name: 'Copy reference after-the-change' }).waitFor()
})

test('lyrics are timed by keyboard along with the song, saved, and read back as LRC', { skip }, async (t) => {
  const audioUrl = hosts.put('/sung.wav', makeTestSong(SUNG_SECS))
  const { mediaId } = await createSong(api, { name: 'Paper Boats', audioUrl })
  const page = await browser.openPage(t, `${url}/signin`)
  await signIn(flow, page.context())
  await page.goto(`${url}/songs/${mediaId}`)
  await page.getByRole('slider', { name: 'Position in the song' }).waitFor()
  await page.getByRole('button', { name: 'Write and time' }).click()
  await page
    .getByRole('textbox', { name: 'Lyrics' })
    .fill('[Verse 1]\nPaper boats\n\non the sea\nuntil the morning')
  await page.getByRole('button', { name: 'Time the lines' }).click()
  await checkWithAxe(page, 'the lyrics editor')

  const clock = page.locator('.tap-clock')
  const readSecs = async () => Number((await clock.textContent())?.split(':')[1])
  const listen = async (forSecs: number) => {
    const untilSecs = (await readSecs()) + forSecs
    await page.waitForFunction(
      (secs) => Number(document.querySelector('.tap-clock')?.textContent?.split(':')[1]) >= secs,
      untilSecs,
    )
  }
  await page.keyboard.press('p')
  await listen(0.5)
  await page.keyboard.down(' ')
  await listen(0.6)
  await page.keyboard.up(' ')
  await listen(0.3)
  await page.keyboard.press(' ')
  await page.keyboard.press('Backspace')
  await page.getByText('1 of 3 lines timed').waitFor()
  for (const _ of [2, 3]) {
    await listen(0.3)
    await page.keyboard.press(' ')
  }
  await page.keyboard.press(']')
  await page.keyboard.press('p')
  // What is not saved yet is still there after the page was left.
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await page.goto(`${url}/songs/${mediaId}`)
  await page.getByText('3 of 3 lines timed').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('lines timed', { exact: true }).waitFor()

  const { timing, lines } = await client.media.lyrics(mediaId)
  assert.equal(timing, 'LINE')
  const [held, second, last] = lines
  assert.ok(held && second && last && lines.length === 3)
  assert.ok(held.startSecs >= 0.4 && held.endSecs >= held.startSecs + 0.4 && held.endSecs < second.startSecs)
  // On a busy machine a key may be down for so long that it counts as held, and ends its line itself.
  assert.ok(second.endSecs > second.startSecs && second.endSecs <= last.startSecs)
  const lrc = await client.media.lyricsFile(mediaId, 'lrc')
  assert.match(lrc, /\[00:\d\d\.\d\d\]Paper boats\n(.*\n)?\[00:\d\d\.\d\d\]on the sea\n/)
})

test('a table of songs is brought into the catalogue, and a second time changes nothing', {
  skip,
}, async (t) => {
  const page = await browser.openPage(t, `${url}/signin`)
  await signIn(flow, page.context())
  await page.goto(`${url}/catalogue`)
  const importTable = async () => {
    await page.getByRole('button', { name: 'Import CSV' }).click()
    await page.getByLabel('CSV file').setInputFiles({
      name: 'songs.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`title;artist;album;audio
Tin Roof;Mara Vale;Weather;${flow.songUrl}
Low Tide;Mara Vale;Weather;${flow.songUrl}
No File;Mara Vale;Weather;file.mp3`),
    })
    await page.getByText('No File: file.mp3 is not a link.').waitFor()
    await page.getByRole('button', { name: 'Import 2 songs' }).click()
  }
  await importTable()
  await page.getByText('2 songs added').waitFor()
  await checkWithAxe(page, 'the import')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: /Low Tide/ }).waitFor()

  await importTable()
  await page.getByText('0 songs added, 2 were here already').waitFor()
  const { items } = await client.media.list({ q: 'Tin Roof' })
  assert.equal(items.length, 1)
})

test('a template is tried out with data of one\u2019s own, and what is wrong is said at its field', {
  skip,
}, async (t) => {
  const page = await browser.openPage(t, `${url}/signin`, {
    expects: /422|400/,
    reducedMotion: 'reduce',
  })
  await signIn(flow, page.context())
  await page.goto(`${url}/templates?kind=loop`)
  await page.getByRole('link', { name: /Canvas loop/ }).click()
  await page.getByRole('heading', { name: 'Canvas loop' }).waitFor()
  const picture = page.locator('.stage img[src^="blob:"]')
  await picture.waitFor()
  await page.getByLabel('Loop secs').fill('99')
  await page.getByRole('alert').first().waitFor()
  await page.getByLabel('Loop secs').fill('4')
  await page.getByRole('alert').first().waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: 'CLI' }).click()
  await page
    .getByRole('region', { name: 'The request as CLI' })
    .filter({ hasText: '--set loopSecs=4' })
    .waitFor()
  await page.getByRole('link', { name: 'Make a video' }).click()
  await page.waitForURL(`${url}/new`)
  await page.goto(`${url}/new?step=template`)
  await page.getByRole('button', { name: /^Canvas loop/, pressed: true }).waitFor()
})

test('no page has anything that axe finds, on a desk and on a phone, in light and in dark', {
  skip,
}, async (t) => {
  const [batch] = (await client.batches.list({ limit: 1 })).items
  const [delivery] = (await client.webhookDeliveries.list({ limit: 1 })).items
  const { mediaId, mediaBundleId, artistId } = await createSong(api, { audioUrl: flow.songUrl })
  const { contentId } = await client.contents.create(aLook())
  const open = ['/claim', '/signin']
  const inside = [
    '/',
    '/batches',
    `/batches/${batch?.batchId ?? 'bat_nothing'}`,
    '/batches?ref=nothing',
    '/references/nothing',
    '/shares',
    '/new',
    '/new?step=template',
    '/templates?kind=loop',
    '/templates/LOOP_CANVAS_VERTICAL',
    '/templates/new',
    `/templates/${contentId}/edit`,
    '/brands',
    '/brands/new',
    '/catalogue',
    '/catalogue?view=albums',
    '/catalogue?view=artists',
    `/artists/${artistId}`,
    `/albums/${mediaBundleId}`,
    `/songs/${mediaId}`,
    '/webhooks',
    `/webhooks/deliveries/${delivery?.deliveryId ?? 'dlv_nothing'}`,
    '/settings',
  ]
  const walked = [...open, ...inside].map((path) => path.replace(/\?.*/, ''))
  const forgotten = PAGE_PATHS.filter((path) => {
    const pattern = new RegExp(`^${path.replace(/:\w+/, '[^/]+')}$`)
    return !walked.some((each) => pattern.test(each))
  })
  assert.deepEqual(forgotten, [])
  const page = await browser.openPage(t, `${url}/claim`, { expects: /404/, reducedMotion: 'reduce' })
  for (const path of [...open, ...inside]) {
    if (path === inside[0]) await signIn(flow, page.context())
    await page.goto(url + path)
    await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'One moment' }).waitFor()
    await checkWithAxe(page, path)
  }
})
