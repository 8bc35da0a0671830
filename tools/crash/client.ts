import { setTimeout as sleep } from 'node:timers/promises'
import type { Batch } from '@songreel/contract'
import type { Asked, ClientOptions, NewBody, Poster } from './asked.ts'
import { startLimit } from './machine-time.ts'
import { createRivals } from './rivals.ts'
import { waitForFact, waitUntil } from './wait-until.ts'

/** Enough that both workers are always busy, and no more: all of it must be done at the end. */
const MOST_OPEN_RENDERS = 12
const RETRY_AFTER_MS = 150
/** Longer than any crash keeps the API away, on a busy machine too. */
const GIVE_UP_AFTER_MS = 180_000

/** How often the client asks for one long video and then for nothing else, as at night: only then do two workers make one. */
const QUIET_CHANCE = 0.06
const QUIET_LIMIT_MS = 60_000

/** A client that posts batches, repeats what got no response, and cancels, retries and deletes now and then. */
export type Client = {
  asked: Asked[]
  /** Posts no more, and waits for what is under way. */
  stop(): Promise<void>
}

/** Makes a song, then begins to post. */
export async function startClient(options: ClientOptions): Promise<Client> {
  const mediaId = await createSong(options)
  const asked: Asked[] = []
  let isStopping = false

  async function post(): Promise<void> {
    // Once before everything else, so that the shortest test has one.
    await postAlone(options, { asked, mediaId, isOver: () => isStopping })
    while (!isStopping) {
      if (options.random.isChance(QUIET_CHANCE))
        await postAlone(options, { asked, mediaId, isOver: () => isStopping })
      if (options.openRenders() < MOST_OPEN_RENDERS)
        await postBatch(options, asked, chooseBody(options, mediaId))
      if (options.random.isChance(0.3)) await meddle(options, asked)
      await sleep(options.random.between(100, 700))
    }
  }

  const postBody: Poster = (body) => postBatch(options, asked, body)
  const posting = Promise.all([
    post(),
    createRivals(options, { asked, post: postBody, isOver: () => isStopping }),
  ])
  return {
    asked,
    async stop() {
      isStopping = true
      await posting
    },
  }
}

/** Makes the first video of a song, whose later ones can be linked to it. */
export async function createSong({
  call,
  network,
}: Pick<ClientOptions, 'call' | 'network'>): Promise<string> {
  const body = {
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl: network.songUrl, lyricsText: LYRICS },
    renders: [{ contentId: 'SNIPPET_WAVEFORM_CARD', videoSettings: { ...TINY } }],
  }
  const created = await call('POST', '/v1/batches', body)
  const { batchId } = created!.body.data
  const readFinal = async () => {
    const found: Batch | undefined = (await call('GET', `/v1/batches/${batchId}`))?.body.data
    return found?.isFinal && found
  }
  const batch = await waitForFact('the first batch is final', readFinal, GIVE_UP_AFTER_MS)
  if (batch.status !== 'COMPLETED' || batch.mediaId === null)
    throw new Error(`the first batch failed: ${JSON.stringify(batch.renders)}`)
  return batch.mediaId
}

type Night = { asked: Asked[]; mediaId: string; isOver(): boolean }

/** Waits until nothing is open, asks for one long video, and leaves both workers to it. */
async function postAlone(options: ClientOptions, { asked, mediaId, isOver }: Night): Promise<void> {
  const waiting = { limitMs: QUIET_LIMIT_MS }
  await waitUntil(async () => isOver() || options.openRenders() === 0, waiting)
  const { batchIds } = await postBatch(options, asked, {
    mediaId,
    serviceParams: { seed: Math.floor(options.random.between(3, 1e6)) },
    renders: [{ contentId: 'SNIPPET_WAVEFORM_CARD', videoSettings: SHARED }],
  })
  const [batchId] = batchIds
  const isMade = async () =>
    Boolean((await options.call('GET', `/v1/batches/${batchId}`))?.body.data?.isFinal)
  if (batchId) await waitUntil(async () => isOver() || (await isMade()), waiting)
}

/** The shortest video that can be asked for. */
export const TINY = { outputQuality: 'PREVIEW', aspectRatio: '1x1', audioStartEndSecs: { start: 0, end: 1 } }

/** Several segments, so that one that is begun elsewhere goes on, and two workers can make it. */
export const LONG = { ...TINY, audioStartEndSecs: { start: 0, end: 20 } }

