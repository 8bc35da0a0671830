import createClient from 'openapi-fetch'
import { checkFetch } from './check-fetch.js'
import type { paths } from './schema.js'

// From an artist to a downloaded video with the types of openapi-typescript.

const [baseUrl = '', token = '', audioUrl = ''] = process.argv.slice(2)
const client = createClient<paths>({
  baseUrl,
  fetch: checkFetch,
  headers: { Authorization: `Bearer ${token}` },
})

const artist = take(await client.POST('/v1/artists', { body: { name: 'Odalys Wren' } }))
const bundle = take(
  await client.POST('/v1/media-bundles', { body: { name: 'Harbour EP', artistId: artist.data.artistId } }),
)
const { mediaBundleId } = bundle.data
const media = take(
  await client.POST('/v1/media', { body: { name: 'Tin Lanterns', mediaBundleId, audioUrl } }),
)
const videoSettings = {
  outputQuality: 'PREVIEW',
  aspectRatio: '1x1',
  audioStartEndSecs: { start: 0, end: 1 },
} as const
const created = take(
  await client.POST('/v1/batches', {
    body: { mediaId: media.data.mediaId, renders: [{ contentId: 'BASE_BASIC_UNIFIED', videoSettings }] },
  }),
)
// The same call with dryRun returns no id, so the types ask.
if (!('batchId' in created.data)) throw new Error(JSON.stringify(created))
const { batchId } = created.data
for (let tries = 0; ; tries++) {
  const { data } = take(await client.GET('/v1/batches/{batchId}', { params: { path: { batchId } } }))
  if (data.isFinal) {
    const [render] = data.renders
    const video = await fetch(render?.renderUrl ?? '')
    const { byteLength } = await video.arrayBuffer()
    if (data.status !== 'COMPLETED' || video.status !== 200) throw new Error(JSON.stringify(data))
    console.log(`openapi-fetch: ${data.status}, ${render?.fileName}, ${byteLength} bytes`)
    break
  }
  if (tries > 300) throw new Error(`The batch is still ${data.status}.`)
  await new Promise((resolve) => setTimeout(resolve, 1000))
}
await client.GET('/v1/media', { params: { query: { limit: 1 } } })
await client.GET('/v1/contents')
const { error } = await client.GET('/v1/artists/{artistId}', {
  params: { path: { artistId: 'art_missing' } },
})
if (error?.error.code !== 'ARTIST_NOT_FOUND') throw new Error(`Not a typed error: ${JSON.stringify(error)}`)

function take<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error))
  return data
}
