import { statfs } from 'node:fs/promises'
import type { Logger } from 'pino'
import { Gauge } from 'prom-client'
import type { Config } from '../config/config.ts'
import type { DbPool } from '../store/schema.ts'
import { countStoredFiles } from '../store/stored-bytes.ts'
import type { Metrics } from './metrics.ts'
import { readWorkState } from './work-state.ts'

/** Anybody may request the metrics, so concurrent requests share one query. */
const REUSE_MS = 500
/** Sums over all files take a while in a large installation, and change slowly. */
const FILES_REUSE_MS = 60_000

type FactDeps = { db: DbPool; log: Logger; config: Config }

/** Adds what the database and the disk know. Every process says the same of the former: take the greatest, not the sum. */
export function addWorkFacts(metrics: Metrics, deps: FactDeps): void {
  addWork(metrics, deps)
  addFiles(metrics, deps)
  addDisk(metrics, deps)
}

function addWork(metrics: Metrics, { db, log }: FactDeps): void {
  const add = createGauges(metrics)
  const depth = add('songreel_queue_depth', 'Work that waits and could run now, by kind.', 'queue')
  const scheduled = add(
    'songreel_queue_scheduled',
    'Work that waits for its time (another try), by kind.',
    'queue',
  )
  const oldest = add(
    'songreel_queue_oldest_wait_seconds',
    'How long the oldest work that could run has waited, by kind.',
    'queue',
  )
  const renders = add('songreel_renders', 'Renders that are not final, by status.', 'status')
  const workers = add('songreel_workers', 'Workers that are alive.')
  const slots = add('songreel_worker_slots', 'Renders that the living workers can make at once.')
  const pending = add('songreel_webhook_deliveries_pending', 'Webhook deliveries that are not over.')
  const oldestHook = add(
    'songreel_webhook_oldest_pending_seconds',
    'Age of the oldest webhook delivery that is not over.',
  )
  const gauges = [depth, scheduled, oldest, renders, workers, slots, pending, oldestHook]
  const read = async () => {
    const state = await readWorkState(db)
    for (const [queue, one] of Object.entries(state.queues)) {
      depth.set({ queue }, one.depth)
      scheduled.set({ queue }, one.scheduled)
      oldest.set({ queue }, one.oldestWaitSecs)
    }
    for (const [status, count] of Object.entries(state.renders)) renders.set({ status }, count)
    workers.set(state.workers.count)
    slots.set(state.workers.slots)
    pending.set(state.webhooks.pending)
    oldestHook.set(state.webhooks.oldestSecs)
  }
  refreshWith(metrics, { gauges, log, read })
}

function addFiles(metrics: Metrics, { db, log }: FactDeps): void {
  const add = createGauges(metrics)
  const files = add(
    'songreel_storage_files',
    'Stored files, by kind: output (videos), asset or segment (kept parts of videos).',
    'kind',
  )
  const bytes = add('songreel_storage_bytes', 'Size of the stored files, by kind.', 'kind')
  const read = async () => {
    for (const one of await countStoredFiles(db)) {
      files.set({ kind: one.kind }, one.files)
      bytes.set({ kind: one.kind }, one.bytes)
    }
  }
  refreshWith(metrics, { gauges: [files, bytes], log, read, reuseMs: FILES_REUSE_MS })
}

function addDisk(metrics: Metrics, { config, log }: FactDeps): void {
  const add = createGauges(metrics)
  const free = add('songreel_disk_free_bytes', 'Room on the disk of the data folder.')
  const size = add('songreel_disk_size_bytes', 'Size of the disk of the data folder.')
  const read = async () => {
    const { bavail, blocks, bsize } = await statfs(config.dataDir)
    free.set(bavail * bsize)
    size.set(blocks * bsize)
  }
  refreshWith(metrics, { gauges: [free, size], log, read })
}

type PlainGauge = { set: Gauge<string>['set']; clear(): void }

function createGauges({ registry }: Metrics) {
  return (name: string, help: string, label?: string): PlainGauge => {
    const gauge = new Gauge({ name, help, labelNames: label ? [label] : [], registers: [registry] })
    // Without labels a reset would leave a zero.
    const clear = () => (label ? gauge.reset() : gauge.remove())
    return { set: gauge.set.bind(gauge) as PlainGauge['set'], clear }
  }
}

type Source = {
  gauges: PlainGauge[]
  log: FactDeps['log']
  read(): Promise<void>
  reuseMs?: number
}

/** Metrics that can't be read are left out, because an old value or a zero would be wrong. The others are still reported. */
function refreshWith(metrics: Metrics, { gauges, log, read, reuseMs = REUSE_MS }: Source): void {
  let latest: { atMs: number; reading: Promise<void> } | undefined
  const readOrClear = async () => {
    try {
      await read()
    } catch (error) {
      latest = undefined
      for (const gauge of gauges) gauge.clear()
      log.warn({ err: error }, 'some metrics could not be read')
    }
  }
  metrics.addSource(() => {
    const nowMs = performance.now()
    if (!latest || nowMs - latest.atMs > reuseMs) latest = { atMs: nowMs, reading: readOrClear() }
    return latest.reading
  })
}
