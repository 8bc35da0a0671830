import { checkFetch } from './check-fetch.js'
import { client } from './generated/client.gen.js'
import {
  createArtist,
  createBatch,
  createMedia,
  createMediaBundle,
  getArtist,
  getBatch,
  listBatches,
} from './generated/sdk.gen.js'

// From an artist to a downloaded video with the client that @hey-api/openapi-ts generates.

const [baseUrl = '', token = '', audioUrl = ''] = process.argv.slice(2)
const fetchChecked = (input: RequestInfo | URL, init?: RequestInit) => checkFetch(new Request(input, init))
client.setConfig({ baseUrl, auth: token, fetch: fetchChecked })

const artist = take(await createArtist({ body: { name: 'Ana Ríos' } }))
const bundle = take(await createMediaBundle({ body: { name: 'Mareas', artistId: artist.data.artistId } }))
const { mediaBundleId } = bundle.data
const media = take(await createMedia({ body: { name: 'Mareas', mediaBundleId, audioUrl } }))
const videoSettings = {
  outputQuality: 'PREVIEW',
  aspectRatio: '1x1',
  audioStartEndSecs: { start: 0, end: 1 },
} as const
const created = take(
  await createBatch({
    body: { mediaId: media.data.mediaId, renders: [{ contentId: 'BASE_BASIC_UNIFIED', videoSettings }] },
  }),
)
if (!('batchId' in created.data)) throw new Error(JSON.stringify(created))
const { batchId } = created.data
for (let tries = 0; ; tries++) {
  const { data } = take(await getBatch({ path: { batchId } }))
  if (data.isFinal) {
    const [render] = data.renders
    const video = await fetch(render?.renderUrl ?? '')
    const { byteLength } = await video.arrayBuffer()
    if (data.status !== 'COMPLETED' || video.status !== 200) throw new Error(JSON.stringify(data))
    console.log(`hey-api: ${data.status}, ${render?.fileName}, ${byteLength} bytes`)
    break
  }
  if (tries > 300) throw new Error(`The batch is still ${data.status}.`)
  await new Promise((resolve) => setTimeout(resolve, 1000))
}
take(await listBatches({ query: { limit: 1, status: 'COMPLETED' } }))
const { error } = await getArtist({ path: { artistId: 'art_missing' } })
if (error?.error.code !== 'ARTIST_NOT_FOUND') throw new Error(`Not a typed error: ${JSON.stringify(error)}`)

function take<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error))
  return data
}
