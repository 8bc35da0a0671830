import { createHash } from 'node:crypto'
import { STORE_KEYS } from '@songreel/server/testing/s3-store.ts'
import type { Caller } from './caller.ts'
import type { FakeNetwork } from './fake-network.ts'
import type { RetryingDb } from './retrying-db.ts'

const BUCKET = 'label-videos'
const PREFIX = 'crash'

type SentFacts = {
  renderId: string
  fileName: string
  sha256: string
  isDeleted: boolean
  hasWebhook: boolean
  status: string | null
  key: string | null
  code: string | null
}

/** Stores the keys of the network's bucket, and tells what batches name it with. */
export async function openDestination(call: Caller, { store }: FakeNetwork): Promise<object> {
  const made = await call('POST', '/v1/destination-credentials', { name: 'Bucket', ...STORE_KEYS })
  const { credentialsId } = made!.body.data
  return { type: 'S3', bucket: BUCKET, prefix: PREFIX, endpoint: store.url, credentialsId }
}

/** Every completed render of a batch with a destination. */
const SENT = `
  select render_id as "renderId", file_name as "fileName", sha256, webhook_url is not null as "hasWebhook",
    coalesce(files_deleted_at, deleted_at) is not null as "isDeleted", d.status, d.key, d.error ->> 'code' as code
  from renders join batches using (batch_id) join outputs using (output_id)
    left join video_deliveries d using (render_id)
  where renders.status = 'COMPLETED' and service_params ? 'destination'`

/**
 * Every completed render of a batch with a destination has arrived there, whole, or its files were deleted first; each was
 * reported once; and nothing half-sent was left behind, or is there that nobody completed.
 */
export async function checkDeliveries(
  query: RetryingDb['query'],
  { store, listArrivals }: FakeNetwork,
): Promise<string[]> {
  const sent = await query<SentFacts>(SENT)
  const arrivals = listArrivals()
  const findings = sent.flatMap((facts) => {
    const reported = arrivals.filter(
      ({ renderId, type }) => renderId === facts.renderId && type.startsWith('render.deliver'),
    )
    const ids = new Set(reported.map(({ eventId }) => eventId))
    const problem = findProblem(facts, store) ?? findReportProblem(facts, ids.size)
    return problem ? [`render ${facts.renderId} was to be delivered, ${problem}`] : []
  })
  const names = new Set(sent.map(({ fileName }) => `${BUCKET}/${PREFIX}/${fileName}`))
  const strangers = [...store.objects.keys()].filter((key) => key.endsWith('.mp4') && !names.has(key))
  return [
    ...findings,
    ...strangers.map((key) => `${key} was delivered, and no completed render has this file`),
    ...[...store.uploads.keys()].map((uploadId) => `upload ${uploadId} was left unfinished`),
  ]
}

function findProblem(
  { status, key, code, isDeleted, fileName, sha256 }: SentFacts,
  store: FakeNetwork['store'],
): string | undefined {
  if (status === null) return 'and nobody knows of it'
  if (status === 'FAILED' && isDeleted && code === 'DELIVERY_FILES_DELETED') return undefined
  if (status !== 'DELIVERED') return `and is ${status} (${code})`
  if (key !== `${PREFIX}/${fileName}`) return `and went to ${key}`
  const object = store.objects.get(`${BUCKET}/${key}`)
  if (!object) return 'and is not there, though the record says so'
  const isSame = createHash('sha256').update(object.body).digest('hex') === sha256
  return isSame ? undefined : 'and other bytes are there'
}

function findReportProblem({ hasWebhook }: SentFacts, count: number): string | undefined {
  const expected = hasWebhook ? 1 : 0
  return count === expected ? undefined : `and ${count} of ${expected} events said what came of it`
}
