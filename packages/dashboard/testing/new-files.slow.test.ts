import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { startService } from '@songreel/server/testing/start-service.ts'
import { makeTestSong } from '@songreel/server/testing/test-song.ts'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { openBrowser, type PageTest } from '../../../tools/browser/open-browser.ts'
import { checkWithAxe } from './check-with-axe.ts'
import { signIn } from './sign-in.ts'

const browser = await openBrowser()
after(() => browser.close())
const service = await startService({ after })
const { url } = service
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'songreel-files-'))
})
after(() => rm(folder, { recursive: true, force: true }))

test('folders full of master.wav: each is a song of its own, with the cover of its folder', {
  skip: browser.missing,
}, async (t) => {
  const page = await openNew(t)
  const song = Buffer.from(makeTestSong(1))
  await writeAll({
    'Label/Tin Lanterns/master.wav': song,
    'Label/Tin Lanterns/cover.png': await drawCover('#c24e1f'),
    'Label/Glass Hours/master.wav': song,
    'Label/Glass Hours/cover.png': await drawCover('#1f4ec2'),
    'Label/.DS_Store': Buffer.from('litter'),
  })
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a folder' }).click()
  await (await choosing).setFiles(join(folder, 'Label'))

  await page.getByRole('heading', { name: '2 songs' }).waitFor()
  const titles = page.getByLabel(/^Title of song/)
  assert.deepEqual(
    (await titles.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value))).sort(),
    ['Glass Hours', 'Tin Lanterns'],
  )
  await page.waitForFunction(() =>
    JSON.parse(sessionStorage.getItem('songreel-new-batch') ?? '').songs.every(
      (song: { files: { url?: string }[] }) => song.files.every((file) => file.url),
    ),
  )
  const { songs } = await readDraft(page)
  const covers = songs.map(({ files }) => files.find(({ role }) => role === 'cover')?.name)
  assert.deepEqual(covers.sort(), ['Label/Glass Hours/cover.png', 'Label/Tin Lanterns/cover.png'])
  const uploaded = new Set(songs.flatMap(({ files }) => files.map((file) => file.url)))
  assert.equal(uploaded.size, 4, 'nothing took the place of another file')
  await checkWithAxe(page, 'two songs of one name')

  // A cover that nobody else can place is given to its song by hand.
  const picking = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Change the cover of Glass Hours' }).click()
  await (await picking).setFiles(join(folder, 'Label/Tin Lanterns/cover.png'))
  await page.waitForFunction(() => /"cover.png"/.test(sessionStorage.getItem('songreel-new-batch') ?? ''))
})

test('files of one name that are dropped without their folders stay two songs', {
  skip: browser.missing,
}, async (t) => {
  const page = await openNew(t)
  const buffer = Buffer.from(makeTestSong(1))
  const file = { name: 'master.wav', mimeType: 'audio/wav', buffer }
  await page.locator('input[type=file]').setInputFiles([file, file])
  await page.getByRole('heading', { name: '2 songs' }).waitFor()
  const another = { ...file, buffer: Buffer.from(makeTestSong(2)) }
  await page.locator('input[type=file]').setInputFiles([another])
  await page.getByRole('heading', { name: '3 songs' }).waitFor()
  await page.locator('input[type=file]').setInputFiles([another])
  await page.getByText('Fill in the title').waitFor()
  assert.equal(await page.getByLabel(/^Title of song/).count(), 3, 'the same file, chosen again')
})

