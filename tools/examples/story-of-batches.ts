import type { Batch, Render } from '@songreel/contract'
import { waitFor } from '@songreel/server/testing/wait-for.ts'
import type { Story } from './recorder.ts'
import type { Song } from './story-of-records.ts'

const SHORT = { aspectRatio: '1x1', outputQuality: 'HD', audioStartEndSecs: { start: 4, end: 8 } }
/** The demo song has 15 seconds. */
const PAST_THE_END = { ...SHORT, audioStartEndSecs: { start: 60, end: 75 } }
const LOOK = {
  look: 1,
  title: 'Neon pulse',
  description: 'The cover swells with the beat above its name.',
  layers: [
    { kind: 'backdrop', blur: 60 },
    {
      kind: 'picture',
      id: 'cover',
      form: 'CARD',
      place: { above: 'title', gap: 48, ratio: 1 },
      scale: { rest: 0.95, with: [{ signal: 'BEAT', by: 0.05, easing: 'ROOT' }] },
    },
    { kind: 'text', id: 'title', text: 'TITLE', role: 'DISPLAY', place: { anchor: 'BOTTOM_START' } },
  ],
}
const FINAL = new Set(['COMPLETED', 'FAILED', 'CANCELED'])

/** Templates, then videos: asked for, followed, completed, failed, canceled, tried again, deleted. */
export async function recordBatches(story: Story, song: Song): Promise<void> {
  await recordTemplates(story)
  await recordLook(story)
  await recordFirstVideo(story)
  await recordSharing(story)
  await recordRebuild(story)
  await recordMixedBatch(story, song)
  await recordRelease(story, song)
  await recordCancel(story, song)
}

async function recordTemplates({ recorder: { record } }: Story): Promise<void> {
  await record({ method: 'GET', path: '/v1/contents', summary: 'All templates' })
  const path = '/v1/contents/BASE_BASIC_UNIFIED'
  await record({ method: 'GET', path, summary: 'One template' })
  const body = {
    title: 'Tin Lanterns',
    artist: 'Odalys Wren',
    requiredData: { customText: 'Out now' },
    atSecs: 3,
  }
  await record({ method: 'POST', path: `${path}/preview`, summary: 'A picture with the demo song', body })
  await record({
    method: 'POST',
    path: '/v1/contents/preview?format=json',
    summary: 'A look that is not stored, and where its layers stand',
    body: { look: LOOK, videoSettings: { aspectRatio: '1x1', outputQuality: 'PREVIEW' } },
  })
}

async function recordLook({ recorder: { record } }: Story): Promise<void> {
  const summary = 'A look of your own'
  const { contentId } = await record({ method: 'POST', path: '/v1/contents', summary, body: LOOK })
  const path = `/v1/contents/${contentId}`
  await record({ method: 'GET', path, summary })
  const calmer = { ...LOOK, energy: 'CALM' }
  await record({ method: 'PUT', path, summary: 'A new version', body: calmer })
  await record({ method: 'DELETE', path, summary: 'The look is deleted' })
  await record({ method: 'POST', path: `${path}/restore`, summary: 'The look is back' })
}

/** The first call that a newcomer makes: it must give a video as it stands. */
async function recordFirstVideo(story: Story): Promise<void> {
  const { record, keepText } = story.recorder
  const body = {
    ref: 'release-2041',
    artist: { name: 'Odalys Wren', artworkUrl: story.coverUrl },
    mediaBundle: { name: 'Harbour EP', artworkUrl: story.coverUrl },
    media: { name: 'Tin Lanterns', audioUrl: story.songUrl, artworkUrl: story.coverUrl },
    renders: [
      {
        contentId: 'BASE_BASIC_UNIFIED',
        requiredData: { customText: 'Out now' },
        videoSettings: { aspectRatio: '9x16', outputQuality: 'HD' },
      },
    ],
  }
  const batches = '/v1/batches'
  const summary = 'A song that is not known yet, inline'
  const { batchId, renders } = await record({ method: 'POST', path: batches, name: 'inline', summary, body })
  const path = `${batches}/${batchId}`
  const renderPath = `/v1/renders/${renders[0]?.renderId}`
  await untilRender(story, renderPath, 'RENDERING')
  await record({ method: 'GET', path: renderPath, name: 'rendering', summary: 'Its frames are drawn' })
  await record({ method: 'GET', path, name: 'processing', summary: 'Its video is being made' })
  await untilFinal(story, path)
  await record({ method: 'GET', path, name: 'completed', summary: 'Its video is there' })
  await record({ method: 'GET', path: renderPath, name: 'completed', summary: 'Its video is there' })
  const { body: text } = await story.api('GET', `${path}/events`)
  keepText({ method: 'GET', path: `${path}/events`, summary: 'The end of a batch' }, String(text))
  keepText(
    { method: 'GET', path: '/v1/events', summary: 'A batch that has ended' },
    await readFirstEvents(story),
  )
  await record({ method: 'GET', path: `${path}/archive`, summary: 'A ZIP' })
}

