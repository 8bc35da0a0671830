import type { Arrival } from './fake-network.ts'
import type { RetryingDb } from './retrying-db.ts'

type BatchFacts = { batchId: string; status: string; round: number; hasWebhook: boolean }
type EndFacts = { renderId: string; status: string; count: number }

/** Every closing of a batch, and every end of a render, was reported under exactly one id, and was received. */
export async function checkEvents(query: RetryingDb['query'], arrivals: Arrival[]): Promise<string[]> {
  const batches = await query<BatchFacts>(
    'select batch_id as "batchId", status, round, webhook_url is not null as "hasWebhook" from batches',
  )
  const ends = await query<EndFacts>(
    `select render_id as "renderId", e.status, count(*)::int as count
     from crash.endings e join renders using (render_id) join batches using (batch_id)
     where webhook_url is not null group by 1, 2`,
  )
  return [
    ...findMissed(arrivals),
    ...batches.flatMap((batch) => checkBatch(batch, arrivals)),
    ...ends.flatMap((end) => checkEnd(end, arrivals)),
  ]
}

function findMissed(arrivals: Arrival[]): string[] {
  const received = new Set(arrivals.filter(({ isAccepted }) => isAccepted).map(({ eventId }) => eventId))
  const missed = new Set(
    arrivals.filter(({ eventId }) => !received.has(eventId)).map(({ eventId }) => eventId),
  )
  return [...missed].map((eventId) => `event ${eventId} was refused once and never came again`)
}

function checkBatch({ batchId, status, round, hasWebhook }: BatchFacts, arrivals: Arrival[]): string[] {
  const reported = arrivals.filter((arrival) => arrival.batchId === batchId && arrival.renderId === undefined)
  const ids = new Set(reported.map(({ eventId }) => eventId))
  const expected = hasWebhook ? round : 0
  if (ids.size !== expected)
    return [`batch ${batchId} closed ${round} times, and ${ids.size} of ${expected} final events came`]
  const isReported = reported.some(({ type }) => type === `batch.${status.toLowerCase()}`)
  return hasWebhook && !isReported ? [`batch ${batchId} is ${status}, and no event said so`] : []
}

function checkEnd({ renderId, status, count }: EndFacts, arrivals: Arrival[]): string[] {
  const type = `render.${status.toLowerCase()}`
  const reported = arrivals.filter((arrival) => arrival.renderId === renderId && arrival.type === type)
  const ids = new Set(reported.map(({ eventId }) => eventId))
  return ids.size === count
    ? []
    : [`render ${renderId} ended ${status} ${count} times, and ${ids.size} events came`]
}
