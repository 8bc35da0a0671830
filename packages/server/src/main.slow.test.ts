import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createTestDatabase } from '../testing/test-database.ts'
import { waitFor } from '../testing/wait-for.ts'

const PROGRAM = fileURLToPath(new URL('./main.ts', import.meta.url))
const run = promisify(execFile)

const dataDir = mkdtempSync(path.join(tmpdir(), 'songreel main '))
after(() => rmSync(dataDir, { recursive: true, force: true }))

type Started = { banner: string; log(): string; stop(): Promise<number | null> }

async function start(t: TestContext, settings: Record<string, string> = {}): Promise<Started> {
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
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
  while (!log.includes('service is ready')) {
    await Promise.race([once(child.stderr, 'data'), ended])
    if (child.exitCode !== null) throw new Error(log)
  }
  const stop = async () => {
    child.kill('SIGTERM')
    return (await ended)[0] as number | null
  }
  return { banner, log: () => log, stop }
}

async function runToEnd(settings: Record<string, string>): Promise<{ code: number; stderr: string }> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, SONGREEL_DATA_DIR: dataDir, ...settings }
  return run(process.execPath, [PROGRAM], { env }).then(
    () => assert.fail('it should not have started'),
    (error) => error,
  )
}

test('the first start prints a token and a call that works as pasted, and a stop is orderly', async (t) => {
  const first = await start(t)
  const token = /API token {3}(srl_live_\S+)/.exec(first.banner)?.[1]
  assert.ok(token, first.banner)
  assert.match(first.banner, /Sign in {5}http:\S+\/claim#c_\w+\n {14}once, within 30 minutes/)
  assert.match(first.banner, /Guard {7}personal \(one person's machine\)/)
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

test('a second start shows no token and no link, but how to get one, and finds everything again', async (t) => {
  const second = await start(t)
  assert.ok(!second.banner.includes('srl_live_'))
  assert.doesNotMatch(second.banner, /claim#/)
  assert.match(second.banner, /Sign in {5}npx songreel login-link/)
  assert.equal(await second.stop(), 0)
})

test('production shows no token even at the first start', async (t) => {
  const elsewhere = mkdtempSync(path.join(tmpdir(), 'songreel-strict-'))
  t.after(() => rmSync(elsewhere, { recursive: true, force: true }))
  const strict = await start(t, { SONGREEL_DATA_DIR: elsewhere, NODE_ENV: 'production' })
  assert.match(strict.banner, /API token {3}kept in .*\/token/)
  assert.match(strict.banner, /Guard {7}strict \(NODE_ENV is production\): no private address is reached/)
  assert.match(strict.log(), /"guard":"strict \(NODE_ENV is production\)/)
  assert.ok(!strict.banner.includes('srl_live_'))
  assert.equal(await strict.stop(), 0)
})

const STRICT: Record<string, string>[] = [
  { NODE_ENV: 'production' },
  { SONGREEL_HOST: '0.0.0.0' },
  { SONGREEL_PUBLIC_URL: 'https://videos.example' },
  { SONGREEL_TRUST_PROXY: '10.0.0.0/8' },
  { SONGREEL_ROLE: 'api' },
]
for (const settings of STRICT)
  test(`nothing that signs in is printed with ${Object.entries(settings)[0]?.join('=')}, but how to get it`, async (t) => {
    const { databaseUrl } = await createTestDatabase(t)
    const elsewhere = mkdtempSync(path.join(tmpdir(), 'songreel-strict-'))
    t.after(() => rmSync(elsewhere, { recursive: true, force: true }))
    for (const time of ['first', 'second']) {
      const strict = await start(t, { SONGREEL_DATA_DIR: elsewhere, DATABASE_URL: databaseUrl, ...settings })
      const said = strict.banner + strict.log()
      assert.doesNotMatch(said, /claim#|c_\w{32}|srl_(live|test)_/, `${time} start`)
      assert.match(strict.banner, /Sign in {5}npx songreel login-link .*where the server runs/)
      assert.match(strict.banner, /in a container: docker exec \S+ songreel login-link/)
      assert.equal(await strict.stop(), 0)
    }
  })

test('wrong settings end it with code 78 and all of their names', async () => {
  const { code, stderr } = await runToEnd({ SONGREEL_PORT: 'x', SONGREEL_ROLE: 'y' })
  assert.equal(code, 78)
  assert.match(stderr, /SONGREEL_PORT .*\n.*SONGREEL_ROLE /)
})

test('a port that is taken is named together with its holder, and the next start shows the token', async (t) => {
  const elsewhere = mkdtempSync(path.join(tmpdir(), 'songreel-taken-'))
  t.after(() => rmSync(elsewhere, { recursive: true, force: true }))
  const holder = createServer().listen(0, '127.0.0.1')
  t.after(() => holder.close())
  await once(holder, 'listening')
  const { port } = holder.address() as { port: number }
  const own = { SONGREEL_DATA_DIR: elsewhere, SONGREEL_LOG_LEVEL: 'silent' }
  const { code, stderr } = await runToEnd({ ...own, SONGREEL_PORT: String(port) })
  assert.equal(code, 1)
  assert.match(
    stderr,
    new RegExp(`^Port ${port} is taken by node \\S+\\.ts \\(pid ${process.pid}\\)\\. Set SONGREEL_PORT`),
  )
  const next = await start(t, { SONGREEL_DATA_DIR: elsewhere })
  const token = /API token {3}(srl_live_\S+)/.exec(next.banner)?.[1]
  assert.equal(readFileSync(path.join(elsewhere, 'token'), 'utf8').trim(), token)
  assert.equal(await next.stop(), 0)
})

test('workers answer probes; one whose port is taken takes the next', async (t) => {
  const { databaseUrl } = await createTestDatabase(t)
  const free = await findFreePort()
  const settings = { DATABASE_URL: databaseUrl, SONGREEL_ROLE: 'worker', SONGREEL_HEALTH_PORT: String(free) }
  const workers = [await start(t, settings), await start(t, settings)]
  const ports = workers.map(({ log }) => Number(/"port":(\d+).*"probes and figures/.exec(log())?.[1]))

  assert.equal(ports[0], free)
  assert.notEqual(ports[1], free)
  assert.match(workers[1]?.log() ?? '', /SONGREEL_HEALTH_PORT is taken/)
  for (const port of ports) {
    const ask = (what: string) => fetch(`http://127.0.0.1:${port}${what}`)
    assert.equal((await ask('/livez')).status, 200)
    const ready = (await (await ask('/readyz')).json()) as {
      data: { checks: { queue: { workers: number } } }
    }
    assert.equal(ready.data.checks.queue.workers, 2)
    assert.match(await (await ask('/metrics')).text(), /^songreel_workers 2$/m)
    assert.equal((await ask('/docs')).status, 404)
  }
  assert.equal(await workers[0]?.stop(), 0)
  await waitFor('one worker is left', async () =>
    /^songreel_workers 1$/m.test(await (await fetch(`http://127.0.0.1:${ports[1]}/metrics`)).text()),
  )
  assert.equal(await workers[1]?.stop(), 0)
})

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
