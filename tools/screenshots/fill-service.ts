import type { AssetServer } from '@songreel/server/testing/asset-server.ts'
import type { TestService } from '@songreel/server/testing/start-service.ts'
import { waitFor } from '@songreel/server/testing/wait-for.ts'
import { makeCover, makeSong } from './make-files.ts'
import { RELEASES, type Release } from './releases.ts'
import { renameHost, spreadOverWeek } from './retouch.ts'

/** What the pages in the pictures are about. */
export type Scene = Song & {
  brandId: string
  failedBatchId: string
  deliveryId: string
  /** Songs that batches are started with, one for each device. */
  launches: string[]
  /** An address that takes events; the organization's has another name. */
  webhookUrl: string
}

type Client = TestService['client']
type Song = { artistId: string; mediaBundleId: string; mediaId: string }

/** What batches are made of, one after the other. */
const TEMPLATES = [
  { contentId: 'BASE_ART_TRACK', aspectRatio: '9x16' },
  { contentId: 'RETRO_VINYL_SPIN', aspectRatio: '1x1' },
  { contentId: 'VISUAL_SPECTRUM_RING', aspectRatio: '4x5' },
  { contentId: 'PROMO_OUT_NOW', aspectRatio: '9x16' },
  { contentId: 'SNIPPET_WAVEFORM_CARD', aspectRatio: '1x1' },
  { contentId: 'VISUAL_GRADIENT_FLOW', aspectRatio: '16x9' },
]
const SHORT = { outputQuality: 'PREVIEW', audioStartEndSecs: { start: 34, end: 40 } } as const
/** Long enough to be still at it when the last picture is taken. */
const LONG = { outputQuality: 'HD', audioStartEndSecs: { start: 0, end: 74 } } as const
const PARTWAY_PERCENT = 20

/** Fills an empty service with a label's catalogue, a week of batches, a failure, deliveries and keys. */
export async function fillService(service: TestService, hosts: AssetServer): Promise<Scene> {
  const { client, orgId, services } = service
  const webhookUrl = hosts.put('/songreel', (_, response) => response.writeHead(204).end())
  await client.organizations.update(orgId, { webhookUrl })
  const songs = await addCatalogue(client, hosts)
  for (const [index, { mediaId }] of songs.entries()) await makeBatch(client, mediaId, index)
  await spreadOverWeek(services.db)
  // The last one has lyrics.
  const [song] = songs.slice(-1)
  if (!song) throw new Error('there is no release')
  const failed = await failBatch(client, { song, hosts })
  await client.apiKeys.create({ name: 'distribution', scopes: ['read', 'write'] })
  await client.apiKeys.create({ name: 'ci', scopes: ['read'] })
  await renameHost(services.db, hosts.url)
  const launches = songs
    .slice(4, 8)
    .map(({ mediaId }) => mediaId)
    .toReversed()
  return { ...song, ...failed, launches, webhookUrl, brandId: await addBrand(client) }
}

/** A lantern and its light, as a label would draw it. */
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 64"><g fill="#f6e7c8"><path d="M20 6h24l6 12v30l-6 10H20l-6-10V18z"/><path d="M58 20h32v7H58zM58 33h24v7H58zM58 46h15v7H58z"/></g><circle cx="32" cy="33" r="9" fill="#ff6a3d"/></svg>`

/** A brand that nobody wears yet, so that all other pictures are as they would be without it. */
async function addBrand(client: Client): Promise<string> {
  const { url, assetId } = await client.uploads.create(new Blob([LOGO]), { name: 'lantern.svg' })
  const isRead = async () => (await client.assets.get(assetId)).status === 'READY'
  await waitFor('the logo was read', isRead)
  const { brandId } = await client.brands.create({
    name: 'Lantern Label',
    logoDarkUrl: url,
    colors: { background: '#12303a', text: '#f6e7c8', accent: '#ff6a3d', accent2: '#7fd1c7' },
    endCard: { text: 'Out now', linkUrl: 'https://lanternlabel.example' },
  })
  return brandId
}

