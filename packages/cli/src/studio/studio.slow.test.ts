import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { makeDemo, parseTemplateData, renderStills } from '@songreel/render'
import { pictures } from '@songreel/render/authoring'
import { createTemplate } from '@songreel/templates/create'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../../../tools/browser/open-browser.ts'
import { makeTestFolder, removeTestFolder } from '../../testing/run-cli.ts'
import { openStudio, type Studio } from './open-studio.ts'
import { type ServedStudio, serveStudio } from './serve-studio.ts'

const browser = await openBrowser()
let home: string
let studio: Studio
let served: ServedStudio
let source: string
let changed = Promise.withResolvers<void>()
const VIEW = { shape: '1x1', quality: 'PREVIEW', data: { theme: 'LIGHT' }, atSecs: 2 } as const

before(async () => {
  home = await makeTestFolder()
  await createTemplate('neon-pulse', home, { isPackage: true })
  source = await readFile(join(home, 'neon-pulse/template.ts'), 'utf8')
  const { song, cover } = await makeDemo(join(home, 'demo'))
  const files = { audio: song, cover, clips: [] }
  studio = await openStudio(
    join(home, 'neon-pulse'),
    { files, song: { title: 'Sea', artist: 'Aury', album: 'Tides' } },
    {
      workFolder: join(home, 'work'),
      cacheFolder: join(home, 'analysis'),
      onChange: () => {
        changed.resolve()
        served.noteChange()
      },
    },
  )
  served = await serveStudio(studio, { port: 0, song })
})

after(async () => {
  await browser.close()
  await served.close()
  await studio.close()
  await removeTestFolder(home)
})

async function save(text: string): Promise<void> {
  changed = Promise.withResolvers()
  await writeFile(join(home, 'neon-pulse/template.ts'), text)
  await changed.promise
}

async function getFrame(): Promise<Response> {
  const query = new URLSearchParams({ ...VIEW, atSecs: '2', data: JSON.stringify(VIEW.data) })
  return fetch(`${served.url}/frame.png?${query}`)
}

async function readPixels(png: Uint8Array): Promise<Buffer> {
  return (await pictures.decode(Buffer.from(png))).rgb
}

test('a still has the pixels of the export, before and after a file was saved', async () => {
  const plan = await studio.plan(VIEW)
  const { template } = await import(join(home, 'neon-pulse/template.ts'))
  const [png] = await renderStills({ ...plan, data: parseTemplateData(template, VIEW.data) }, { atSecs: [2] })
  const exported = await readPixels(png ?? new Uint8Array())
  const first = await getFrame()
  assert.equal(first.status, 200)
  assert.ok(exported.equals(await readPixels(await first.bytes())))

  await save(source.replace('blur: 60', 'blur: 0'))
  const second = await readPixels(await (await getFrame()).bytes())
  assert.ok(!exported.equals(second), 'the new state is drawn')
  await save(source)
  assert.ok(exported.equals(await readPixels(await (await getFrame()).bytes())))
})

test('a template that takes other backgrounds is drawn with them, with the demo clips and the cover where there are no own', async () => {
  const plain = await readPixels(await (await getFrame()).bytes())
  const taking = source
    .replace('defineTemplate({', "defineTemplate({\n  backgrounds: ['COVER', 'VIDEOS', 'ARTIST'],")
    .replace('setup({ size,', 'setup({ background, size,')
    .replace('blur: 60,', "blur: background === 'VIDEOS' ? 0 : background === 'ARTIST' ? 20 : 60,")
  await save(taking)
  assert.deepEqual((await studio.describe()).backgrounds, ['COVER', 'VIDEOS', 'ARTIST'])
  const drawn = [plain]
  for (const background of ['VIDEOS', 'ARTIST'] as const) {
    const { files } = await studio.plan({ ...VIEW, background })
    assert.deepEqual(
      [files.clips.length > 0, files.photo !== undefined],
      [background === 'VIDEOS', background === 'ARTIST'],
    )
    const shown = await readPixels((await studio.draw({ ...VIEW, background })).png)
    assert.ok(!drawn.some((other) => other.equals(shown)), `${background} is a picture of its own`)
    drawn.push(shown)
  }
  await save(source)
  await assert.rejects(studio.draw({ ...VIEW, background: 'VIDEOS' }), /has COVER behind it, not VIDEOS/)
  assert.ok(plain.equals(await readPixels(await (await getFrame()).bytes())))
})

test('a fault is reported with its file and line, and is gone when it is mended', async () => {
  await save(source.replace('const { palette } = cover', 'const { palette } = cover.nothing.here'))
  const failed = await getFrame()
  assert.equal(failed.status, 422)
  const line = source.split('\n').findIndex((each) => each.includes('const { palette } = cover')) + 1
  const { message, place } = await failed.json()
  assert.match(message, /NEON_PULSE failed in setup: TypeError/)
  assert.match(place, new RegExp(`^template\\.ts:${line}:\\d+$`))
  await save(source)
  assert.equal((await getFrame()).status, 200)
})

test('the page, the fields and parts of the song are served, to this computer', async () => {
  assert.match(await (await fetch(served.url)).text(), /Songreel studio/)
  const template = await (await fetch(`${served.url}/template`)).json()
  assert.ok(template.schema.properties.accentColor)
  assert.ok(template.shapes.includes('9x16'))
  const part = await fetch(`${served.url}/song`, { headers: { range: 'bytes=4-11' } })
  assert.equal(part.status, 206)
  assert.equal((await part.bytes()).length, 8)
  const { url } = served
  const { request } = await import('node:http')
  const status = await new Promise((resolve) => {
    request(url, { headers: { host: 'evil.example' } }, (response) =>
      resolve(response.resume().statusCode),
    ).end()
  })
  assert.equal(status, 403)
})

