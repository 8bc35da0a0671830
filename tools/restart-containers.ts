import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { IN_NAMESPACES, listChildren } from '@songreel/server/testing/namespaces.ts'

// npm run test:restart [-- --restarts 50]: kills the whole service like a container, with embedded PostgreSQL and all, and
// starts it again on the same folder. Every third one is killed while it starts. Every other start must succeed, and
// everything that was acknowledged must be there. Needs root and `unshare`.

const PROGRAM = fileURLToPath(new URL('../packages/server/src/main.ts', import.meta.url))
const TOKEN = 'a-token-for-the-restart-test'

const { values } = parseArgs({ options: { restarts: { type: 'string', default: '50' } } })
const restarts = Number(values.restarts)
const dataDir = await mkdtemp(join(tmpdir(), 'songreel-restart-'))
const acknowledged: string[] = []
const failures: string[] = []

for (let restart = 1; restart <= restarts; restart++) {
  const service = startService()
  if (restart % 3 === 0) await Promise.race([sleep(100 + Math.random() * 2_000), service.ready])
  else await write(service, `artist ${restart}`)
  await service.end('SIGKILL')
}
const last = startService()
const missing = await findMissing(await last.ready)
await last.end('SIGTERM')
const isGood = failures.length === 0 && missing.length === 0 && last.child.exitCode === 0
console.log(
  `${restarts} kills and restarts: ${failures.length} starts failed, ${acknowledged.length} records acknowledged, ${missing.length} missing; the last stop ended with ${last.child.exitCode}.`,
)
for (const failure of failures) console.log(failure)
if (isGood) await rm(dataDir, { recursive: true, force: true })
else console.log(`The folder is kept: ${dataDir}`)
process.exit(isGood ? 0 : 1)

type Service = {
  child: ChildProcess
  /** The address of the service; `undefined` if it ended instead. */
  ready: Promise<string | undefined>
  end(signal: NodeJS.Signals): Promise<void>
}

/** Starts the service as the first process of namespaces of its own, in which process ids repeat. */
function startService(): Service {
  const env = {
    PATH: process.env.PATH,
    SONGREEL_DATA_DIR: dataDir,
    SONGREEL_PORT: '0',
    SONGREEL_AUTH_TOKEN: TOKEN,
  }
  const [unshare = '', ...args] = IN_NAMESPACES
  const child = spawn(unshare, [...args, process.execPath, PROGRAM], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  let isEnding = false
  let said = ''
  let log = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  const isReady = new Promise<true>((resolve) => {
    createInterface(child.stderr).on('line', (line) => {
      log += `${line}\n`
      if (line.includes('"msg":"service is ready"')) resolve(true)
    })
  })
  const ready = Promise.race([isReady, exited]).then((outcome) => {
    if (outcome === true) return /(http:\/\/\S+)\/v1/.exec(said)?.[1]
    if (!isEnding) failures.push(`exit ${child.exitCode}: ${log.trim().split('\n').at(-1)}`)
  })
  async function end(signal: NodeJS.Signals): Promise<void> {
    isEnding = true
    const [inner] = listChildren(child.pid!)
    if (child.exitCode === null && inner) process.kill(inner, signal)
    await exited
  }

  return { child, ready, end }
}

async function write({ ready }: Service, name: string): Promise<void> {
  const url = await ready
  if (!url) return
  const response = await call(`${url}/v1/artists`, {
    method: 'POST',
    body: JSON.stringify({ name }),
  })
  if (response.status === 201) acknowledged.push(name)
  else failures.push(`POST /v1/artists: ${response.status}`)
}

async function findMissing(url: string | undefined): Promise<string[]> {
  if (!url) return acknowledged
  const response = await call(`${url}/v1/artists?limit=100`)
  const text = await response.text()
  return acknowledged.filter((name) => !text.includes(`"${name}"`))
}

function call(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, {
    ...init,
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
  })
}