/** What was sent under a reference, as one ZIP and on a page of its own. */
async function recordSharing({ recorder: { record } }: Story): Promise<void> {
  const ref = 'release-2041'
  await record({ method: 'GET', path: `/v1/batches/archive?ref=${ref}`, summary: 'A ZIP' })
  const path = '/v1/shares'
  const body = { ref, title: 'Harbour EP launch' }
  const summary = 'Everything with a reference'
  const { shareId } = await record({ method: 'POST', path, summary, body })
  await record({ method: 'GET', path, summary: 'The links that were made' })
  await record({ method: 'GET', path: `${path}/${shareId}`, summary: 'One of them' })
  await record({ method: 'DELETE', path: `${path}/${shareId}`, summary: 'It is taken back' })
}

/** The title of the first song was wrong: its video is stale, and is made again. */
async function recordRebuild(story: Story): Promise<void> {
  const { record } = story.recorder
  const [batch] = (await story.api('GET', '/v1/batches?ref=release-2041')).body.data.items as Batch[]
  const [song, album] = [`/v1/media/${batch?.mediaId}`, `/v1/media-bundles/${batch?.mediaBundleId}`]
  await story.api('PUT', song, { name: 'Tin Lanterns (Remastered)' })
  await record({ method: 'GET', path: `${song}/renders?stale=true`, summary: 'Its title was changed since' })
  const rebuild = { method: 'POST', path: `${song}/rebuild` } as const
  const path = `${rebuild.path}?dryRun=true`
  await record({ ...rebuild, path, name: 'dryRun', summary: 'Which videos, and why' })
  const { batchId } = await record({ ...rebuild, name: 'stale', summary: 'They are made again' })
  await untilFinal(story, `/v1/batches/${batchId}`)
  await record({ method: 'GET', path: `${album}/renders?limit=1`, summary: 'The video of now' })
  const rebuildAlbum = { method: 'POST', path: `${album}/rebuild` } as const
  await record({ ...rebuildAlbum, name: 'nothing', summary: 'Everything is up to date' })
  await story.api('PUT', song, { name: 'Tin Lanterns' })
  const again = await record({ ...rebuildAlbum, name: 'stale', summary: 'They are made again' })
  await untilFinal(story, `/v1/batches/${again.batchId}`)
}

/** The stream of all batches, up to the first of them. */
async function readFirstEvents({ client }: Story): Promise<string> {
  let text = ''
  const lastEventId = new Date(Date.now() - 60_000).toISOString()
  for await (const event of client.events.stream({ lastEventId })) {
    const data = event.type === 'batch' ? event.batch : {}
    text += `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(data)}\n\n`
    if (event.type === 'batch') break
  }
  return text
}

