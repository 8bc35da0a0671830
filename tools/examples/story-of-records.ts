import { waitFor } from '@songreel/server/testing/wait-for.ts'
import type { Story } from './recorder.ts'

/** What the later chapters go on with. */
export type Song = { artistId: string; mediaBundleId: string; mediaId: string; brandId: string }

/** Artist, album, song and the files behind them. */
export async function recordRecords(story: Story): Promise<Song> {
  const artistId = await recordArtist(story)
  const mediaBundleId = await recordAlbum(story, artistId)
  const { mediaId, imageAssetId } = await recordSong(story, mediaBundleId)
  await recordFiles(story, imageAssetId)
  const brandId = await recordBrand(story)
  return { artistId, mediaBundleId, mediaId, brandId }
}

async function recordBrand(story: Story): Promise<string> {
  const { recorder, logoUrl, fontUrl } = story
  const { record } = recorder
  const { brandId } = await record({
    method: 'POST',
    path: '/v1/brands',
    summary: 'A logo, a font, colours and an end card',
    body: {
      name: 'Harbour Records',
      logoUrl,
      titleFontUrl: fontUrl,
      colors: { background: '#101418', text: '#f5f1e8', accent: '#ff3366' },
      logo: { place: 'TOP_RIGHT', size: 'SMALL' },
      endCard: { text: 'Out now', linkUrl: 'https://harbour.example.com' },
    },
  })
  const path = `/v1/brands/${brandId}`
  const { titleFontAssetId } = await record({ method: 'GET', path, summary: 'A brand' })
  await record({ method: 'PUT', path, summary: 'A new logo', body: { logoUrl } })
  await record({ method: 'PATCH', path, summary: 'Another accent', body: { colors: { accent: '#00c2a8' } } })
  await record({
    method: 'GET',
    path: '/v1/brands?q=harbour',
    summary: 'The brands whose name has "harbour" in it',
  })
  await waitUntilReady(story, titleFontAssetId as string)
  return brandId
}

async function recordArtist({ recorder: { record }, coverUrl }: Story): Promise<string> {
  const { artistId } = await record({
    method: 'POST',
    path: '/v1/artists',
    summary: 'An artist with a picture',
    body: { name: 'Odalys Wren', imageUrl: coverUrl },
  })
  const path = `/v1/artists/${artistId}`
  await record({ method: 'GET', path, summary: 'An artist' })
  await record({
    method: 'PUT',
    path,
    summary: 'A new picture',
    body: { name: 'Odalys Wren', imageUrl: coverUrl },
  })
  await record({ method: 'PATCH', path, summary: 'A new name', body: { name: 'Odalys Wren' } })
  await record({
    method: 'GET',
    path: '/v1/artists?q=odalys',
    summary: 'The artists whose name has "odalys" in it',
  })
  return artistId
}

async function recordAlbum({ recorder: { record }, coverUrl }: Story, artistId: string): Promise<string> {
  const { mediaBundleId } = await record({
    method: 'POST',
    path: '/v1/media-bundles',
    summary: 'An EP with its product code and cover',
    body: { name: 'Harbour EP', artistId, upc: '602445790098', imageUrl: coverUrl },
  })
  const path = `/v1/media-bundles/${mediaBundleId}`
  await record({ method: 'GET', path, summary: 'An album' })
  await record({
    method: 'PUT',
    path,
    summary: 'A new cover',
    body: { name: 'Harbour EP', imageUrl: coverUrl },
  })
  await record({ method: 'PATCH', path, summary: 'A new name', body: { name: 'Harbour EP' } })
  await record({
    method: 'GET',
    path: `/v1/media-bundles?artistId=${artistId}`,
    summary: 'The albums of an artist',
  })
  return mediaBundleId
}

