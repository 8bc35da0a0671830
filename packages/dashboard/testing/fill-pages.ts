import { aLook } from '@songreel/server/testing/builders.ts'
import { type Flow, unruly } from '@songreel/server/testing/start-flow.ts'
import { makeTestSong } from '@songreel/server/testing/test-song.ts'

/** Fills an organization with records of this name, a video that is done and one that failed; returns the pages that show them. */
export async function fillPages(flow: Flow, name: string): Promise<string[]> {
  const { api, client, hosts, untilFinal } = flow
  const short = name.replaceAll(/[^a-z]/gi, '').slice(0, 20)
  const webhookUrl = `${new URL(flow.songUrl).origin}/${name.replaceAll(/[^a-z]/gi, '')}`
  await api('PUT', '/v1/organizations/me', { name, webhookUrl })
  await api('POST', '/v1/api-keys', { name: name.slice(0, 100), scopes: ['read'] })
  const { artistId } = await client.artists.create({ name })
  const { brandId } = await client.brands.create({ name, colors: { accent: '#ff3366' } })
  const { mediaBundleId } = await client.mediaBundles.create({ name, artistId, upc: '0602445790920' })
  const audioUrl = hosts.put(`/${short}.wav`, makeTestSong(6))
  const { mediaId } = await client.media.create({ name, mediaBundleId, audioUrl, isrc: 'QZABC2600001' })
  await client.media.create({ name: name.slice(0, 200), mediaBundleId })
  const gone = await client.artists.create({ name })
  await client.artists.delete(gone.artistId)
  const { batchId } = await client.batches.create({ mediaId, ref: name.slice(0, 255), renders: [unruly()] })
  await untilFinal(batchId)
  const missing = `${new URL(flow.songUrl).origin}/${short.repeat(Math.ceil(name.length / 40))}.jpg`
  const broken = await client.batches.create({
    artist: { name },
    media: { name, audioUrl, artworkUrl: missing },
    ref: name.slice(0, 255),
    renders: [unruly()],
  })
  await untilFinal(broken.batchId)
  const { contentId } = await client.contents.create(aLook({ title: name.slice(0, 80) }))
  const [delivery] = (await client.webhookDeliveries.list({ limit: 1 })).items
  return [
    '/',
    '/batches',
    `/batches/${batchId}`,
    `/batches/${broken.batchId}`,
    '/new',
    '/templates',
    '/templates/BASE_BASIC_UNIFIED',
    '/templates/new',
    `/templates/${contentId}`,
    `/templates/${contentId}/edit`,
    '/brands',
    `/brands/${brandId}`,
    '/catalogue',
    '/catalogue?view=albums',
    '/catalogue?view=artists',
    `/catalogue?q=${name.slice(0, 100)}x`,
    '/catalogue?view=artists&deleted=true',
    `/artists/${artistId}`,
    `/albums/${mediaBundleId}`,
    `/songs/${mediaId}`,
    '/webhooks',
    ...(delivery ? [`/webhooks/deliveries/${delivery.deliveryId}`] : []),
    '/settings',
    `/${name}`,
  ]
}
