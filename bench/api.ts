import { fileURLToPath } from 'node:url'
import { deriveKey } from '@songreel/server/internal/tokens/secret.ts'
import autocannon from 'autocannon'
import { cpuMsOf, memoryMbOf } from './service/cpu-time.ts'
import { medianOf } from './service/medians.ts'
import { type Program, startProgram } from './service/program.ts'
import { BENCH_SECRET, type Stack, withStack } from './service/stack.ts'

const BARE = fileURLToPath(new URL('./api/bare-fastify.ts', import.meta.url))
const HAND_WRITTEN = fileURLToPath(new URL('./api/hand-written-fastify.ts', import.meta.url))
const CONNECTIONS = 32
const WARM_UP_SECS = 4
const SECS = 3
const ROUNDS = 5

type Shot = { url: string; pid: number; headers?: Record<string, string>; method?: 'POST'; body?: string }
type ShotName = 'bare' | 'handWrittenGet' | 'getMedia' | 'handWrittenPost' | 'postArtists'
type Figures = { requestsPerSec: number; p99Ms: number; serverCpuUs: number; errors: number }

/** Requests per second of the API beside hand-written routes for the same calls and a bare route, in turns. */
export async function run(args: string[]): Promise<void> {
  const bare = await startProgram([BARE])
  try {
    const figures = await withStack({}, async (stack) => {
      const key = deriveKey(BENCH_SECRET, 'token').toString('hex')
      const handWritten = await startProgram([HAND_WRITTEN, stack.databaseUrl, key])
      try {
        return await measure(stack, bare, handWritten)
      } finally {
        await handWritten.stop()
      }
    })
    report(figures, args.includes('--json'))
  } finally {
    await bare.stop()
  }
}

async function measure(stack: Stack, bare: Program, handWritten: Program): Promise<Report> {
  const { api, headers } = stack
  const mediaPath = `/v1/media/${await makeMedia(stack)}`
  const read = ({ url, pid }: Program): Shot => ({ url: url + mediaPath, pid, headers })
  const body = '{"name":"Odalys Wren"}'
  const create = ({ url, pid }: Program): Shot => ({
    url: `${url}/v1/artists`,
    pid,
    headers,
    method: 'POST',
    body,
  })
  const shots: Record<ShotName, Shot> = {
    bare: { url: bare.url, pid: bare.pid },
    handWrittenGet: read(handWritten),
    getMedia: read(api),
    handWrittenPost: create(handWritten),
    postArtists: create(api),
  }
  const names = Object.keys(shots) as ShotName[]
  for (const name of names) await fire(shots[name], WARM_UP_SECS)
  const seen = new Map<ShotName, Figures[]>(names.map((name) => [name, []]))
  for (let round = 0; round < ROUNDS; round++)
    for (const name of names) seen.get(name)?.push(await fire(shots[name], SECS))
  const rows = Object.fromEntries(names.map((name) => [name, middleOf(seen.get(name) ?? [])]))
  return { rows: rows as Report['rows'], memoryMb: Math.round(memoryMbOf(api.pid)) }
}

async function makeMedia({ call }: Stack): Promise<string> {
  const { artistId } = await call('POST', '/v1/artists', { name: 'Odalys Wren' })
  const { mediaBundleId } = await call('POST', '/v1/media-bundles', { name: 'Harbour EP', artistId })
  const media = { name: 'Tin Lanterns', mediaBundleId, isrc: 'USRC17607839' }
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

type Report = { rows: Record<ShotName, Figures>; memoryMb: number }

function report({ memoryMb, rows }: Report, asJson: boolean): void {
  const ratios = {
    getMedia: rows.getMedia.requestsPerSec / rows.handWrittenGet.requestsPerSec,
    postArtists: rows.postArtists.requestsPerSec / rows.handWrittenPost.requestsPerSec,
  }
  if (asJson) {
    console.log(JSON.stringify({ ...rows, ratios, memoryMb }))
    return
  }
  console.log('                  requests/s   p99 ms   server CPU µs/request   errors')
  for (const [name, row] of Object.entries(rows)) {
    const columns = [
      name.padEnd(16),
      row.requestsPerSec.toFixed(0).padStart(12),
      String(row.p99Ms).padStart(9),
      row.serverCpuUs.toFixed(0).padStart(24),
      String(row.errors).padStart(9),
    ]
    console.log(columns.join(''))
  }
  console.log(`
Beside the hand-written routes: reading ${ratios.getMedia.toFixed(2)}, creating ${ratios.postArtists.toFixed(2)} (goal 0.6).
Memory of the service after the run: ${memoryMb} MB.`)
}
