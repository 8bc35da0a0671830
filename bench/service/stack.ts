import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Content } from '@songreel/sdk'
import { startPostgres } from '@songreel/server/internal/postgres/start-postgres.ts'
import { pino } from 'pino'
import { treeCpuMsOf } from './cpu-time.ts'
import { type Program, startServiceProgram } from './program.ts'

const TOKEN = 'bench-token-of-the-first-organization'

/** What the API hashes tokens with. */
export const BENCH_SECRET = 'the secret of the benchmarks, long enough'

/** What benchmarks look at in the data of a response. */
type ResponseData = {
  batchId: string
  brandId: string
  mediaId: string
  mediaBundleId: string
  artistId: string
  authToken: string
  status: string
  renders: { status: string; error?: object }[]
  /** Of the list of templates. */
  items: Content[]
}

/** Calls the API and hands back the data of its response; a refusal ends the benchmark. */
export type Call = (method: 'GET' | 'POST', where: string, body?: object) => Promise<ResponseData>

/** PostgreSQL, one API and any number of workers, each in a process of its own, on a folder of their own. */
export type Stack = {
  folder: string
  databaseUrl: string
  api: Program
  call: Call
  headers: Record<string, string>
  startWorker(settings?: Record<string, string>): Promise<Program>
  /** Processor time of all of PostgreSQL's processes. */
  postgresCpuMs(): number
}

/** Starts PostgreSQL and the API (with these settings, as `all` if they say so), runs the work, and leaves nothing behind. */
export async function withStack<Result>(
  settings: Record<string, string>,
  work: (stack: Stack) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'songreel-bench-'))
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const closeOne of closers.splice(0).reverse()) await closeOne()
  }
  const leave = () => void close().finally(() => process.exit(1))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave)
  try {
    const postgres = await startPostgres({ dataDir: folder, log: pino({ level: 'silent' }) })
    closers.push(postgres.stop)
    const environment = environmentOf(folder, postgres.databaseUrl)
    const api = await startServiceProgram({ ...environment, SONGREEL_ROLE: 'api', ...settings })
    closers.push(api.stop)
    const postmaster = Number(
      readFileSync(path.join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0],
    )
    const startWorker = async (own: Record<string, string> = {}) => {
      const role = { SONGREEL_ROLE: 'worker', SONGREEL_PUBLIC_URL: api.url }
      const worker = await startServiceProgram({ ...environment, ...role, ...own })
      closers.push(worker.stop)
      return worker
    }
    return await work({
      folder,
      databaseUrl: postgres.databaseUrl,
      api,
      headers: headersWith(TOKEN),
      call: createCall(api.url, TOKEN),
      startWorker,
      postgresCpuMs: () => treeCpuMsOf(postmaster),
    })
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, leave)
    await close()
  }
}

function environmentOf(folder: string, databaseUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    SONGREEL_DATA_DIR: path.join(folder, 'data'),
    SONGREEL_SECRET: BENCH_SECRET,
    SONGREEL_AUTH_TOKEN: TOKEN,
    SONGREEL_PORT: '0',
    SONGREEL_HEALTH_PORT: '0',
    SONGREEL_RATE_LIMIT: '0',
    SONGREEL_MAX_CONNECTIONS_PER_ADDRESS: '0',
  }
}

/** Calls an API with a token. */
export function createCall(url: string, token: string): Call {
  const headers = headersWith(token)
  return async (method, where, body) => {
    const response = await fetch(url + where, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${where}: ${text}`)
    return JSON.parse(text).data
  }
}

function headersWith(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
}
