import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { renderVideo } from '@songreel/render'
import { loadTemplates } from '@songreel/templates'
import { cpuMsOf, treeCpuMsOf } from './cpu-time.ts'
import { medianOf } from './medians.ts'
import type { Program } from './program.ts'
import { MAY_FETCH_HERE, type SongHost, startSongHost } from './song-host.ts'
import type { Stack } from './stack.ts'
import { waitForBatch } from './wait-for-batch.ts'

const SECS = 10
const THREADS = 2
const ROUNDS = 3
/** Long enough that asking for the state costs nothing beside the work. */
const ASK_EVERY_MS = 1000

/** Processor time of one render through the service, by who spent it. */
type ServiceCost = { workerMs: number; apiMs: number; postgresMs: number }

/** The same video by the bare engine and through the whole service, in turns; song and cover are new each time. */
export async function measureRender(stack: Stack) {
  const host = await startSongHost(stack.folder)
  const worker = await stack.startWorker({
    ...MAY_FETCH_HERE,
    SONGREEL_CONCURRENCY: '1',
    SONGREEL_RENDER_THREADS: String(THREADS),
  })
  try {
    await renderBare(stack, host)
    await renderThroughService(stack, host, worker)
    const engine: number[] = []
    const service: ServiceCost[] = []
    for (let round = 0; round < ROUNDS; round++) {
      engine.push(await renderBare(stack, host))
      service.push(await renderThroughService(stack, host, worker))
    }
    const middle = (part: keyof ServiceCost) => medianOf(service.map((cost) => cost[part]))
    return {
      engineMs: medianOf(engine),
      workerMs: middle('workerMs'),
      apiMs: middle('apiMs'),
      postgresMs: middle('postgresMs'),
    }
  } finally {
    await worker.stop()
    host.stop()
  }
}

async function renderBare({ folder }: Stack, { files }: SongHost): Promise<number> {
  const loaded = (await loadTemplates()).get('BASE_BASIC_UNIFIED')
  if (!loaded) throw new Error('BASE_BASIC_UNIFIED is not installed')
  const workFolder = path.join(folder, 'bare')
  const beforeMs = ownCpuMs()
  await renderVideo({
    template: { contentId: 'BASE_BASIC_UNIFIED', url: loaded.url },
    data: {},
    size: { width: 1080, height: 1920 },
    fps: 30,
    quality: 'FULL',
    format: 'MP4',
    files: { audio: files.song, cover: files.cover, clips: [] },
    excerpt: { startSecs: 0, endSecs: SECS },
    song: { title: 'Midnight Drive', artist: 'Nova Lane', album: 'Midnight Drive' },
    theme: 'DARK',
    seed: 1,
    folder: workFolder,
    outFile: path.join(workFolder, 'video.mp4'),
    threads: THREADS,
    watermark: false,
  })
  return ownCpuMs() - beforeMs
}

async function renderThroughService(stack: Stack, host: SongHost, worker: Program): Promise<ServiceCost> {
  // Neither an earlier analysis of the same song nor an earlier video may help.
  await rm(path.join(stack.folder, 'data/cache'), { recursive: true, force: true })
  const before = {
    worker: treeCpuMsOf(worker.pid),
    api: cpuMsOf(stack.api.pid),
    postgres: stack.postgresCpuMs(),
  }
  const { batchId } = await stack.call('POST', '/v1/batches', aVideo(host))
  await waitForBatch(stack, batchId, ASK_EVERY_MS)
  return {
    workerMs: treeCpuMsOf(worker.pid) - before.worker,
    apiMs: cpuMsOf(stack.api.pid) - before.api,
    postgresMs: stack.postgresCpuMs() - before.postgres,
  }
}

let seed = 1

function aVideo({ audioUrl, artworkUrl }: SongHost) {
  const videoSettings = {
    aspectRatio: '9x16',
    outputQuality: 'FULL',
    audioStartEndSecs: { start: 0, end: SECS },
  }
  return {
    artist: { name: 'Nova Lane' },
    media: { name: 'Midnight Drive', audioUrl, artworkUrl },
    serviceParams: { seed: seed++ },
    renders: [{ contentId: 'BASE_BASIC_UNIFIED', videoSettings }],
  }
}

/** utime, stime, cutime and cstime of proc(5), in ticks of 10 ms: this process and its children that have ended. */
function ownCpuMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ').slice(11, 15)
  return fields.reduce((sum, ticks) => sum + Number(ticks) * 10, 0)
}
