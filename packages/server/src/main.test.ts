import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const PROGRAM = fileURLToPath(new URL('./main.ts', import.meta.url))
const run = promisify(execFile)

const dataDir = mkdtempSync(path.join(tmpdir(), 'songreel main '))
after(() => rmSync(dataDir, { recursive: true, force: true }))

type Started = { banner: string; log(): string; stop(): Promise<number | null> }

async function start(t: TestContext, settings: Record<string, string> = {}): Promise<Started> {
  const env = {
    PATH: process.env.PATH,
    SONGREEL_DATA_DIR: dataDir,
    SONGREEL_PORT: '0',
    ...settings,
  }
  const child = spawn(process.execPath, [PROGRAM], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  t.after(() => child.kill('SIGKILL'))
  let [banner, log] = ['', '']
  child.stdout.on('data', (text) => {
    banner += text
  })
  child.stderr.on('data', (text) => {
    log += text
  })
  const ended = once(child, 'exit')
  while (!banner.includes('Ctrl-C stops it')) {
    await Promise.race([once(child.stdout, 'data'), ended])
    if (child.exitCode !== null) throw new Error(log)
  }
  const stop = async () => {
    child.kill('SIGTERM')
    return (await ended)[0] as number | null
  }
  return { banner, log: () => log, stop }
}

async function runToEnd(settings: Record<string, string>): Promise<{ code: number; stderr: string }> {
  const env = { PATH: process.env.PATH, SONGREEL_DATA_DIR: dataDir, ...settings }
  return run(process.execPath, [PROGRAM], { env }).then(
    () => assert.fail('it should not have started'),
    (error) => error,
  )
}

test('the first start prints a token and a call that works as pasted, and a stop is orderly', async (t) => {
  const first = await start(t)
  const token = /API token {3}(srl_live_\S+)/.exec(first.banner)?.[1]
  assert.ok(token, first.banner)
  assert.equal(statSync(dataDir).mode & 0o077, 0)

  const script = path.join(dataDir, 'paste.sh')
  writeFileSync(
    script,
    first.banner.slice(first.banner.indexOf('  curl -s'), first.banner.indexOf('  Only this computer')),
  )
  const pasted = JSON.parse((await run('bash', [script])).stdout)
  assert.equal(pasted.success, true, JSON.stringify(pasted))
  assert.match(pasted.data.batchId, /^bat_/)

  assert.equal(await first.stop(), 0)
  assert.ok(!first.log().includes(token), 'no token in the log')
})

test('a second start shows no token, and finds everything again', async (t) => {
  const second = await start(t)
  assert.ok(!second.banner.includes('srl_live_'))
  assert.equal(await second.stop(), 0)
})

test('production shows no token even at the first start', async (t) => {
  const elsewhere = mkdtempSync(path.join(tmpdir(), 'songreel-strict-'))
  t.after(() => rmSync(elsewhere, { recursive: true, force: true }))
  const strict = await start(t, { SONGREEL_DATA_DIR: elsewhere, NODE_ENV: 'production' })
  assert.match(strict.banner, /API token {3}kept in .*\/token/)
  assert.ok(!strict.banner.includes('srl_live_'))
  assert.equal(await strict.stop(), 0)
})

test('wrong settings end it with code 78 and all of their names', async () => {
  const { code, stderr } = await runToEnd({ SONGREEL_PORT: 'x', SONGREEL_ROLE: 'y' })
  assert.equal(code, 78)
  assert.match(stderr, /SONGREEL_PORT .*\n.*SONGREEL_ROLE /)
})

test('a port that is taken is named together with its holder', async (t) => {
  const holder = createServer().listen(0, '127.0.0.1')
  t.after(() => holder.close())
  await once(holder, 'listening')
  const { port } = holder.address() as { port: number }
  const { code, stderr } = await runToEnd({ SONGREEL_PORT: String(port), SONGREEL_LOG_LEVEL: 'silent' })
  assert.equal(code, 1)
  assert.match(
    stderr,
    new RegExp(`^Port ${port} is taken by .+ \\(pid ${process.pid}\\)\\. Set SONGREEL_PORT`),
  )
})
