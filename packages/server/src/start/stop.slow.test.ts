import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readProcessStart } from '../../testing/process-start.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { readProcess } from './parent-watch.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const PROGRAM = fileURLToPath(new URL('../main.ts', import.meta.url))

const dataDir = mkdtempSync(path.join(tmpdir(), 'songreel-stop-'))
const postmasterFile = path.join(dataDir, 'postgres/data/postmaster.pid')
after(() => rmSync(dataDir, { recursive: true, force: true }))

type Started = {
  /** What was started: npm, npx or a terminal. */
  child: ChildProcess
  /** The service itself, and its PostgreSQL. */
  pids: { service: number; postmaster: number }
  output(): string
}

/** Starts the service as a person or a supervisor does, in a session of its own so that a signal can go to all of it. */
async function start(t: TestContext, command: string[], logFile?: string): Promise<Started> {
  const [name, ...args] = command as [string, ...string[]]
  const out = logFile === undefined ? 'pipe' : openSync(logFile, 'w')
  const child = spawn(name, args, {
    cwd: ROOT,
    // Nothing of the npm that runs this test: it would look as if that one had started the service.
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HOME: dataDir,
      SONGREEL_DATA_DIR: dataDir,
      SONGREEL_PORT: '0',
      TERM: 'dumb',
    },
    stdio: ['ignore', out, out],
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => {
      output += text
    })
  const read = () => (logFile === undefined ? output : readFileSync(logFile, 'utf8'))
  await waitFor('the service is ready', async () => {
    if (child.exitCode !== null) throw new Error(`it ended: ${read()}`)
    return read().includes('service is ready')
  })
  const postmaster = Number(readFileSync(postmasterFile, 'utf8').split('\n')[0])
  const service = readProcess(postmaster)?.ppid as number
  t.after(() => {
    for (const pid of [child.pid as number, service, postmaster]) if (isThere(pid)) kill(pid, 'SIGKILL')
  })
  return { child, pids: { service, postmaster }, output: read }
}

/** When a line was logged. */
function readTime(output: string, message: string): number | undefined {
  const line = output.split('\n').find((one) => one.includes(`"msg":${message}`))
  return line === undefined ? undefined : Number(JSON.parse(line).time)
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}

/** In order: both are gone, and PostgreSQL had the time to take its note away. */
async function untilStopped({ pids, output }: Started): Promise<void> {
  await waitFor('everything has ended', async () => !isThere(pids.service) && !isThere(pids.postmaster))
  assert.ok(!existsSync(postmasterFile), `PostgreSQL was not stopped in order:\n${output()}`)
}

function isThere(pid: number): boolean {
  return readProcessStart(pid) !== undefined
}

const NPM = ['npm', 'start']
const NPX = ['npx', 'songreel', 'serve']

test('npm start stops with the signal that npm gets, and npm ends with 0', async (t) => {
  const started = await start(t, NPM)
  const exit = once(started.child, 'exit')
  kill(started.child.pid as number, 'SIGTERM')
  assert.deepEqual(await exit, [0, null])
  await untilStopped(started)
  assert.match(started.output(), /"reason":"SIGTERM","msg":"stopping".*"msg":"stopped"/s)
})

test('Ctrl-C, which npm passes on a second time, is one call to stop', async (t) => {
  const started = await start(t, NPM)
  const exit = once(started.child, 'exit')
  kill(-(started.child.pid as number), 'SIGINT')
  assert.deepEqual(await exit, [0, null])
  await untilStopped(started)
  assert.match(started.output(), /"reason":"SIGINT","msg":"stopping"/)
  // On a very busy machine npm may pass it on so late that it counts as another press.
  const [first = 0, second = Number.POSITIVE_INFINITY] = ['"stopping"', '"stopping at once'].map((msg) =>
    readTime(started.output(), msg),
  )
  assert.ok(second - first > 1000, `a second call after ${second - first} ms`)
})

for (const [name, command] of Object.entries({ 'npm start': NPM, 'npx songreel serve': NPX }))
  test(`the service of ${name} stops in order when npm is killed`, async (t) => {
    const started = await start(t, command)
    kill(started.child.pid as number, 'SIGKILL')
    await untilStopped(started)
    assert.match(started.output(), /the process that started this one has ended/)
  })

test('npx songreel serve leaves nothing behind when npx is told to stop', async (t) => {
  const started = await start(t, NPX)
  kill(started.child.pid as number, 'SIGTERM')
  await untilStopped(started)
})

test('a terminal gets lines to read, and closing it stops the service in order', async (t) => {
  const started = await start(t, ['script', '-qefc', `'${process.execPath}' '${PROGRAM}'`, '/dev/null'])
  assert.match(started.output(), /^\S*\d\d:\d\d:\d\d\S* \S*info\S* +\S*service is ready/m)
  assert.doesNotMatch(started.output(), /"level"/)
  kill(started.child.pid as number, 'SIGKILL')
  await untilStopped(started)
})

test('a service that was started to outlive its terminal does', async (t) => {
  const logFile = path.join(dataDir, 'service.log')
  const inTerminal = `exec '${process.execPath}' '${PROGRAM}' </dev/null >'${logFile}' 2>&1`
  const started = await start(t, ['script', '-qefc', inTerminal, '/dev/null'], logFile)
  kill(started.child.pid as number, 'SIGKILL')
  await waitFor('the closed terminal is noted', async () =>
    started.output().includes('the service keeps running'),
  )
  assert.ok(isThere(started.pids.service))
  kill(started.pids.service, 'SIGTERM')
  await untilStopped(started)
})
