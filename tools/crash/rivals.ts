import { setTimeout as sleep } from 'node:timers/promises'
import type { Batch } from '@songreel/contract'
import type { Asked, ClientOptions, Poster } from './asked.ts'
import { waitUntil } from './wait-until.ts'

/** Seeds below this are shared by many batches, so that a file of theirs is never anybody's last one. */
const SHARED_SEEDS = 3
const BEGIN_LIMIT_MS = 30_000
const LOOK_EVERY_MS = 20
/** Takes about as long as a run that is linked to a finished file, where it is slow. */
const MOST_LAG_MS = 700
const FIRST_IN_LINE = 10

type Course = {
  asked: Asked[]
  post: Poster
  isOver(): boolean
}

/**
 * Has the same video made again and deletes the first one while the second is being linked to its file: the file must stay
 * for the second, or be made anew.
 */
export async function createRivals(options: ClientOptions, { asked, post, isOver }: Course): Promise<void> {
  const used = new Set<Asked>()
  while (!isOver()) {
    await sleep(options.random.between(300, 1500))
    const candidates = asked.slice(-20).filter((one) => !used.has(one) && isAlone(one))
    const first = candidates.length > 0 ? options.random.pick(candidates) : undefined
    const batch = first && (await readBatch(options, first))
    if (!first || batch?.status !== 'COMPLETED') continue
    used.add(first)
    await compete(options, post, { first, batch })
  }
}

function isAlone({ body: { mediaId, serviceParams }, batchIds }: Asked): boolean {
  return mediaId !== undefined && serviceParams.seed >= SHARED_SEEDS && batchIds.size > 0
}

async function compete(
  { call, random, ...options }: ClientOptions,
  post: Poster,
  { first, batch }: { first: Asked; batch: Batch },
): Promise<void> {
  const { mediaId, serviceParams, renders } = first.body
  const second = await post({
    mediaId,
    serviceParams: { ...serviceParams, priority: FIRST_IN_LINE },
    renders: renders.slice(0, 1),
  })
  const hasBegun = async () => {
    const [render] = (await readBatch({ call, random, ...options }, second))?.renders ?? []
    return render !== undefined && render.status !== 'PENDING'
  }
  await waitUntil(hasBegun, { limitMs: BEGIN_LIMIT_MS, everyMs: LOOK_EVERY_MS })
  await sleep(random.between(0, MOST_LAG_MS))
  for (const { renderId } of batch.renders) await call('DELETE', `/v1/renders/${renderId}`)
}

async function readBatch({ call }: ClientOptions, { batchIds }: Asked): Promise<Batch | undefined> {
  const [batchId] = batchIds
  return batchId === undefined ? undefined : (await call('GET', `/v1/batches/${batchId}`))?.body.data
}
