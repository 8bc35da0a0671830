import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'

const SERVICE = fileURLToPath(new URL('../packages/server/src/main.ts', import.meta.url))
const BARE = fileURLToPath(new URL('./bare-fastify.ts', import.meta.url))
const TOKEN = 'bench-token-of-the-first-organization'
const CONNECTIONS = 32
const WARM_UP_SECS = 2
const SECS = 6

type Server = { url: string; pid: number; stop(): Promise<void> }
type Figures = { requestsPerSec: number; p99Ms: number; serverCpuUs: number; errors: number }

/** Requests per second of the API beside a bare Fastify route that answers a constant, in one run. */
export async function run(args: string[]): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'songreel-bench-'))
  const bare = await start(BARE, {})
  const service = await start(SERVICE, {
    SONGREEL_DATA_DIR: folder,
    SONGREEL_PORT: '0',
    SONGREEL_AUTH_TOKEN: TOKEN,
    SONGREEL_RATE_LIMIT: '0',
  })
  try {
    const mediaId = await makeMedia(service.url)
    const bareFigures = await measure(bare, { path: '/' })
    const get = await measure(service, { path: `/v1/media/${mediaId}` })
    const post = await measure(service, { path: '/v1/artists', method: 'POST', body: '{"name":"Nova Lane"}' })
    const memoryMb = memoryOf(service.pid)
    report({ bare: bareFigures, getMedia: get, postArtists: post, memoryMb }, args.includes('--json'))
  } finally {
    await service.stop()
    await bare.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function start(program: string, settings: Record<string, string>): Promise<Server> {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const url = await firstUrl(child)
  const stop = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
  return { url, pid: child.pid as number, stop }
}

async function firstUrl(child: ChildProcess): Promise<string> {
  let text = ''
  for await (const chunk of child.stdout as NodeJS.ReadableStream) {
    text += chunk
    const url = /http:\/\/[\w.]+:\d+/.exec(text)?.[0]
    if (url) {
      child.stdout?.resume()
      return url.replace('localhost', '127.0.0.1')
    }
  }
  throw new Error('The server ended before it was ready.')
}

async function makeMedia(url: string): Promise<string> {
  const post = async (where: string, body: object) => {
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
    const answer = await fetch(url + where, { method: 'POST', headers, body: JSON.stringify(body) })
    return ((await answer.json()) as { data: Record<string, string> }).data
  }
  const { artistId } = await post('/v1/artists', { name: 'Nova Lane' })
  const { mediaBundleId } = await post('/v1/media-bundles', { name: 'Night EP', artistId })
  const media = { name: 'Midnight Drive', mediaBundleId, isrc: 'USRC17607839' }
  return (await post('/v1/media', media)).mediaId
}

async function measure(
  server: Server,
  call: { path: string; method?: 'POST'; body?: string },
): Promise<Figures> {
  const shot = {
    url: server.url + call.path,
    method: call.method ?? ('GET' as const),
    body: call.body,
    connections: CONNECTIONS,
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
  }
  await autocannon({ ...shot, duration: WARM_UP_SECS })
  const cpuBefore = cpuUsOf(server.pid)
  const result = await autocannon({ ...shot, duration: SECS })
  const total = result.requests.total
  return {
    requestsPerSec: total / result.duration,
    p99Ms: result.latency.p99,
    serverCpuUs: (cpuUsOf(server.pid) - cpuBefore) / total,
    errors: result.errors + result.non2xx,
  }
}

/** utime and stime of proc(5), in ticks of 10 ms. */
function cpuUsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

function memoryOf(pid: number): number {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kb) / 1024)
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
