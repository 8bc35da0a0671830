import { Songreel } from '@songreel/sdk'
import { checkFetch } from './check-fetch.mts'

/** Our own SDK through Prism, over the calls that the generated clients leave out. Returns how many responses were held against the document. */
export async function callEverything(baseUrl: string, token: string, audioUrl: string): Promise<number> {
  let count = 0
  const songreel = new Songreel({
    baseUrl,
    token,
    maxRetries: 0,
    fetch: (input, init) => {
      count += 1
      return checkFetch(new Request(input, init))
    },
  })
  const { artistId } = await songreel.artists.create({ name: 'Io' })
  const { mediaBundleId } = await songreel.mediaBundles.create({ name: 'Io', artistId, upc: '4006381333931' })
  const song = { name: 'Io', mediaBundleId, audioUrl, isrc: 'DEA012600009', lyricsText: '[00:00.10]Io' }
  const { mediaId } = await songreel.media.create({ ...song, streamerUrl: 'https://stream.example.com/1' })
  const { streamerPluginId, audioAssets } = await songreel.media.get(mediaId)
  const input = { mediaId, renders: [{ contentId: 'BASE_BASIC_UNIFIED' }] }
  await songreel.batches.dryRun(input)
  const { batchId } = await songreel.batches.create({ ...input, ref: 'later' })
  await songreel.batches.cancel(batchId)
  const { renders } = await songreel.batches.get(batchId)
  await songreel.renders.get(renders[0]?.renderId ?? '')
  await readAll(songreel, { mediaId, pluginId: streamerPluginId ?? '', assetId: audioAssets.DEFAULT ?? '' })
  await changeAll(songreel, { artistId, mediaBundleId, mediaId })
  return count
}

type ReadIds = { mediaId: string; pluginId: string; assetId: string }

async function readAll(songreel: Songreel, { mediaId, pluginId, assetId }: ReadIds): Promise<void> {
  await songreel.plugins.get(pluginId)
  await songreel.assets.get(assetId)
  await songreel.media.lyrics(mediaId)
  await songreel.contents.get('BASE_BASIC_UNIFIED')
  for (const resource of [songreel.artists, songreel.mediaBundles, songreel.media, songreel.assets])
    await resource.list({ limit: 5 })
  await songreel.contents.list()
  await songreel.renders.list({ limit: 5 })
  await songreel.webhookDeliveries.list({ limit: 5 })
  await songreel.webhooks.secret()
  await songreel.organizations.get()
  await songreel.service.limits()
}

type ChangeIds = { artistId: string; mediaBundleId: string; mediaId: string }

async function changeAll(songreel: Songreel, { artistId, mediaBundleId, mediaId }: ChangeIds): Promise<void> {
  await songreel.artists.update(artistId, { name: 'Io Two' })
  await songreel.mediaBundles.update(mediaBundleId, { name: 'Io Two' })
  await songreel.media.update(mediaId, { name: 'Io Two', streamerUrl: null })
  await songreel.media.delete(mediaId)
  await songreel.media.restore(mediaId)
  await songreel.artists.delete(artistId, { cascade: true })
  const { keyId } = await songreel.apiKeys.create({ name: 'reads', scopes: ['read'] })
  await songreel.apiKeys.list()
  await songreel.apiKeys.revoke(keyId)
  await songreel.organizations.update('me', { name: 'Io Records' })
}
