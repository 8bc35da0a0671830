import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { treeCpuMsOf } from '../service/cpu-time.ts'
import { type SongHost, startSongHost } from '../service/song-host.ts'
import type { Stack } from '../service/stack.ts'
import { equalVideos, prepareSong } from '../service/videos.ts'
import { waitForBatch } from '../service/wait-for-batch.ts'
import type { MakeVideo } from './fixed-part.ts'

/** What a service does once after its start and its first render is over by then. */
const SETTLE_MS = 10_000

/** Often enough to know the wall time, and next to nothing beside a render. */
const ASK_EVERY_MS = 50

/** Videos by a service in one process: its own time, its children's and PostgreSQL's count. */
export async function openService(
  stack: Stack,
  files: SongHost['files'],
): Promise<{ makeVideo: MakeVideo; stop(): void }> {
  const host = await startSongHost(stack.folder, files)
  const mediaId = await prepareSong(stack, host)
  const readCpuMs = () => treeCpuMsOf(stack.api.pid) + stack.postgresCpuMs()
  const makeVideo: MakeVideo = async (secs, isKnown) => {
    if (!isKnown) await rm(path.join(stack.folder, 'data/cache'), { recursive: true, force: true })
    const { mediaId: _, ...videos } = equalVideos(mediaId, { count: 1, secs })
    const { audioUrl, artworkUrl } = host
    const media = { artist: { name: 'Odalys Wren' }, media: { name: 'Tin Lanterns', audioUrl, artworkUrl } }
    const startedMs = performance.now()
    const beforeMs = readCpuMs()
    const batch = isKnown ? { mediaId, ...videos } : { ...media, ...videos }
    const { batchId } = await stack.call('POST', '/v1/batches', batch)
    await waitForBatch(stack, batchId, ASK_EVERY_MS)
    const wallSecs = (performance.now() - startedMs) / 1000
    return { cpuSecs: (readCpuMs() - beforeMs) / 1000, wallSecs }
  }
  await makeVideo(1, true)
  await sleep(SETTLE_MS)
  return { makeVideo, stop: host.stop }
}
