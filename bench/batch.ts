import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { renderVideo } from '@songreel/render'
import { makeDemo } from '@songreel/render/demo'
import { loadTemplates } from '@songreel/templates'
import { pino } from 'pino'
import { claimRender } from '../packages/server/src/batches/claim-render.ts'
import { readConfig } from '../packages/server/src/config.ts'
import { createApp } from '../packages/server/src/http/app.ts'
import { listen } from '../packages/server/src/http/listen.ts'
import { startWorker } from '../packages/server/src/jobs/start-worker.ts'
import { openServices } from '../packages/server/src/open-services.ts'
import { renderVideoJob } from '../packages/server/src/queue/all-jobs.ts'
import type { Services } from '../packages/server/src/services.ts'

const TOKEN = 'bench-token-of-the-first-organization'
const QUEUED = 10_000
const VIDEO = {
  aspectRatio: '9x16',
  outputQuality: 'FULL',
  audioStartEndSecs: { start: 0, end: 10 },
} as const

type Call = (method: 'GET' | 'POST', url: string, body?: object) => Promise<{ data: Record<string, never> }>

/** What a batch costs: making it, a long line, and the service around the bare engine, all in one run. */
export async function run(args: string[]): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'songreel-bench-'))
  const env = {
    SONGREEL_DATA_DIR: folder,
    SONGREEL_PORT: '0',
    SONGREEL_RATE_LIMIT: '0',
    SONGREEL_CONCURRENCY: '1',
  }
  const { config } = readConfig({ ...env, SONGREEL_AUTH_TOKEN: TOKEN })
  const { services, close } = await openServices(config, pino({ level: 'silent' }))
  try {
    const figures = await measure(services, folder)
    console.log(args.includes('--json') ? JSON.stringify(figures) : describe(figures))
  } finally {
    await close()
    await rm(folder, { recursive: true, force: true })
  }
}

type Figures = Awaited<ReturnType<typeof measure>>

async function measure(services: Services, folder: string) {
  const { ensureFirstOrganization } = await import('../packages/server/src/tokens/first-organization.ts')
  await ensureFirstOrganization(services.db, { ...services.config, hashToken: services.hashToken })
  const app = await createApp(services)
  const port = await listen(app, { host: '127.0.0.1', port: 0, mayMove: false })
  services.config.publicUrl = `http://127.0.0.1:${port}`
  const call: Call = async (method, url, body) => {
    const headers = { authorization: `Bearer ${TOKEN}` }
    const answer = await app.inject({ method, url, headers, ...(body && { payload: body }) })
    if (answer.statusCode >= 400) throw new Error(answer.body)
    return answer.json()
  }
  const engine = await measureEngine(services, call, folder)
  const artistCpuMs = await cpuMsOf(300, () => call('POST', '/v1/artists', { name: 'Nova Lane' }))
  const batchCpuMs = await cpuMsOf(100, () => call('POST', '/v1/batches', aBatch(10)))
  const claimMs = await claimMsOf(services, 100)
  for (let made = 0; made < QUEUED; made += 100) await call('POST', '/v1/batches', aBatch(100))
  const fullBatchCpuMs = await cpuMsOf(100, () => call('POST', '/v1/batches', aBatch(10)))
  const fullClaimMs = await claimMsOf(services, 100)
  await app.close()
  return { artistCpuMs, batchCpuMs, claimMs, fullBatchCpuMs, fullClaimMs, ...engine }
}