/** An existing song, by its id: one video is made, one can not be. */
async function recordMixedBatch(story: Story, { mediaId }: Song): Promise<void> {
  const { record } = story.recorder
  const render = { contentId: 'SNIPPET_WAVEFORM_CARD', videoSettings: SHORT }
  const body = {
    ref: 'release-2042',
    mediaId,
    serviceParams: { videoSettings: { outputQuality: 'HD' }, campaign: 'autumn' },
    renders: [render, { ...render, videoSettings: PAST_THE_END }],
  }
  const path = '/v1/batches'
  await record({ method: 'POST', path: `${path}?dryRun=true`, name: 'dryRun', summary: 'Only checked', body })
  const summary = 'A song that is known, by its id'
  const { batchId } = await record({ method: 'POST', path, name: 'byReference', summary, body })
  const batch = await untilFinal(story, `${path}/${batchId}`)
  const [done = '', failed = ''] = batch.renders.map(({ renderId }) => `/v1/renders/${renderId}`)
  const partial = 'One video is there, one can not be made'
  await record({ method: 'GET', path: `${path}/${batchId}`, name: 'partiallyCompleted', summary: partial })
  await record({
    method: 'GET',
    path: failed,
    name: 'failed',
    summary: 'The excerpt lies past the end of the song',
  })
  await record({ method: 'POST', path: `${failed}/retry`, summary: 'A failed render is tried again' })
  await untilFinal(story, `${path}/${batchId}`)
  await record({ method: 'POST', path: `${path}/${batchId}/retry`, summary: 'What failed is tried again' })
  await untilFinal(story, `${path}/${batchId}`)
  await record({ method: 'DELETE', path: done, summary: 'The files are gone' })
  await record({ method: 'GET', path: done, name: 'filesDeleted', summary: 'Its files were deleted' })
  // A batch in which nothing can be made, for its events.
  await record({
    method: 'POST',
    path,
    name: 'failing',
    summary,
    body: { mediaId, renders: [body.renders[1]] },
  })
  delete story.recorder.calls.createBatch?.requests?.failing
  delete story.recorder.calls.createBatch?.responses[201]?.failing
}

/** Everything for an album; making it would take long, so only a part of it is. */
async function recordRelease(story: Story, { mediaBundleId }: Song): Promise<void> {
  const { record } = story.recorder
  const path = `/v1/media-bundles/${mediaBundleId}/release-pack`
  const checked = { name: 'dryRun', summary: 'Only checked', body: { pack: 'STANDARD' } }
  await record({ method: 'POST', path: `${path}?dryRun=true`, ...checked })
  const videoSettings = { aspectRatio: '9x16', outputQuality: 'PREVIEW' }
  const song = [{ contentId: 'LOOP_CANVAS_VERTICAL', videoSettings }]
  const body = { pack: { name: 'Canvases', renders: { song } }, ref: 'release-2044' }
  const { batchId } = await record({
    method: 'POST',
    path,
    name: 'ownPack',
    summary: 'A pack of your own',
    body,
  })
  await untilFinal(story, `/v1/batches/${batchId}`)
}

async function recordCancel(story: Story, { mediaId }: Song): Promise<void> {
  const { record } = story.recorder
  const create = async () => {
    const renders = [
      { contentId: 'BASE_ART_TRACK', videoSettings: { aspectRatio: '16x9', outputQuality: 'ULTRA' } },
    ]
    const headers = { 'Cache-Control': 'no-cache' }
    const { body } = await story.api(
      'POST',
      '/v1/batches',
      { ref: 'release-2043', mediaId, renders },
      headers,
    )
    return body.data as Batch
  }
  const { renders } = await create()
  const { batchId, renders: waiting } = await create()
  const movePath = `/v1/renders/${waiting[0]?.renderId}/move-up`
  await record({ method: 'POST', path: movePath, summary: 'It is the next one' })
  const path = `/v1/renders/${renders[0]?.renderId}`
  await record({ method: 'POST', path: `${path}/cancel`, summary: 'It is canceled' })
  await record({ method: 'GET', path, name: 'canceled', summary: 'It was canceled' })
  await record({ method: 'POST', path: `/v1/batches/${batchId}/cancel`, summary: 'It is canceled' })
  const together = { ref: 'release-2043' }
  const again = { method: 'POST', path: '/v1/batches/retry', body: together } as const
  await record({ ...again, summary: 'All of it is tried again' })
  const stop = { method: 'POST', path: '/v1/batches/cancel', body: together } as const
  await record({ ...stop, summary: 'All of it is canceled' })
  await record({
    method: 'GET',
    path: '/v1/batches?ref=release-2041',
    summary: 'The batch with your reference',
  })
  await record({
    method: 'GET',
    path: '/v1/renders?status=COMPLETED&limit=1',
    summary: 'The newest finished render',
  })
}

function untilFinal({ api }: Story, path: string): Promise<Batch> {
  return waitFor(`${path} is final`, async () => {
    const batch: Batch = (await api('GET', path)).body.data
    return batch.isFinal && batch
  })
}

async function untilRender({ api }: Story, path: string, status: Render['status']): Promise<void> {
  await waitFor(`${path} is ${status}`, async () => {
    const render: Render = (await api('GET', path)).body.data
    if (FINAL.has(render.status)) throw new Error(`${path} is ${render.status} already`)
    return render.status === status && render.progress > 15
  })
}
