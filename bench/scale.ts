import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { computeCores, measureOneVideo, printOneVideo } from './scale/one-video.ts'
import type { Program } from './service/program.ts'
import { MAY_FETCH_HERE, startSongHost } from './service/song-host.ts'
import { type Stack, withStack } from './service/stack.ts'
import { equalVideos, prepareSong } from './service/videos.ts'
import { waitForBatch } from './service/wait-for-batch.ts'

const RENDERS = 8
/** Shorter where four arrangements are to be compared. */
const SECS = { workers: 8, defaults: 4 }

/** Workers of one arrangement: so many processes, so many renders at once in each, so many threads a render. */
type Arrangement = { processes: number; concurrency: number; threads: number | 'default' }

const ONE_THREAD: Arrangement[] = [
  { processes: 1, concurrency: 1, threads: 1 },
  { processes: 2, concurrency: 1, threads: 1 },
]
const ONE_PROCESS: Arrangement[] = [
  { processes: 1, concurrency: 1, threads: 2 },
  { processes: 1, concurrency: 2, threads: 1 },
  { processes: 1, concurrency: 2, threads: 2 },
  { processes: 1, concurrency: 2, threads: 'default' },
]

/**
 * How fast a batch of equal renders is made: by one worker and by two, or (`defaults`) by arrangements of one. With `long`, how
 * fast one long video is made by one worker and by two.
 */
export async function run(args: string[]): Promise<void> {
  if (args.includes('long')) return runLong(args)
  const what = args.includes('defaults') ? 'defaults' : 'workers'
  const rows = await withStack(MAY_FETCH_HERE, (stack) => measure(stack, what))
  const [first, second] = rows
  const ratio = (first?.secs ?? NaN) / (second?.secs ?? NaN)
  if (args.includes('--json')) return console.log(JSON.stringify({ rows, ratio }))
  console.log(
    `a batch of ${RENDERS} videos of ${SECS[what]} s, 1080x1920\nprocesses  renders at once  threads  seconds`,
  )
  for (const { processes, concurrency, threads, secs } of rows)
    console.log(`${processes}          ${concurrency}                ${threads}        ${secs.toFixed(1)}`)
  if (what === 'workers')
    console.log(`two workers are ${ratio.toFixed(2)} times as fast as one (goal: at least 1.7)`)
}

async function runLong(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args: args.filter((arg) => arg !== 'long'),
    options: {
      secs: { type: 'string', default: '600' },
      quality: { type: 'string', default: 'FULL' },
      json: { type: 'boolean', default: false },
    },
  })
  const figures = await measureOneVideo({ secs: Number(values.secs), quality: values.quality })
  if (values.json) console.log(JSON.stringify({ ...figures, computed: computeCores(figures) }))
  else printOneVideo(figures)
}

async function measure(stack: Stack, what: keyof typeof SECS) {
  const host = await startSongHost(stack.folder)
  const first = await stack.startWorker(MAY_FETCH_HERE)
  const mediaId = await prepareSong(stack, host)
  await first.stop()
  host.stop()
  const rows: (Arrangement & { secs: number })[] = []
  const arrangements = what === 'workers' ? ONE_THREAD : ONE_PROCESS
  const videos = { count: RENDERS, secs: SECS[what] }
  for (const arrangement of arrangements)
    rows.push({ ...arrangement, secs: await timeBatch(stack, equalVideos(mediaId, videos), arrangement) })
  return rows
}

async function timeBatch(stack: Stack, batch: object, arrangement: Arrangement): Promise<number> {
  const workers = await startWorkers(stack, arrangement)
  // Whatever a process does once after its start is over by then.
  await sleep(2000)
  const startedMs = performance.now()
  const { batchId } = await stack.call('POST', '/v1/batches', batch)
  await waitForBatch(stack, batchId)
  const secs = (performance.now() - startedMs) / 1000
  for (const worker of workers) await worker.stop()
  return secs
}

async function startWorkers(
  stack: Stack,
  { processes, concurrency, threads }: Arrangement,
): Promise<Program[]> {
  const settings = {
    ...MAY_FETCH_HERE,
    SONGREEL_CONCURRENCY: String(concurrency),
    ...(threads !== 'default' && { SONGREEL_RENDER_THREADS: String(threads) }),
  }
  const workers: Program[] = []
  for (let count = 0; count < processes; count++) workers.push(await stack.startWorker(settings))
  return workers
}