test("a song's tags name it, and its cover is shown, while it is still on its way", {
  skip: browser.missing,
}, async (t) => {
  const page = await openNew(t)
  await page.route('**/v1/uploads', () => {}, { times: 1 })
  const readers: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/assets/')) readers.push(request.url())
  })
  const cover = await drawCover('#2f8f4e')
  const tagged = tag(Buffer.from(makeTestSong(1)), {
    TIT2: 'Tin Lanterns',
    TPE1: 'Odalys Wren',
    TALB: 'Harbour EP',
    TSRC: 'QZ-ABC-26-00001',
    APIC: Buffer.concat([Buffer.from('\0image/png\0\x03\0', 'latin1'), cover]),
  })
  await page
    .locator('input[type=file]')
    .setInputFiles([{ name: 'master.wav', mimeType: 'audio/wav', buffer: tagged }])
  await page.waitForFunction(() =>
    [...document.querySelectorAll('input')].some(({ value }) => value === 'Tin Lanterns'),
  )
  const values = await Promise.all(
    ['Title', 'Artist', 'Album', 'ISRC'].map((label) => page.getByLabel(label, { exact: true }).inputValue()),
  )
  assert.deepEqual(values, ['Tin Lanterns', 'Odalys Wren', 'Harbour EP', 'QZABC2600001'])
  await page.getByRole('img', { name: 'The cover' }).waitFor()
  await page.getByText('the cover in master.wav', { exact: true }).waitFor()
  assert.ok(readers.length > 0, 'the reader of tags is loaded with the first song')
  assert.equal((await readDraft(page)).songs[0]?.files[0]?.url, undefined, 'the upload still hangs')
})

test('a tab that is closed while files are on their way asks first', { skip: browser.missing }, async (t) => {
  const page = await openNew(t)
  await page.route('**/v1/uploads', () => {})
  const buffer = Buffer.from(makeTestSong(1))
  const asks = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
  assert.equal(await asks(), false)
  await page.locator('input[type=file]').setInputFiles([{ name: 'a.wav', mimeType: 'audio/wav', buffer }])
  await page.getByText('Still uploading').or(page.getByText('Fill in the title')).first().waitFor()
  assert.equal(await asks(), true)
  await page.getByRole('link', { name: 'Catalogue', exact: true }).click()
  await page.getByRole('heading', { name: 'Catalogue', exact: true }).waitFor()
  assert.equal(await asks(), true, 'on other pages, too')
  await page.goBack()
  await page.getByRole('button', { name: 'Remove a.wav' }).click()
  await page.waitForFunction(() => dispatchEvent(new Event('beforeunload', { cancelable: true })))
})

type Kept = { songs: { files: { role: string; name: string; url?: string }[] }[] }

function readDraft(page: Page): Promise<Kept> {
  return page.evaluate(() => JSON.parse(sessionStorage.getItem('songreel-new-batch') ?? '{}'))
}

async function openNew(t: PageTest): Promise<Page> {
  const page = await browser.openPage(t, `${url}/signin`)
  await signIn(service, page.context())
  await page.goto(`${url}/new`)
  await page.getByText('Drop songs').waitFor()
  return page
}

async function writeAll(files: Record<string, Buffer>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}

function drawCover(background: string): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toBuffer()
}

/** A WAV file with an ID3 tag, as studio programs write it: a chunk of its own at the end. */
function tag(wav: Buffer, values: Record<string, string | Buffer>): Buffer {
  const frames = Object.entries(values).map(([id, value]) => {
    const body = typeof value === 'string' ? Buffer.from(`\0${value}`, 'latin1') : value
    const head = Buffer.alloc(10)
    head.write(id, 'latin1')
    head.writeUInt32BE(body.length, 4)
    return Buffer.concat([head, body])
  })
  const body = Buffer.concat(frames)
  const size = [21, 14, 7, 0].map((shift) => (body.length >> shift) & 0x7f)
  const id3 = Buffer.concat([
    Buffer.from(['I', 'D', '3'].map((c) => c.charCodeAt(0))),
    Buffer.from([3, 0, 0, ...size]),
    body,
  ])
  const padded = id3.length % 2 === 0 ? id3 : Buffer.concat([id3, Buffer.from([0])])
  const head = Buffer.alloc(8)
  head.write('id3 ', 'latin1')
  head.writeUInt32LE(id3.length, 4)
  const whole = Buffer.concat([wav, head, padded])
  whole.writeUInt32LE(whole.length - 8, 4)
  return whole
}
