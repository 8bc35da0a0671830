import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { treeCpuMsOf } from './cpu-time.ts'
import { MAY_FETCH_HERE, startSongHost } from './song-host.ts'
import type { Stack } from './stack.ts'
import { equalVideos, prepareSong } from './videos.ts'
import { waitForBatch } from './wait-for-batch.ts'

/** The batch that is made. */
export const BATCH = { count: 8, secs: 15 }

/** Whatever a worker does once after its first render is over by then. */
const SETTLE_MS = 10_000

/** How fast a batch is made, and where the time goes. */
export type BatchSpeed = {
  /** Wall time per second of finished video. */
  secsPerSec: number
  /** Processor time of the worker and its renders, per second of finished video. */
  cpuSecsPerSec: number
  /** Each stage's share of the time that all cores have had; `other` is starting, ending and waiting. */
  shares: Record<string, number>
}

/** One batch of equal videos of a known song by one worker as it is by default. */
export async function measureSpeed(stack: Stack): Promise<BatchSpeed> {
  const host = await startSongHost(stack.folder)
  const port = await findFreePort()
  const worker = await stack.startWorker({ ...MAY_FETCH_HERE, SONGREEL_HEALTH_PORT: String(port) })
  try {
    const mediaId = await prepareSong(stack, host)
    await sleep(SETTLE_MS)
    const before = await readStageSecs(port)
    const cpuBeforeMs = treeCpuMsOf(worker.pid)
    const startedMs = performance.now()
    const { batchId } = await stack.call('POST', '/v1/batches', equalVideos(mediaId, BATCH))
    await waitForBatch(stack, batchId)
    const wallSecs = (performance.now() - startedMs) / 1000
    const cpuSecs = (treeCpuMsOf(worker.pid) - cpuBeforeMs) / 1000
    const videoSecs = BATCH.count * BATCH.secs
    const shares = findShares(before, await readStageSecs(port), wallSecs * availableParallelism())
    return { secsPerSec: wallSecs / videoSecs, cpuSecsPerSec: cpuSecs / videoSecs, shares }
  } finally {
    await worker.stop()
    host.stop()
  }
}

function findShares(
  before: Map<string, number>,
  after: Map<string, number>,
  allSecs: number,
): Record<string, number> {
  const shares: Record<string, number> = {}
  let other = 1
  for (const [stage, secs] of after) {
    const share = (secs - (before.get(stage) ?? 0)) / allSecs
    shares[stage] = share
    other -= share
  }
  return { ...shares, other }
}

/** The sums of docs/operations.md's `songreel_render_stage_duration_seconds`, by stage. */
async function readStageSecs(port: number): Promise<Map<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const lines = text.matchAll(/^songreel_render_stage_duration_seconds_sum\{stage="(\w+)"\} ([\d.e+-]+)$/gm)
  return new Map(Array.from(lines, ([, stage = '', secs]) => [stage, Number(secs)]))
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
