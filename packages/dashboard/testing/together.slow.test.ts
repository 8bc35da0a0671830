import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { loadTestTemplates } from '@songreel/server/testing/load-test-templates.ts'
import { startFlow, unruly } from '@songreel/server/testing/start-flow.ts'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../../tools/browser/open-browser.ts'
import { checkWithAxe } from './check-with-axe.ts'
import { signIn } from './sign-in.ts'

const browser = await openBrowser()
after(() => browser.close())
const templates = new Map([...(await loadTestTemplates())].filter(([id]) => id.startsWith('TEST_')))
const flow = await startFlow({ after }, { templates })
const { url, client, hosts, songUrl } = flow
const skip = browser.missing
const ref = 'harbour/ep launch'

/** Two songs that were sent together: one has its videos, the cover of the other is not there. */
const missing = hosts.put('/no cover.jpg', (_, response) => response.writeHead(404).end())
const sent = [
  await flow.post({
    ref,
    media: { name: 'Tin Lanterns', audioUrl: songUrl },
    renders: [unruly(), { ...unruly(), videoSettings: { ...unruly().videoSettings, aspectRatio: '9x16' } }],
  }),
  await flow.post({ ref, media: { name: 'Glass Hours', audioUrl: songUrl, artworkUrl: missing } }),
]
for (const { batchId } of sent) await flow.untilFinal(batchId)

test('what was sent together is one row, one page, one ZIP, and is tried again as one', {
  skip,
}, async (t) => {
  const page = await browser.openPage(t, `${url}/signin`)
  await signIn(flow, page.context())
  await page.goto(`${url}/batches`)
  await page.getByText('2 batches').waitFor()
  await page.getByRole('searchbox', { name: 'Find' }).fill('bour/ep')
  await page.getByRole('link', { name: /2 songs together/ }).click()
  await page.waitForURL(`${url}/references/${encodeURIComponent(ref)}`)
  await page.getByRole('heading', { level: 1, name: ref }).waitFor()
  await page.getByText('2 songs · 2 of 3 done, 1 failed').waitFor()

  // People read what it is called, and get to the file that was at fault.
  await page.getByText('Unruly').first().waitFor()
  assert.equal(await page.getByText('TEST_UNRULY').count(), 0)
  const cover = page.getByRole('link', { name: /no cover\.jpg/ })
  assert.equal(await cover.getAttribute('href'), missing)
  assert.equal(await page.getByText('media.imageUrl').count(), 0)
  await checkWithAxe(page, 'a reference')

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download all (ZIP)' }).click()
  assert.equal((await download).suggestedFilename(), 'harbour-ep launch.zip')
  await page.getByRole('button', { name: 'Try again (1)' }).click()
  await page.getByText('1 video will be tried again').waitFor()
  await flow.untilFinal(sent[1]?.batchId ?? '')
  await page.getByText('2 songs · 2 of 3 done, 1 failed').waitFor()
})

