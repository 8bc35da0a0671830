import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { cpuMsOf, memoryMbOf } from './service/cpu-time.ts'
import { medianOf } from './service/medians.ts'
import { startProgram } from './service/program.ts'
import { type Stack, withStack } from './service/stack.ts'

const BARE = fileURLToPath(new URL('./bare-fastify.ts', import.meta.url))
const CONNECTIONS = 32
const WARM_UP_SECS = 4
const SECS = 3
const ROUNDS = 5

type Shot = { url: string; pid: number; headers?: Record<string, string>; method?: 'POST'; body?: string }
type Figures = { requestsPerSec: number; p99Ms: number; serverCpuUs: number; errors: number }

/** Requests per second of the API beside a bare Fastify route that returns a constant, in turns. */
export async function run(args: string[]): Promise<void> {
  const bare = await startProgram([BARE])
  try {
    const figures = await withStack({}, (stack) => measure(stack, { url: bare.url, pid: bare.pid }))
    report(figures, args.includes('--json'))
  } finally {
    await bare.stop()
  }
}

async function measure(stack: Stack, bare: Shot): Promise<Report> {
  const { api, headers } = stack
  const getMedia = { url: `${api.url}/v1/media/${await makeMedia(stack)}`, pid: api.pid, headers }
  const postArtists = {
    url: `${api.url}/v1/artists`,
    pid: api.pid,
    headers,
    method: 'POST' as const,
    body: '{"name":"Nova Lane"}',
  }
  const shots = { bare, getMedia, postArtists }
  for (const shot of Object.values(shots)) await fire(shot, WARM_UP_SECS)
  const seen = { bare: [] as Figures[], getMedia: [] as Figures[], postArtists: [] as Figures[] }
  for (let round = 0; round < ROUNDS; round++)
    for (const name of Object.keys(shots) as (keyof typeof shots)[])
      seen[name].push(await fire(shots[name], SECS))
  return {
    bare: middleOf(seen.bare),
    getMedia: middleOf(seen.getMedia),
    postArtists: middleOf(seen.postArtists),
    memoryMb: Math.round(memoryMbOf(api.pid)),
  }
}

async function makeMedia({ call }: Stack): Promise<string> {
  const { artistId } = await call('POST', '/v1/artists', { name: 'Nova Lane' })
  const { mediaBundleId } = await call('POST', '/v1/media-bundles', { name: 'Night EP', artistId })
  const media = { name: 'Midnight Drive', mediaBundleId, isrc: 'USRC17607839' }
  return (await call('POST', '/v1/media', media)).mediaId
}

async function fire({ pid, ...shot }: Shot, secs: number): Promise<Figures> {
  const cpuBeforeMs = cpuMsOf(pid)
  const result = await autocannon({ ...shot, connections: CONNECTIONS, duration: secs })
  const total = result.requests.total
  return {
    requestsPerSec: total / result.duration,
    p99Ms: result.latency.p99,
    serverCpuUs: ((cpuMsOf(pid) - cpuBeforeMs) * 1000) / total,
    errors: result.errors + result.non2xx,
  }
}

function middleOf(seen: Figures[]): Figures {
  const middle = (part: keyof Figures) => medianOf(seen.map((figures) => figures[part]))
  return {
    requestsPerSec: middle('requestsPerSec'),
    p99Ms: middle('p99Ms'),
    serverCpuUs: middle('serverCpuUs'),
    errors: seen.reduce((sum, { errors }) => sum + errors, 0),
  }
}

type Report = { bare: Figures; getMedia: Figures; postArtists: Figures; memoryMb: number }

function report({ memoryMb, ...rows }: Report, asJson: boolean): void {
  const bareRate = rows.bare.requestsPerSec
  if (asJson) {
    const ratios = {
      getMedia: rows.getMedia.requestsPerSec / bareRate,
      postArtists: rows.postArtists.requestsPerSec / bareRate,
    }
    console.log(JSON.stringify({ ...rows, ratios, memoryMb }))
    return
  }
  console.log('                 requests/s   ratio   p99 ms   server CPU µs/request   errors')
  for (const [name, row] of Object.entries(rows)) {
    const columns = [
      name.padEnd(14),
      row.requestsPerSec.toFixed(0).padStart(12),
      (row.requestsPerSec / bareRate).toFixed(2).padStart(8),
      String(row.p99Ms).padStart(9),
      row.serverCpuUs.toFixed(0).padStart(24),
      String(row.errors).padStart(9),
    ]
    console.log(columns.join(''))
  }
  console.log(
    `\nMemory of the service after the run: ${memoryMb} MB. Goals: GET 0.35, POST 0.15 of the bare route.`,
  )
}
