import { assetKey } from '../assets/asset-key.ts'
import { purgeSegments } from '../segments/clear-segments.ts'
import type { Services } from '../services.ts'
import { noteUnnamedFiles } from '../store/pending-files.ts'
import { DELETIONS, deleteSome, emptyDeletedRecords, purgeAssets } from '../store/purge.ts'

const HOUR_SECS = 60 * 60
const DAY_SECS = 24 * HOUR_SECS
/** Small enough not to hold up other queries. */
const ROWS_AT_ONCE = 500
/** The rest goes with the next purge. */
const MAX_CHUNKS = 2000
/** The promise for Idempotency-Key is a day. */
const IDEMPOTENCY_SECS = DAY_SECS
const WORKER_SECS = DAY_SECS
/** Two years and a month of invoices, whatever else goes earlier. */
const USAGE_SECS = 762 * DAY_SECS

type AgeSettings = Pick<Services['config'], 'retentionDays' | 'batchDays' | 'batchExpiryHours'>
type PurgeDeps = Pick<Services, 'db' | 'storage' | 'config' | 'log'>
type Ages = Partial<Record<keyof typeof DELETIONS, number>>

/**
 * Deletes what is older than its days, in small parts and from the bottom up. May run twice and in any number of workers; a
 * part that fails is tried with the next purge. docs/operations.md has the table of what is kept how long.
 */
export async function purge(services: PurgeDeps): Promise<void> {
  const retentionSecs = services.config.retentionDays * DAY_SECS
  const steps: Record<string, () => Promise<void>> = {
    emptyDeletedRecords: () =>
      inChunks((limit) => emptyDeletedRecords(services.db, { olderThanSecs: retentionSecs, limit })),
  }
  for (const [name, olderThanSecs] of Object.entries(readAges(services.config)))
    steps[name] = () =>
      inChunks((limit) => deleteSome(services.db, DELETIONS[name as keyof Ages], { olderThanSecs, limit }))
  steps.segments = () => purgeSegments(services)
  // Last, because deleting the records above releases what they referenced.
  steps.assets = () => purgeAllAssets(services, retentionSecs)
  for (const [step, run] of Object.entries(steps))
    await run().catch((error) => services.log.warn({ err: error, step }, 'purge failed'))
}

/** In the order of deletion: children before their parents. */
function readAges({ retentionDays, batchDays, batchExpiryHours }: AgeSettings): Ages {
  const retentionSecs = retentionDays * DAY_SECS
  const batchSecs = Math.max(batchDays * DAY_SECS, retentionSecs)
  // Renders name their files, though those are gone. Before the renders go there is nothing to be found among the files.
  const old = batchDays > 0 && { batches: batchSecs, outputs: batchSecs }
  return {
    deliveries: retentionSecs,
    events: retentionSecs,
    shares: retentionSecs,
    ...old,
    media: retentionSecs,
    mediaBundles: retentionSecs,
    artists: retentionSecs,
    brands: retentionSecs,
    looks: retentionSecs,
    plugins: retentionSecs,
    keys: retentionSecs,
    webhookSecrets: retentionSecs,
    // As long as a render may wait and its file is kept then, so that no two files with one name are there at once.
    fileNames: retentionSecs + batchExpiryHours * HOUR_SECS,
    idempotencyKeys: IDEMPOTENCY_SECS,
    workers: WORKER_SECS,
    // Of runs that ended long ago, or died.
    segmentClaims: WORKER_SECS,
    renderHelpers: WORKER_SECS,
    usageEntries: USAGE_SECS,
  }
}

async function inChunks(deleteChunk: (limit: number) => Promise<number>): Promise<void> {
  for (let chunk = 0; chunk < MAX_CHUNKS; chunk++)
    if ((await deleteChunk(ROWS_AT_ONCE)) < ROWS_AT_ONCE) return
}

/** The bytes are noted with the row that gives them up; the janitor deletes them, unless another row has the same. */
async function purgeAllAssets({ db }: PurgeDeps, olderThanSecs: number): Promise<void> {
  let afterId = ''
  await inChunks((limit) =>
    db.transaction().execute(async (transaction) => {
      const { lastId, seen, files } = await purgeAssets(transaction, { olderThanSecs, limit, afterId })
      await noteUnnamedFiles(
        transaction,
        files.map(({ orgId, sha256 }) => assetKey(orgId, sha256)),
      )
      afterId = lastId ?? afterId
      return seen
    }),
  )
}