async function recordSong(story: Story, mediaBundleId: string) {
  const { record } = story.recorder
  const { coverUrl, songUrl } = story
  const { mediaId } = await record({
    method: 'POST',
    path: '/v1/media',
    summary: 'A song with its sound, cover, lyrics and links',
    body: {
      name: 'Tin Lanterns',
      mediaBundleId,
      isrc: 'US-RC1-76-07839',
      imageUrl: coverUrl,
      audioUrl: songUrl,
      videositeUrl: 'https://videosite.example.com/watch?v=dQw4w9WgXcQ',
      streamerUrl: 'https://streamer.example.com/track/4uLU6hMCjMI75M1A2tKUQC',
      storeMusicUrl: 'https://store.example.com/album/tin-lanterns/1440857781',
      lyricsText: '[00:02.00]City lights are falling\n[00:06.00]Tin lanterns',
    },
  })
  const path = `/v1/media/${mediaId}`
  const media = await record({ method: 'GET', path, summary: 'A song' })
  await record({ method: 'GET', path: `${path}/lyrics`, summary: 'Lyrics whose lines are timed' })
  const { DEFAULT: audioId } = media.audioAssets as { DEFAULT: string }
  await waitUntilReady(story, audioId)
  await record({
    method: 'GET',
    path: `${path}/analysis?excerptSecs=8&peaks=24`,
    summary: 'What was heard in a song',
  })
  await record({
    method: 'PUT',
    path,
    summary: 'A new sound',
    body: { name: 'Tin Lanterns', audioUrl: songUrl },
  })
  await record({ method: 'PATCH', path, summary: 'No link to a store', body: { storeMusicUrl: null } })
  await record({
    method: 'GET',
    path: '/v1/media?isrc=USRC17607839',
    summary: 'The song with a recording code',
  })
  await record({
    method: 'GET',
    path: `/v1/plugins/${media.videositePluginId}`,
    summary: 'A link to a video site',
  })
  return { mediaId, imageAssetId: media.imageAssetId as string }
}

async function recordFiles({ recorder: { record }, api, readDemo }: Story, imageAssetId: string) {
  const form = new FormData()
  form.append('file', new Blob([await readDemo('cover.jpg')], { type: 'image/jpeg' }), 'cover.jpg')
  const { assetId } = await record({
    method: 'POST',
    path: '/v1/uploads',
    summary: 'A cover from a form',
    body: form,
  })
  await record({ method: 'GET', path: `/v1/uploads/${assetId}`, summary: 'The file' })
  for (const id of [assetId, imageAssetId]) await waitUntilReady({ api }, id)
  await record({ method: 'GET', path: `/v1/assets/${imageAssetId}`, summary: 'A cover that is here' })
  await record({ method: 'GET', path: '/v1/assets?kind=IMAGE&limit=2', summary: 'The newest pictures' })
}

function waitUntilReady({ api }: Pick<Story, 'api'>, assetId: string): Promise<unknown> {
  return waitFor(
    'it is probed',
    async () => (await api('GET', `/v1/assets/${assetId}`)).body.data.status === 'READY',
  )
}

/** Deletes what the story is about, and takes it back. */
export async function recordDeletions({ recorder: { record } }: Story, song: Song): Promise<void> {
  const media = `/v1/media/${song.mediaId}`
  const album = `/v1/media-bundles/${song.mediaBundleId}`
  const artist = `/v1/artists/${song.artistId}`
  await record({ method: 'DELETE', path: media, summary: 'The song is deleted' })
  await record({ method: 'POST', path: `${media}/restore`, summary: 'The song is back' })
  await record({
    method: 'DELETE',
    path: `${album}?cascade=true`,
    summary: 'The album and its songs are deleted',
  })
  await record({ method: 'POST', path: `${album}/restore`, summary: 'The album and its songs are back' })
  await record({
    method: 'DELETE',
    path: `${artist}?cascade=true`,
    summary: 'The artist with all records is deleted',
  })
  await record({ method: 'POST', path: `${artist}/restore`, summary: 'The artist with all records is back' })
  const brand = `/v1/brands/${song.brandId}`
  await record({ method: 'DELETE', path: brand, summary: 'The brand is deleted' })
  await record({ method: 'POST', path: `${brand}/restore`, summary: 'The brand is back' })
}
