import type { Page } from 'playwright-core'
import type { Scene } from './fill-service.ts'
import { makeCover, makeSong } from './make-files.ts'
import { RELEASES } from './releases.ts'

/** A picture: how one gets there, in a browser that is at the service already. */
export type Shot = {
  name: string
  /** Unless somebody is signed in and nothing is being made. */
  state?: 'signed out' | 'rendering'
  open(page: Page, scene: Scene & { batchId: string }): Promise<unknown>
}

const DRAWN = 'Drawn by the engine'

/** Every page, in order: the four steps of a new batch follow each other. */
export const SHOTS: readonly Shot[] = [
  { name: 'claim', state: 'signed out', open: (page) => page.goto('/claim') },
  { name: 'signin', state: 'signed out', open: (page) => page.goto('/signin') },
  { name: 'new-files', open: openFiles },
  { name: 'new-template', open: openTemplates },
  {
    name: 'new-preview',
    async open(page) {
      await page.getByRole('link', { name: /^Preview/ }).click()
      await page.getByRole('group', { name: 'Proposed' }).getByRole('button').nth(1).click()
      await page.getByText(DRAWN).waitFor()
      await page.evaluate(() => scrollTo(0, 0))
    },
  },
  {
    name: 'new-send',
    async open(page) {
      await page.getByRole('link', { name: /^Check/ }).click()
      await page.getByRole('textbox', { name: 'Reference' }).fill('paper-moons-launch')
      await page.getByRole('textbox', { name: 'Reference' }).blur()
      await page.getByText('Checked by the server').waitFor()
    },
  },
  { name: 'templates', open: (page) => page.goto('/templates') },
  {
    name: 'template',
    async open(page, { mediaId }) {
      await page.goto('/templates/VISUAL_SPECTRUM_RING?shape=1x1')
      await page.getByLabel('Song', { exact: true }).selectOption(mediaId)
      await page.getByText('Drawing…').waitFor()
      await page.getByText(DRAWN).waitFor()
    },
  },
  { name: 'look', open: openLook },
  { name: 'brands', open: (page) => page.goto('/brands') },
  { name: 'brand', open: openBrand },
  { name: 'catalogue-songs', open: (page) => page.goto('/catalogue') },
  { name: 'catalogue-albums', open: (page) => page.goto('/catalogue?view=albums') },
  { name: 'catalogue-artists', open: (page) => page.goto('/catalogue?view=artists') },
  { name: 'artist', open: (page, { artistId }) => page.goto(`/artists/${artistId}`) },
  { name: 'album', open: (page, { mediaBundleId }) => page.goto(`/albums/${mediaBundleId}`) },
  {
    name: 'song',
    async open(page, { mediaId }) {
      await page.goto(`/songs/${mediaId}`)
      await page.getByRole('slider', { name: 'Position in the song' }).waitFor()
    },
  },
  { name: 'lyrics', open: openLyrics },
  { name: 'webhooks', open: (page) => page.goto('/webhooks') },
  { name: 'delivery', open: (page, { deliveryId }) => page.goto(`/webhooks/deliveries/${deliveryId}`) },
  {
    name: 'settings',
    async open(page) {
      await page.goto('/settings')
      await page.getByText('Database').waitFor()
    },
  },
  { name: 'batch-failed', open: (page, { failedBatchId }) => page.goto(`/batches/${failedBatchId}`) },
  { name: 'overview', state: 'rendering', open: (page) => page.goto('/') },
  { name: 'batches', state: 'rendering', open: (page) => page.goto('/batches') },
  { name: 'batch', state: 'rendering', open: (page, { batchId }) => page.goto(`/batches/${batchId}`) },
]

/** All three shapes, and the ring chosen. */
async function openLook(page: Page, { mediaId }: Scene): Promise<void> {
  await page.goto('/templates/new?from=VISUAL_SPECTRUM_RING')
  await page.getByLabel('Song', { exact: true }).selectOption(mediaId)
  await page.getByRole('button', { name: /^Spectrum ring/ }).click()
  await page.locator('.look-stage img').nth(2).waitFor()
  await page.getByText(DRAWN).waitFor()
  await page.evaluate(() => scrollTo(0, 0))
}

async function openFiles(page: Page): Promise<void> {
  const [release] = RELEASES
  if (!release) throw new Error('there is no release')
  await page.goto('/new')
  await page.locator('input[type=file]').setInputFiles([
    { name: 'Os Faróis - Farol Velho.mp3', mimeType: 'audio/mpeg', buffer: await makeSong(112) },
    { name: 'cover.jpg', mimeType: 'image/jpeg', buffer: await makeCover(release) },
  ])
  await page.getByLabel('Album').fill('Maré Alta')
  await page.getByText('uploaded').nth(1).waitFor()
  await page.getByLabel('Album').blur()
}

async function openTemplates(page: Page, { mediaId }: Scene): Promise<void> {
  await page.goto(`/new?media=${mediaId}`)
  await page.getByRole('button', { name: /1x1/ }).click()
  for (const name of [/^Art track/, /^Vinyl/]) await page.getByRole('button', { name }).click()
  await page.evaluate(() => scrollTo(0, 0))
  // The cards in view are drawn one after the other, and pale until then.
  await page.waitForFunction(() => {
    const pale = [...document.querySelectorAll('.template-card:enabled img.is-example')]
    return pale.every((image) => image.getBoundingClientRect().top > innerHeight)
  })
}

async function openBrand(page: Page, { brandId, mediaId }: Scene): Promise<void> {
  await page.goto(`/brands/${brandId}`)
  await page.getByLabel('Song', { exact: true }).selectOption(mediaId)
  await page.locator('.looks[aria-busy="true"]').waitFor()
  await page.locator('.looks[aria-busy="false"]').waitFor()
}

async function openLyrics(page: Page, { mediaId }: Scene): Promise<void> {
  await page.goto(`/songs/${mediaId}`)
  await page.getByRole('slider', { name: 'Position in the song' }).waitFor()
  await page.getByRole('button', { name: /^Edit or time/ }).click()
  await page.getByRole('button', { name: 'Time the lines' }).click()
  await page.getByRole('list', { name: 'Lines' }).getByRole('button').nth(6).click()
}
