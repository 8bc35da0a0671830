import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { planVideo, renderVideo, resolveSettings } from '@songreel/render'
import { loadTemplates } from '@songreel/templates'
import { cpuMsOf, treeCpuMsOf } from './cpu-time.ts'
import { medianOf } from './medians.ts'
import type { Program } from './program.ts'
import { MAY_FETCH_HERE, type SongHost, startSongHost } from './song-host.ts'
import type { Stack } from './stack.ts'
import { waitForBatch } from './wait-for-batch.ts'

/** A short video, and what a request gets that names no part of the song. */
const LENGTHS_SECS = [10, 15] as const
const THREADS = 2
const ROUNDS = 5
/** Long enough that requesting the state costs nothing beside the work. */
const ASK_EVERY_MS = 1000

/** Processor time of one render through the service, by who spent it. */
type ServiceCost = { workerMs: number; apiMs: number; postgresMs: number }

/** Medians of some rounds, and the median of the rounds' own ratios: the two ways of a round met the same machine. */
export type RenderCost = ServiceCost & { secs: number; engineMs: number; ratio: number }

/** The same video by the bare engine and through the whole service, in turns; song and cover are new each time. */
export async function measureRender(stack: Stack): Promise<RenderCost[]> {
  const host = await startSongHost(stack.folder)
  const worker = await stack.startWorker({
    ...MAY_FETCH_HERE,
    SONGREEL_CONCURRENCY: '1',
    SONGREEL_RENDER_THREADS: String(THREADS),
  })
  try {
    await renderBare(stack, host, LENGTHS_SECS[0])
    await renderThroughService(stack, host, worker, LENGTHS_SECS[0])
    const costs: RenderCost[] = []
    for (const secs of LENGTHS_SECS) costs.push(await measureLength(stack, host, worker, secs))
    return costs
  } finally {
    await worker.stop()
    host.stop()
  }
}

async function measureLength(
  stack: Stack,
  host: SongHost,
  worker: Program,
  secs: number,
): Promise<RenderCost> {
  const rounds: (ServiceCost & { engineMs: number })[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const engineMs = await renderBare(stack, host, secs)
    rounds.push({ engineMs, ...(await renderThroughService(stack, host, worker, secs)) })
  }
  const middle = (part: keyof ServiceCost | 'engineMs') => medianOf(rounds.map((round) => round[part]))
  return {
    secs,
    engineMs: middle('engineMs'),
    workerMs: middle('workerMs'),
    apiMs: middle('apiMs'),
    postgresMs: middle('postgresMs'),
    ratio: medianOf(
      rounds.map(({ engineMs, workerMs, apiMs, postgresMs }) => (workerMs + apiMs + postgresMs) / engineMs),
    ),
  }
}

async function renderBare({ folder }: Stack, { files }: SongHost, secs: number): Promise<number> {
  const loaded = (await loadTemplates()).get('BASE_BASIC_UNIFIED')
  if (!loaded) throw new Error('BASE_BASIC_UNIFIED is not installed')
  const workFolder = path.join(folder, 'bare')
  const beforeMs = ownCpuMs()
  const order = {
    template: { contentId: 'BASE_BASIC_UNIFIED', url: loaded.url },
    settings: resolveSettings(loaded.template, describeSettings(secs)),
    data: {},
    song: { title: 'Tin Lanterns', artist: 'Odalys Wren', album: 'Tin Lanterns' },
    files: { audio: files.song, cover: files.cover, clips: [] },
    variation: 1,
    seed: 1,
    watermark: false,
  }
  const outFile = path.join(workFolder, 'video.mp4')
  await renderVideo(planVideo(order, { folder: workFolder, outFile, threads: THREADS }))
  return ownCpuMs() - beforeMs
}

async function renderThroughService(
  stack: Stack,
  host: SongHost,
  worker: Program,
  secs: number,
): Promise<ServiceCost> {
  // Neither an earlier analysis of the same song nor an earlier video may help.
  await rm(path.join(stack.folder, 'data/cache'), { recursive: true, force: true })
  const before = {
    worker: treeCpuMsOf(worker.pid),
    api: cpuMsOf(stack.api.pid),
    postgres: stack.postgresCpuMs(),
  }
  const { batchId } = await stack.call('POST', '/v1/batches', aVideo(host, secs))
  await waitForBatch(stack, batchId, ASK_EVERY_MS)
  return {
    workerMs: treeCpuMsOf(worker.pid) - before.worker,
    apiMs: cpuMsOf(stack.api.pid) - before.api,
    postgresMs: stack.postgresCpuMs() - before.postgres,
  }
}

function describeSettings(secs: number) {
  return {
    aspectRatio: '9x16',
    outputQuality: 'FULL' as const,
    audioStartEndSecs: { start: 0, end: secs },
  }
}

let seed = 1

function aVideo({ audioUrl, artworkUrl }: SongHost, secs: number) {
  const videoSettings = describeSettings(secs)
  return {
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl, artworkUrl },
    serviceParams: { seed: seed++ },
    renders: [{ contentId: 'BASE_BASIC_UNIFIED', videoSettings }],
  }
}

/** utime, stime, cutime and cstime of proc(5), in ticks of 10 ms: this process and its children that have ended. */
function ownCpuMs(): number {
  const [, after = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ')
  const fields = after.split(' ').slice(11, 15)
  return fields.reduce((sum, ticks) => sum + Number(ticks) * 10, 0)
}