/** Does something on the page and waits for another large picture. */
async function untilRedrawn(page: Page, act: () => Promise<unknown>): Promise<void> {
  const before = await page.locator('#large').getAttribute('src')
  await act()
  await page.waitForFunction(
    (old) => document.querySelector('#status[data-state=good]') && document.querySelector('img')?.src !== old,
    before,
  )
}

/** The pixels that somebody sees. */
async function readLarge(page: Page): Promise<Buffer> {
  const base64 = await page.locator('#large').evaluate(async (image: HTMLImageElement) => {
    const bitmap = await createImageBitmap(image, { colorSpaceConversion: 'none' })
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const context = canvas.getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    const { data } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? { data: [] }
    let text = ''
    for (const [i, value] of data.entries()) if (i % 4 !== 3) text += String.fromCharCode(value)
    return btoa(text)
  })
  return Buffer.from(base64, 'base64')
}

test('the page shows the export in every shape, scrubs, plays and follows the fields', {
  skip: browser.missing,
}, async (t) => {
  const page = await browser.openPage(t, served.url, { expects: /422/ })
  await page.waitForFunction(() => {
    const thumbs = [...document.querySelectorAll<HTMLButtonElement>('#shapes button')]
    return (
      thumbs.length > 0 && thumbs.every(({ firstElementChild }) => firstElementChild?.getAttribute('src'))
    )
  })
  await untilRedrawn(page, () => page.getByText('Preview', { exact: true }).click())
  await untilRedrawn(page, () => page.getByRole('button', { name: '1x1' }).click())
  await untilRedrawn(page, () => page.getByLabel('Theme').selectOption('LIGHT'))
  await untilRedrawn(page, () => page.getByLabel('Moment of the video').fill('2'))
  const plan = await studio.plan({ ...VIEW, data: { ...(await studio.describe()).example, theme: 'LIGHT' } })
  const [png] = await renderStills(plan, { atSecs: [2] })
  assert.ok((await readPixels(png ?? new Uint8Array())).equals(await readLarge(page)))

  await page.getByLabel('Accent color').fill('#12')
  await page.getByText(/^Must be a colour/).waitFor()
  assert.ok(await page.locator('#large').isVisible())
  await untilRedrawn(page, () => page.getByLabel('Accent color').fill('#12ff80'))

  await page.getByRole('button', { name: 'Play' }).click()
  await page.waitForFunction(
    () => (document.querySelector<HTMLInputElement>('#at')?.valueAsNumber ?? 0) > 2.2,
  )
  await untilRedrawn(page, () => page.getByRole('button', { name: 'Pause' }).click())
})

test('the page survives a template that throws or hangs, and follows when it is mended', {
  skip: browser.missing,
}, async (t) => {
  const page = await browser.openPage(t, served.url, { expects: /422/ })
  await page.locator('#large[src]').waitFor()
  await save(source.replace('const { palette } = cover', 'const { palette } = cover.nothing.here'))
  await page
    .getByRole('alert')
    .getByText(/template\.ts:\d+:\d+ · 9x16/)
    .waitFor()
  assert.ok(await page.locator('#large').isVisible())
  await untilRedrawn(page, () => save(source))
  assert.ok(await page.getByRole('alert').isHidden())

  const asks = page.waitForRequest(/template$/)
  await save(`for (;;) {}\n${source}`)
  await asks
  await untilRedrawn(page, () => save(source))
})

test('a template that wears a brand has the pixels of the export, also when what was saved moves the logo', async () => {
  const { song, cover } = await makeDemo(join(home, 'demo'))
  const logo = join(home, 'logo.svg')
  await writeFile(
    logo,
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20"><path fill="#fff" d="M0 0h20v20H0zM30 0h30v20H30z"/></svg>',
  )
  const branded = await openStudio(
    join(home, 'neon-pulse'),
    {
      files: { audio: song, cover, clips: [] },
      song: { title: 'Sea', artist: 'Aury', album: 'Tides' },
      brand: { brand: { name: 'Pulse', colors: { background: '#102040' } }, files: { logo } },
    },
    {
      workFolder: join(home, 'work'),
      cacheFolder: join(home, 'analysis'),
      onChange: () => changed.resolve(),
    },
  )
  const shown = async () => readPixels((await branded.draw(VIEW)).png)
  const exported = async () => {
    const plan = await branded.plan(VIEW)
    const { template } = await import(`${join(home, 'neon-pulse/template.ts')}?now=${Date.now()}`)
    const [png] = await renderStills(
      { ...plan, data: parseTemplateData(template, VIEW.data) },
      { atSecs: [2] },
    )
    return readPixels(png ?? new Uint8Array())
  }
  try {
    const first = await shown()
    assert.ok((await exported()).equals(first))
    assert.ok(!first.equals(await readPixels((await studio.draw(VIEW)).png)), 'the brand is seen')
    await save(
      source.replace(
        "contentId: 'NEON_PULSE',",
        "contentId: 'NEON_PULSE',\n  logoPlaces: { SQUARE: ['BOTTOM_LEFT'] },",
      ),
    )
    const moved = await shown()
    assert.ok(!moved.equals(first), 'the logo has moved')
    assert.ok((await exported()).equals(moved))
  } finally {
    await save(source)
    await branded.close()
  }
})