test('batches are selected and shared on one page, which opens without an account and is taken back', {
  skip,
}, async (t) => {
  const page = await browser.openPage(t, `${url}/signin`)
  await signIn(flow, page.context())
  await page.goto(`${url}/batches`)
  await page.getByLabel(`Select ${ref}`).check()
  await page.getByText('2 selected').waitFor()
  await checkWithAxe(page, 'a selection')
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByLabel('Title of the page').fill('Harbour EP')
  await checkWithAxe(page, 'sharing')
  await page.getByRole('button', { name: 'Make a link' }).click()
  const link = await page.getByRole('link', { name: 'Open the page' }).getAttribute('href')

  const visitor = await browser.openPage(t, link ?? '', { expects: /410/ })
  await visitor.getByRole('heading', { level: 1, name: 'Harbour EP' }).waitFor()
  assert.equal(await visitor.title(), 'Harbour EP')
  await visitor.getByRole('button', { name: 'Play Tin Lanterns, square' }).click()
  await visitor
    .locator('video')
    .first()
    .evaluate(
      (video: HTMLVideoElement) =>
        video.ended || new Promise((resolve) => video.addEventListener('ended', resolve)),
    )
  await checkWithAxe(visitor, 'a shared page')
  const one = visitor.waitForEvent('download')
  await visitor.getByRole('link', { name: 'Download Tin Lanterns, tall 9x16' }).click()
  assert.match((await one).suggestedFilename(), /tin-lanterns.*9x16.*\.mp4$/)
  const all = visitor.waitForEvent('download')
  await visitor.getByRole('link', { name: /Download all/ }).click()
  assert.equal((await all).suggestedFilename(), 'Harbour EP.zip')

  await page.goto(`${url}/shares`)
  await page.getByRole('button', { name: 'Revoke the link to Harbour EP' }).click()
  await page.getByText('Revoked', { exact: true }).waitFor()
  await checkWithAxe(page, '/shares')
  await visitor.reload()
  await visitor.getByRole('heading', { name: 'This link was taken back' }).waitFor()
  await checkWithAxe(visitor, 'a link that was taken back')
})

/** Opens a page as a visitor would, and lists what it asks the server for until it is at rest. */
async function listCalls(page: Page, path: string, sign: string | RegExp): Promise<string[]> {
  const calls: string[] = []
  const note = (request: { url(): string; method(): string }) => {
    const { pathname, search } = new URL(request.url())
    if (/^\/(v1|session)/.test(pathname)) calls.push(`${request.method()} ${pathname}${search}`)
  }
  page.on('request', note)
  await page.goto(url + path)
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByText(sign).first().waitFor()
  // Whatever follows from what was read has been asked for when the page draws the last of it.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1000)))
  page.off('request', note)
  return calls
}

test('a page asks for everything once, and for few things', { skip }, async (t) => {
  // The catalogue shows a cover that is not there.
  const page = await browser.openPage(t, `${url}/signin`, { expects: /404/ })
  await signIn(flow, page.context())
  const limits: [path: string, sign: string | RegExp, most: number][] = [
    ['/', 'Just finished', 12],
    ['/batches', '2 songs together', 7],
    [`/batches/${sent[0]?.batchId}`, 'Download all (ZIP)', 9],
    [`/references/${encodeURIComponent(ref)}`, 'Download all (ZIP)', 10],
    ['/shares', 'Shared links', 5],
    ['/templates', 'Unruly', 5],
    ['/catalogue', 'Tin Lanterns', 8],
    ['/new', 'New batch', 5],
  ]
  for (const [path, sign, most] of limits) {
    const calls = await listCalls(page, path, sign)
    t.diagnostic(`${path}: ${calls.length}`)
    const twice = calls.filter((call, index) => calls.indexOf(call) !== index)
    assert.deepEqual(twice, [], `${path} asks twice`)
    assert.ok(calls.length <= most, `${path} makes ${calls.length} calls:\n${calls.join('\n')}`)
  }
})

test('counts agree with each other, whatever a render was made from', { skip }, async (t) => {
  const gate = flow.makeGate()
  t.after(async () => gate.open())
  const { mediaId } = await client.batches.get(sent[0]?.batchId ?? '')
  const slow = { ...unruly({ waitForFile: gate.file }) }
  const { batchId } = await client.batches.create(
    { mediaId: mediaId ?? '', renders: [slow, slow, slow, slow] },
    { isFresh: true },
  )
  const page = await browser.openPage(t, `${url}/signin`)
  await signIn(flow, page.context())
  await page.goto(url)
  // Two are made at a time; the others wait, although a song that is here is said to be collected.
  await page.getByRole('heading', { level: 1, name: /2 rendering, 2 waiting/ }).waitFor()
  assert.equal(await page.getByText('2 rendering, 2 waiting').count(), 3, 'first line, card and footer')
  gate.open()
  await flow.untilFinal(batchId)
})