/** Long enough that the other worker can begin before it is done. */
const SHARED = { ...TINY, audioStartEndSecs: { start: 0, end: 60 } }

/** How long the client's videos are. */
export const LENGTHS_SECS = [TINY, LONG, SHARED].map(({ audioStartEndSecs: { end } }) => end)

/** With captions from its first second on. */
export const LYRICS = '[00:00.10] Nobody sleeps on a tin lanterns\n[00:00.60] and nobody ever is home'

async function postBatch(options: ClientOptions, asked: Asked[], chosen: NewBody): Promise<Asked> {
  const { random, call, network, onFinding } = options
  const ref = `${options.name ?? 'batch'}-${asked.length + 1}`
  const [hasKey, hasWebhook] = [random.isChance(0.7), random.isChance(0.9)]
  const media = chosen.media && { media: { ...chosen.media, name: ref } }
  const body = { ref, ...chosen, ...media, ...(hasWebhook && { webhookUrl: network.hookUrl }) }
  const headers: Record<string, string> = hasKey ? { 'Idempotency-Key': `key of ${ref}` } : {}
  const entry: Asked = { ref, hasKey, hasWebhook, body, headers, batchIds: new Set() }
  asked.push(entry)
  // Some clients double-click.
  const copies = hasKey && random.isChance(0.3) ? 2 : 1
  const isOver = startLimit(GIVE_UP_AFTER_MS)
  do {
    const responses = await Promise.all(
      Array.from({ length: copies }, () => call('POST', '/v1/batches', body, headers)),
    )
    for (const response of responses)
      if (response?.status === 201) entry.batchIds.add(response.body.data.batchId)
    // A refusal is reported by the caller, and would be the same again.
    const isRefused = responses.some((response) => response?.status === 400)
    if (entry.batchIds.size > 0 || isRefused) return entry
    if (isOver()) onFinding(`${ref} was not acknowledged within ${GIVE_UP_AFTER_MS} ms`)
    await sleep(RETRY_AFTER_MS)
  } while (hasKey && !isOver())
  return entry
}

/**
 * Records inline or by id; work of its own or identical with another's, which is linked and costs next to nothing, so that
 * many renders of one batch end at the same moment; one video or some.
 */
function chooseBody({ random, network, destination }: ClientOptions, mediaId: string): NewBody {
  const isInline = random.isChance(0.3)
  const audioUrl = random.isChance(0.3) ? network.songUrl : network.changingSongUrl
  const isLong = !isInline && random.isChance(0.25)
  const count = isLong ? 1 : random.pick([1, 2, 3, 5])
  // The one that shows the words comes with captions.
  const contentId = random.isChance(0.5) ? 'LYRIC_QUOTE_CARD' : 'SNIPPET_WAVEFORM_CARD'
  const settings = Array.from({ length: count }, () => ({ contentId, videoSettings: isLong ? LONG : TINY }))
  const seed = Math.floor(random.between(0, random.isChance(0.5) ? 3 : 1e6))
  return {
    ...(isInline
      ? { artist: { name: 'Odalys Wren' }, media: { audioUrl, lyricsText: LYRICS } }
      : { mediaId }),
    serviceParams: { seed, ...(destination && random.isChance(0.5) && { destination }) },
    renders: settings,
  }
}

/** Cancels, tries again or deletes something that is there; whether it comes too late is chance. */
async function meddle({ call, random }: ClientOptions, asked: Asked[]): Promise<void> {
  const [batchId] = random.pick(asked.slice(-6))?.batchIds ?? []
  if (!batchId) return
  const batch: Batch | undefined = (await call('GET', `/v1/batches/${batchId}`))?.body.data
  if (!batch) return
  if (!batch.isFinal) {
    if (random.isChance(0.12)) await call('POST', `/v1/batches/${batchId}/cancel`)
    return
  }
  const open = batch.renders.find(({ status }) => status !== 'COMPLETED')
  if (open) {
    const retry = call('POST', `/v1/renders/${open.renderId}/retry`)
    // Too late, or just in time: files of a render that is tried again must not go.
    if (random.isChance(0.5)) await call('DELETE', `/v1/renders/${open.renderId}`)
    await retry
  }
  if (!open && random.isChance(0.4)) await call('DELETE', `/v1/renders/${batch.renders[0]?.renderId}`)
}
