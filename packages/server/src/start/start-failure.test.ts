import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { fastify } from 'fastify'
import { pino } from 'pino'
// @ts-expect-error s3rver has no types.
import S3rver from 's3rver'
import { createEmptyTestDatabase } from '../../testing/test-database.ts'
import { readConfig } from '../config/config.ts'
import { listen } from '../http/server/listen.ts'
import { buildSite } from '../site/build-site.ts'
import { openServices } from './open-services.ts'
import { describeStartFailure } from './start-failure.ts'

const PROGRAM = fileURLToPath(new URL('../main.ts', import.meta.url))
const GATE = fileURLToPath(new URL('../../bin/serve.cjs', import.meta.url))
const run = promisify(execFile)
const log = pino({ level: 'silent' })
// No key of the machine that runs the test.
Object.assign(process.env, {
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
})

const folder = mkdtempSync(path.join(tmpdir(), 'songreel-failures-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Opens everything with these settings, and expects to be refused in one line with an exit code. */
async function expectRefusal(settings: Record<string, string>, expected: RegExp, code = 78): Promise<void> {
  const env = { SONGREEL_DATA_DIR: path.join(folder, 'data'), ...settings }
  await expectFailure(async () => (await openServices(readConfig(env).config, log)).close(), expected, code)
}

async function expectFailure(start: () => Promise<unknown>, expected: RegExp, code = 78): Promise<void> {
  const { text, exitCode } = await start().then(
    () => assert.fail('it should not have started'),
    (error) => describeStartFailure(error),
  )
  assert.match(text, expected)
  assert.ok(!text.includes('\n'), text)
  assert.equal(exitCode, code)
}

test('a data folder that cannot be used is one line', async () => {
  const file = path.join(folder, 'file')
  writeFileSync(file, '')
  await expectRefusal({ SONGREEL_DATA_DIR: file }, /^SONGREEL_DATA_DIR is \S+file, which is a file/)
  await expectRefusal({ SONGREEL_DATA_DIR: `${file}/x` }, /a part of that path is a file/)
  // Root may write everywhere but here.
  const locked = process.getuid?.() === 0 ? '/proc' : mkdtempSync(path.join(folder, 'locked-'))
  if (locked !== '/proc') chmodSync(locked, 0o500)
  await expectRefusal({ SONGREEL_DATA_DIR: `${locked}/data` }, /^SONGREEL_DATA_DIR is .*\/data, wh/)
})

test('a database that will not have us is one line', async (t) => {
  const url = new URL(await createEmptyTestDatabase(t))
  const change = (to: Partial<Pick<URL, 'pathname' | 'username'>>) => Object.assign(new URL(url), to).href
  // The server's own database belongs to another role.
  await expectRefusal(
    { DATABASE_URL: change({ pathname: '/postgres' }) },
    /^The role "songreel" of DATABASE_URL lacks rights in that database: permission denied .*OWNER TO "songreel"$/m,
  )
  await expectRefusal({ DATABASE_URL: change({ pathname: '/nowhere' }) }, /there is no database of that name/)
  await expectRefusal({ DATABASE_URL: change({ username: 'somebody' }) }, /it refuses this user/)
  await expectRefusal({ DATABASE_URL: 'postgres://127.0.0.1:1/x' }, /nothing listens there/, 1)
})

test('an address that this computer does not have is one line', async () => {
  const listenOn = (host: string) => async () => {
    const app = fastify()
    await listen(app, { host, port: 0, mayMove: false })
    await app.close()
  }
  // 192.0.2.0/24 is for documentation (RFC 5737): nobody has it.
  await expectFailure(
    listenOn('192.0.2.1'),
    /^SONGREEL_HOST is 192\.0\.2\.1, which is no address of this computer/,
  )
  await expectFailure(listenOn('no.such.host.invalid'), /^SONGREEL_HOST is no\.such\.host\.invalid, a name/)
})

test('a secret that is not the one of the database is one line, of the program itself too', async (t) => {
  // In a fresh clone the program would say that it builds them, unless another test has been faster.
  await buildSite()
  const DATABASE_URL = await createEmptyTestDatabase(t)
  const first = { DATABASE_URL, SONGREEL_SECRET: 'the first secret, which is long enough' }
  const { close } = await openServices(readConfig({ ...first, SONGREEL_DATA_DIR: folder }).config, log)
  await close()
  const SONGREEL_SECRET = 'another secret, which is long enough too'
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL, SONGREEL_SECRET, SONGREEL_DATA_DIR: folder }
  const failure = await run(process.execPath, [PROGRAM], { env }).then(
    () => assert.fail('it should not have started'),
    (error: { code: number; stderr: string }) => error,
  )
  assert.match(failure.stderr, /^SONGREEL_SECRET is not the one this database was made with.*\n$/)
  assert.equal(failure.code, 78)
})

test('S3 is tried at start', async (t) => {
  const DATABASE_URL = await createEmptyTestDatabase(t)
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: path.join(folder, 's3'),
    configureBuckets: [{ name: 'songreel' }],
  })
  const { port } = await server.run()
  t.after(() => server.close())
  const settings = {
    DATABASE_URL,
    SONGREEL_S3_BUCKET: 'songreel',
    SONGREEL_S3_ENDPOINT: `http://127.0.0.1:${port}`,
  }
  const useKeys = (keyId: string | undefined) => {
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
      if (keyId) process.env[name] = keyId
      else delete process.env[name]
  }
  t.after(() => useKeys(undefined))
  useKeys('S3RVER')
  await expectRefusal(
    { ...settings, SONGREEL_S3_BUCKET: 'nowhere' },
    /^SONGREEL_S3_BUCKET is nowhere, and http\S+ has no bucket/,
  )
  // It may be back at the next start, so a supervisor should try again.
  await expectRefusal(
    { ...settings, SONGREEL_S3_ENDPOINT: 'http://127.0.0.1:1' },
    /^SONGREEL_S3_ENDPOINT is http\S+, and it cannot be reached \(ECONNREFUSED\)/,
    1,
  )
  useKeys('somebody')
  await expectRefusal(settings, /^SONGREEL_S3_BUCKET is songreel, .* refuses these keys/)
  useKeys(undefined)
  await expectRefusal(settings, /^SONGREEL_S3_BUCKET is songreel, and there are no keys for it/)
})

test('a Node that is too old is told so in one line', async () => {
  // What an old Node says of itself, and nothing else, is put in front of the gate.
  const old = "Object.defineProperty(process.versions, 'node', { value: '20.20.2' })"
  const script = path.join(folder, 'old.cjs')
  writeFileSync(script, old)
  const failure = await run(process.execPath, ['--require', script, GATE]).then(
    () => assert.fail('it should not have started'),
    (error: { code: number; stderr: string }) => error,
  )
  assert.match(failure.stderr, /^Songreel needs Node 22\.18 or newer; this is 20\.20\.2\. Use npm start.*\n$/)
  assert.equal(failure.code, 78)
})
