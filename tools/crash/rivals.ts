import { setTimeout as sleep } from 'node:timers/promises'
import type { Batch } from '@songreel/contract'
import type { Asked, ClientOptions, Poster } from './asked.ts'
import { readSlowness } from './machine-time.ts'
import { waitUntil } from './wait-until.ts'

/** Seeds below this are shared by many batches, so that a file of theirs is never anybody's last one. */
const SHARED_SEEDS = 3
const LIMIT_MS = 60_000
const LOOK_EVERY_MS = 20
/** Takes about as long as a run that is linked to a finished file, where it is slow. */
const MOST_LAG_MS = 700
const FIRST_IN_LINE = 10
/** A file that is handed on costs no drawing, so that this is soon done. */
const HANDS = 12

type Course = {
  asked: Asked[]
  post: Poster
  isOver(): boolean
}

/**
 * Has the same video made again and deletes the first one while the second is being linked to its file, and so on with the
 * second: the file must stay for the one that shows it, or be made anew.
 */
export async function createRivals(options: ClientOptions, { asked, post, isOver }: Course): Promise<void> {
  const used = new Set<Asked>()
  while (!isOver()) {
    await sleep(options.random.between(300, 1500))
    const candidates = asked.slice(-20).filter((one) => !used.has(one) && isAlone(one))
    let owner = candidates.length > 0 ? options.random.pick(candidates) : undefined
    for (let hand = 0; owner && hand < HANDS && !isOver(); hand++) {
      used.add(owner)
      const batch = await readBatch(options, owner)
      owner = batch?.status === 'COMPLETED' ? await compete(options, post, { owner, batch }) : undefined
    }
  }
}

function isAlone({ body: { mediaId, serviceParams }, batchIds }: Asked): boolean {
  return mediaId !== undefined && serviceParams.seed >= SHARED_SEEDS && batchIds.size > 0
}

/** Returns the one that has the file afterwards. */
async function compete(
  options: ClientOptions,
  post: Poster,
  { owner, batch }: { owner: Asked; batch: Batch },
): Promise<Asked> {
  const { call, random } = options
  const { mediaId, serviceParams, renders } = owner.body
  const next = await post({
    mediaId,
    serviceParams: { ...serviceParams, priority: FIRST_IN_LINE },
    renders: renders.slice(0, 1),
  })
  const waiting = { limitMs: LIMIT_MS, everyMs: LOOK_EVERY_MS }
  // Only a worker that has taken it can be linking it; a batch by reference never says PENDING.
  await waitUntil(() => isTaken(options, next), waiting)
  await sleep(random.between(0, MOST_LAG_MS * readSlowness()))
  for (const { renderId } of batch.renders) await call('DELETE', `/v1/renders/${renderId}`)
  await waitUntil(async () => (await readBatch(options, next))?.isFinal !== false, waiting)
  return next
}

async function readBatch({ call }: ClientOptions, { batchIds }: Asked): Promise<Batch | undefined> {
  const [batchId] = batchIds
  return batchId === undefined ? undefined : (await call('GET', `/v1/batches/${batchId}`))?.body.data
}

async function isTaken(options: ClientOptions, asked: Asked): Promise<boolean> {
  const renderId = (await readBatch(options, asked))?.renders[0]?.renderId
  if (renderId === undefined) return false
  const render = (await options.call('GET', `/v1/renders/${renderId}`))?.body.data
  return render?.startedAt !== null && render?.startedAt !== undefined
}