/** Every song of every release, in their order. */
async function addCatalogue(client: Client, hosts: AssetServer): Promise<Song[]> {
  const songs: Song[] = []
  for (const release of RELEASES) songs.push(...(await addRelease(client, hosts, release)))
  return songs
}

async function addRelease(client: Client, hosts: AssetServer, release: Release): Promise<Song[]> {
  const { artist, album, upc, songs } = release
  const imageUrl = hosts.put(`/${upc}.jpg`, await makeCover(release))
  const { artistId } = await client.artists.create({ name: artist, imageUrl })
  const { mediaBundleId } = await client.mediaBundles.create({ name: album, artistId, upc, imageUrl })
  const added: Song[] = []
  for (const { title, bpm, isrc, lyricsText } of songs) {
    const audioUrl = hosts.put(`/${bpm}.mp3`, await makeSong(bpm))
    const { mediaId } = await client.media.create({
      name: title,
      mediaBundleId,
      imageUrl,
      audioUrl,
      isrc,
      lyricsText,
      streamerUrl: 'https://streamer.example.com/track/4uLU6hMCjMI75M1A2tKUQC',
    })
    added.push({ artistId, mediaBundleId, mediaId })
  }
  return added
}

/** Makes one or two short videos of a song. */
async function makeBatch(client: Client, mediaId: string, index: number): Promise<void> {
  const chosen = [0, 1].slice(index % 2).map((step) => TEMPLATES[(index + step) % TEMPLATES.length])
  const renders = chosen.flatMap((template) =>
    template
      ? [{ contentId: template.contentId, videoSettings: { ...SHORT, aspectRatio: template.aspectRatio } }]
      : [],
  )
  const { batchId } = await client.batches.create({ mediaId, ref: `launch-${index + 1}`, renders })
  await untilFinal(client, batchId)
}

/** A batch whose cover is gone, and whose webhook as well. */
async function failBatch(
  client: Client,
  { song, hosts }: { song: Song; hosts: AssetServer },
): Promise<{ failedBatchId: string; deliveryId: string }> {
  const webhookUrl = hosts.put('/archive', (_, response) =>
    response.writeHead(410).end('{"error":"This hook was removed."}'),
  )
  const { artistId, mediaBundleId } = song
  const { batchId } = await client.batches.create({
    artistId,
    mediaBundleId,
    media: {
      name: 'Second Floor (Remix)',
      audioUrl: `${hosts.url}/98.mp3`,
      artworkUrl: `${hosts.url}/second-floor-remix.jpg`,
    },
    ref: 'remixes',
    webhookUrl,
    renders: [{ contentId: 'BASE_ART_TRACK', videoSettings: { ...SHORT, aspectRatio: '9x16' } }],
  })
  await untilFinal(client, batchId)
  const delivery = await waitFor('a delivery that was given up', async () => {
    const { items } = await client.webhookDeliveries.list({ status: 'FAILED' })
    return items[0]
  })
  return { failedBatchId: batchId, deliveryId: delivery.deliveryId }
}

/** Starts a batch, and returns its id as soon as two videos are there, one is partway and the others wait. */
export async function startBatch(client: Client, mediaId: string, webhookUrl: string): Promise<string> {
  const renders = TEMPLATES.slice(0, 5).map(({ contentId, aspectRatio }, index) => ({
    contentId,
    videoSettings: { ...(index < 2 ? SHORT : LONG), aspectRatio },
  }))
  const { batchId } = await client.batches.create({
    mediaId,
    webhookUrl,
    ref: 'night-launch',
    renders,
  })
  await waitFor('a render is partway', async () => {
    const batch = await client.batches.get(batchId)
    return batch.renders.some(({ status, progress }) => status === 'RENDERING' && progress > PARTWAY_PERCENT)
  })
  return batchId
}

function untilFinal(client: Client, batchId: string): Promise<unknown> {
  return waitFor(`batch ${batchId} is final`, async () => (await client.batches.get(batchId)).isFinal)
}