/** The same video by the bare engine and through the whole service; CPU of this process and of its children. */
async function measureEngine(services: Services, call: Call, folder: string) {
  const demo = await makeDemo(path.join(folder, 'demo'))
  const loaded = (await loadTemplates()).get('BASE_BASIC_UNIFIED')
  if (!loaded) throw new Error('BASE_BASIC_UNIFIED is not installed')
  const bareBefore = allCpuMs()
  await renderVideo({
    template: { contentId: 'BASE_BASIC_UNIFIED', url: loaded.url },
    data: {},
    size: { width: 1080, height: 1920 },
    fps: 30,
    quality: 'FULL',
    format: 'MP4',
    files: { audio: demo.song, cover: demo.cover, clips: [] },
    excerpt: { startSecs: 0, endSecs: 10 },
    song: { title: 'Midnight Drive', artist: 'Nova Lane', album: 'Night EP' },
    theme: 'DARK',
    seed: 1,
    folder: path.join(folder, 'bare'),
    outFile: path.join(folder, 'bare', 'video.mp4'),
    threads: 2,
    watermark: false,
  })
  const engineCpuMs = allCpuMs() - bareBefore
  // The demo's files are made on first demand; that is no part of a render.
  const url = services.config.publicUrl
  for (const name of ['song.mp3', 'cover.jpg']) await (await fetch(`${url}/demo/${name}`)).arrayBuffer()
  const stopJanitor = await startWorker(services)
  const before = allCpuMs()
  const media = {
    name: 'Midnight Drive',
    audioUrl: `${url}/demo/song.mp3`,
    artworkUrl: `${url}/demo/cover.jpg`,
  }
  const renders = [{ contentId: 'BASE_BASIC_UNIFIED', videoSettings: VIDEO }]
  const { data } = await call('POST', '/v1/batches', { artist: { name: 'Nova Lane' }, media, renders })
  let status = ''
  while (!['COMPLETED', 'FAILED'].includes(status)) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    status = (await call('GET', `/v1/batches/${data.batchId}`)).data.status
  }
  const serviceCpuMs = allCpuMs() - before
  stopJanitor()
  await services.queue.stopWork(0)
  if (status !== 'COMPLETED') throw new Error('the render failed')
  return { engineCpuMs, serviceCpuMs }
}

function aBatch(count: number) {
  const media = { name: 'Midnight Drive', audioUrl: 'https://cdn.example.com/song.mp3' }
  const renders = Array.from({ length: count }, () => ({ contentId: 'BASE_BASIC_UNIFIED' }))
  return { artist: { name: 'Nova Lane' }, media, renders }
}

async function cpuMsOf(times: number, work: () => Promise<unknown>): Promise<number> {
  for (let warm = 0; warm < 20; warm++) await work()
  const before = process.cpuUsage()
  for (let index = 0; index < times; index++) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / times
}

/** Wall time of drawing a ticket and claiming its render, one after the other. */
async function claimMsOf({ db, queue }: Services, times: number): Promise<number> {
  const startedMs = performance.now()
  let claimed = 0
  await new Promise<void>((resolve) => {
    queue.work(renderVideoJob, 1, async ({ orgId, tag }, { jobId }) => {
      if (claimed >= times) return
      await claimRender(db, { jobId, orgId, tag })
      if (++claimed === times) resolve()
    })
  })
  const tookMs = performance.now() - startedMs
  await queue.stopWork(0)
  return tookMs / times
}

/** utime, stime, cutime and cstime of proc(5), in ticks of 10 ms; children count once they have ended. */
function allCpuMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ')
  return [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]) * 10, 0)
}

function describe(figures: Figures): string {
  const { artistCpuMs, batchCpuMs, claimMs, fullBatchCpuMs, fullClaimMs, engineCpuMs, serviceCpuMs } = figures
  const ms = (value: number) => `${value.toFixed(2)} ms`
  return [
    `POST artist                        ${ms(artistCpuMs)} CPU`,
    `POST batch with 10 renders         ${ms(batchCpuMs)} CPU, ${(batchCpuMs / artistCpuMs).toFixed(1)} times (goal: at most 5)`,
    `the same with ${QUEUED} in line     ${ms(fullBatchCpuMs)} CPU, ${(fullBatchCpuMs / batchCpuMs).toFixed(2)} times (goal: at most 2)`,
    `draw a ticket and claim            ${ms(claimMs)}`,
    `the same with ${QUEUED} in line     ${ms(fullClaimMs)}, ${(fullClaimMs / claimMs).toFixed(2)} times (goal: at most 2)`,
    `10 s of 1080x1920, bare engine     ${(engineCpuMs / 1000).toFixed(1)} s CPU`,
    `the same through the service       ${(serviceCpuMs / 1000).toFixed(1)} s CPU, ${(serviceCpuMs / engineCpuMs).toFixed(2)} times (goal: at most 1.10)`,
  ].join('\n')
}
