import { MAY_FETCH_HERE, startSongHost } from './service/song-host.ts'
import { createCall, type Stack, withStack } from './service/stack.ts'
import { equalVideos, prepareSong } from './service/videos.ts'
import { waitForBatch } from './service/wait-for-batch.ts'

const ADMIN_TOKEN = 'bench-token-of-the-operator'
const FILES = 20_000
const POSTED_AT_ONCE = 16
const RENDERS = 10

/** How long one organization's renders take beside another that has thousands of files to collect. */
export async function run(args: string[]): Promise<void> {
  const settings = { ...MAY_FETCH_HERE, SONGREEL_ROLE: 'all', SONGREEL_ADMIN_TOKEN: ADMIN_TOKEN }
  const figures = await withStack(settings, measureBesideFlood)
  console.log(args.includes('--json') ? JSON.stringify(figures) : describe(figures))
}

async function measureBesideFlood(stack: Stack) {
  const host = await startSongHost(stack.folder)
  const mediaId = await prepareSong(stack, host)
  await renderAll(stack, mediaId)
  const aloneSecs = await renderAll(stack, mediaId)
  const neighbour = await addOrganization(stack)
  await postMedia(neighbour, host.audioUrl)
  const collectedBefore = host.served()
  const besideSecs = await renderAll(stack, mediaId)
  const collected = host.served() - collectedBefore
  host.stop()
  return { aloneSecs, besideSecs, collected }
}

async function renderAll(stack: Stack, mediaId: string): Promise<number> {
  const startMs = performance.now()
  const { batchId } = await stack.call(
    'POST',
    '/v1/batches',
    equalVideos(mediaId, { count: RENDERS, secs: 5 }),
  )
  await waitForBatch(stack, batchId)
  return (performance.now() - startMs) / 1000
}

async function addOrganization({ api }: Stack) {
  const { authToken } = await createCall(api.url, ADMIN_TOKEN)('POST', '/v1/organizations', { name: 'Flood' })
  return createCall(api.url, authToken)
}

type Call = ReturnType<typeof createCall>

/** Every address is another one, so that every file has to be collected and looked into. */
async function postMedia(call: Call, audioUrl: string): Promise<void> {
  const { artistId } = await call('POST', '/v1/artists', { name: 'Odalys Wren' })
  const { mediaBundleId } = await call('POST', '/v1/media-bundles', { name: 'Flood', artistId })
  let posted = 0
  const post = async () => {
    while (posted < FILES)
      await call('POST', '/v1/media', {
        mediaBundleId,
        name: `Song ${posted}`,
        audioUrl: `${audioUrl}?${posted++}`,
      })
  }
  await Promise.all(Array.from({ length: POSTED_AT_ONCE }, post))
}

function describe({ aloneSecs, besideSecs, collected }: Awaited<ReturnType<typeof measureBesideFlood>>) {
  return [
    `${RENDERS} renders of 5 s alone                 ${aloneSecs.toFixed(1)} s`,
    `beside ${FILES} files to collect     ${besideSecs.toFixed(1)} s (${(besideSecs / aloneSecs).toFixed(2)} times)`,
    `${collected} files were collected meanwhile`,
  ].join('\n')
}
