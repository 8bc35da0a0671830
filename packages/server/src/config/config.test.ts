import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { createOutboundPolicy } from '../outbound/policy.ts'
import { StartError } from '../start-error.ts'
import { forgetSecrets, readConfig } from './config.ts'
import { SETTINGS } from './settings.ts'

test('nothing has to be set', () => {
  const { config, warnings } = readConfig({})
  assert.equal(config.host, '127.0.0.1')
  assert.equal(config.port, 4400)
  assert.equal(config.role, 'all')
  assert.equal(config.dataDir, path.resolve('songreel-data'))
  assert.equal(config.isStrict, false)
  assert.deepEqual(warnings, [])
})

test('secrets that were read are taken out of the environment, and nothing else', () => {
  const kept = {
    PATH: '/bin',
    SONGREEL_PORT: '4400',
    SONGREEL_SECRET_FILE: '/run/secret',
    AWS_SECRET_ACCESS_KEY: 'k',
  }
  const secrets = {
    DATABASE_URL: 'postgres://songreel:canary@db/songreel',
    SONGREEL_AUTH_TOKEN: 'canary',
    SONGREEL_ADMIN_TOKEN: 'canary',
    SONGREEL_SECRET: 'canary',
  }
  const env = { ...kept, ...secrets }
  forgetSecrets(env)
  assert.deepEqual(env, kept)
})

test('all wrong settings are reported together, by name', () => {
  const env = {
    SONGREEL_PORT: 'eighty',
    SONGREEL_ROLE: 'boss',
    SONGREEL_AUTH_TOKEN: 'short',
    DATABASE_URL: 'mysql://x',
  }
  assert.throws(
    () => readConfig(env),
    (error) => {
      assert.ok(error instanceof StartError)
      assert.deepEqual(
        listProblems(error).map((problem) => problem.split(' ')[0]),
        ['SONGREEL_PORT', 'DATABASE_URL', 'SONGREEL_ROLE', 'SONGREEL_AUTH_TOKEN'],
      )
      assert.match(error.message, /SONGREEL_PORT must be a whole number from 0 to 65535, not "eighty"/)
      return true
    },
  )
})

test('a wrong secret is never repeated in the message', () => {
  assert.throws(
    () => readConfig({ SONGREEL_AUTH_TOKEN: 'hush hush' }),
    (error) => error instanceof StartError && !error.message.includes('hush'),
  )
})

test('an unknown name is told beside what is wrong, because it may be the reason', () => {
  assert.throws(() => readConfig({ SONGREEL_PROT: '4500', SONGREEL_ROLE: 'both' }), {
    code: 'SETTINGS_INVALID',
    message:
      /^These settings are wrong:\n {2}SONGREEL_ROLE .*\nAnd perhaps:\n {2}SONGREEL_PROT is not a setting\. Did you mean SONGREEL_PORT\?$/s,
  })
})

test('an unknown name is a warning with the name that was meant', () => {
  const { warnings } = readConfig({
    SONGREEL_PUBLIC_URI: 'https://v.example',
    SONGREEL_DATA: '/srv/songreel',
    SONGREEL_DATA_DIRECTORY: '/srv/songreel',
    SONGREEL_HOSTNAME: '0.0.0.0',
    SONGREEL_THEME: 'dark',
    SONGREEL_URL: 'http://localhost:4400',
  })
  assert.deepEqual(warnings, [
    'SONGREEL_PUBLIC_URI is not a setting. Did you mean SONGREEL_PUBLIC_URL?',
    'SONGREEL_DATA is not a setting. Did you mean SONGREEL_DATA_DIR?',
    'SONGREEL_DATA_DIRECTORY is not a setting. Did you mean SONGREEL_DATA_DIR?',
    'SONGREEL_HOSTNAME is not a setting. Did you mean SONGREEL_HOST?',
    'SONGREEL_THEME is not a setting.',
  ])
})

test('secrets come from a file, other settings from the environment before songreel.config.json', (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'songreel-config-'))
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(path.join(folder, 'token'), 'a-token-from-a-file\n')
  writeFileSync(
    path.join(folder, 'songreel.config.json'),
    '{"SONGREEL_PORT": "5001", "SONGREEL_RETENTION_DAYS": 7}',
  )
  const { config, sources } = readConfig({
    SONGREEL_DATA_DIR: folder,
    SONGREEL_AUTH_TOKEN_FILE: path.join(folder, 'token'),
    SONGREEL_PORT: '5002',
  })
  assert.equal(config.authToken, 'a-token-from-a-file')
  assert.equal(config.port, 5002)
  assert.equal(config.retentionDays, 7)
  assert.deepEqual([sources.SONGREEL_AUTH_TOKEN, sources.SONGREEL_RETENTION_DAYS], ['file', 'config file'])
})

test('a missing secret file is a problem that names the file', () => {
  const env = { SONGREEL_SECRET_FILE: '/nowhere/secret' }
  assert.throws(
    () => readConfig(env),
    /SONGREEL_SECRET should come from \/nowhere\/secret, which cannot be read \(ENOENT\)/,
  )
})

test('the ports of a list are numbers, and what is no port is named', () => {
  assert.deepEqual(readConfig({ SONGREEL_FETCH_PORTS: '443, 9000' }).config.fetchPorts, [443, 9000])
  for (const text of ['443,web', '0', '65536', '443,,80', '1e2'])
    assert.throws(
      () => readConfig({ SONGREEL_FETCH_PORTS: text }),
      /SONGREEL_FETCH_PORTS has ".*", which is no port/,
    )
})

test("only what is plainly one person's machine is not strict, and every reason is named", () => {
  const reasonsOf = (env: NodeJS.ProcessEnv) => {
    const { isStrict, strictReasons } = readConfig(env).config
    assert.equal(isStrict, strictReasons.length > 0)
    return strictReasons
  }
  for (const env of [
    {},
    { SONGREEL_HOST: '::1' },
    { SONGREEL_HOST: 'localhost', SONGREEL_PUBLIC_URL: 'http://songreel.localhost:4400' },
    { SONGREEL_PUBLIC_URL: 'http://[::1]:4400' },
  ])
    assert.deepEqual(reasonsOf(env), [], JSON.stringify(env))

  const DATABASE_URL = 'postgres://db.example.com/songreel'
  assert.deepEqual(reasonsOf({ NODE_ENV: 'production' }), ['NODE_ENV is production'])
  assert.deepEqual(reasonsOf({ SONGREEL_HOST: '0.0.0.0' }), ['SONGREEL_HOST is 0.0.0.0'])
  assert.deepEqual(reasonsOf({ SONGREEL_ROLE: 'api' }), ['SONGREEL_ROLE is api'])
  assert.deepEqual(reasonsOf({ DATABASE_URL }), ['DATABASE_URL is set'])
  assert.deepEqual(reasonsOf({ SONGREEL_TRUST_PROXY: '127.0.0.1' }), ['SONGREEL_TRUST_PROXY is set'])
  assert.deepEqual(reasonsOf({ SONGREEL_PUBLIC_URL: 'https://v.example' }), [
    'SONGREEL_PUBLIC_URL is https://v.example',
  ])
  assert.equal(reasonsOf({ SONGREEL_ROLE: 'worker', DATABASE_URL, NODE_ENV: 'production' }).length, 3)
})

test('a worker with default settings does not reach loopback addresses', () => {
  const { config } = readConfig({ SONGREEL_ROLE: 'worker', DATABASE_URL: 'postgres://127.0.0.1/songreel' })
  assert.equal(createOutboundPolicy(config).isLoopbackAllowed, false)
})

test('settings that are right alone and wrong together are refused by name', () => {
  const token = 'a-token-for-two-things'
  const s3 = { SONGREEL_S3_ENDPOINT: 'http://127.0.0.1:9000' }
  assert.throws(() => readConfig({ SONGREEL_ROLE: 'worker' }), /\n {2}DATABASE_URL is needed .*worker/)
  assert.throws(
    () => readConfig({ SONGREEL_AUTH_TOKEN: token, SONGREEL_ADMIN_TOKEN: token }),
    (error: Error) =>
      /SONGREEL_ADMIN_TOKEN must not be/.test(error.message) && !error.message.includes(token),
  )
  assert.throws(() => readConfig(s3), /SONGREEL_S3_BUCKET is needed where SONGREEL_S3_ENDPOINT is set/)
})

/** A wrong value for every setting that can be judged by its text alone. */
const WRONG: Record<string, string[]> = {
  SONGREEL_HOST: ['http://127.0.0.1', '127.0.0.1:4400', '256.1.1.1', '10.0.0', 'a b', '-x'],
  SONGREEL_PUBLIC_URL: [
    'videos.example.com',
    'ftp://v.example',
    'https://v.example/api',
    'https://u@v.example',
  ],
  DATABASE_URL: ['mysql://x', 'localhost:5432', 'x'],
  SONGREEL_TEMPLATES: ['templates,', ',templates'],
  SONGREEL_ROLE: ['boss', 'ALL'],
  SONGREEL_AUTH_TOKEN: ['short', 'with a blank in the middle', 'x'.repeat(257), 'ümlaut-ümlaut-ümlaut'],
  SONGREEL_ADMIN_TOKEN: ['short'],
  SONGREEL_SECRET: ['too short'],
  SONGREEL_SECRET_PREVIOUS: ['too short'],
  SONGREEL_S3_BUCKET: ['a/b', 'x', 's3://bucket'],
  SONGREEL_S3_ENDPOINT: ['s3.example.com', 's3://x'],
  SONGREEL_S3_REGION: ['eu central', 'eu/central'],
  SONGREEL_ALLOW_PRIVATE_HOSTS: ['http://files.corp', '10.0.0.0/33', 'a,,b'],
  SONGREEL_TRUST_PROXY: ['proxy.example.com', '10.0.0.0/33', 'true', '10.0.0.1,'],
  SONGREEL_FETCH_PORTS: ['http', '0', '70000'],
  SONGREEL_LOG_LEVEL: ['loud', 'INFO'],
}
/** The lines after the first, one for each setting. */
function listProblems({ message }: StartError): string[] {
  return message.split('\n  ').slice(1)
}

const WRONG_NUMBERS = ['eighty', '-1', '1.5', '1e12', '0x10q']

test('a wrong value of any setting is refused by name, in one line that says what would be right', () => {
  for (const setting of Object.values(SETTINGS)) {
    const isNumber = typeof setting.default === 'number'
    for (const value of isNumber ? WRONG_NUMBERS : (WRONG[setting.name] ?? [])) {
      const s3 = setting.name.startsWith('SONGREEL_S3_') ? { SONGREEL_S3_BUCKET: 'songreel' } : {}
      assert.throws(
        () => readConfig({ ...s3, [setting.name]: value }),
        (error) => {
          assert.ok(error instanceof StartError)
          const problems = listProblems(error)
          assert.equal(problems.length, 1, `${setting.name}=${value}: ${error.message}`)
          assert.ok(problems[0]?.startsWith(`${setting.name} `), error.message)
          assert.ok(!problems[0]?.includes('\n'))
          return true
        },
        `${setting.name}=${value} was accepted`,
      )
    }
    // The folder is judged by using it, when the service starts.
    const isWalked = isNumber || setting.name in WRONG || setting.name === 'SONGREEL_DATA_DIR'
    assert.ok(isWalked, `${setting.name} has no wrong value in this test`)
  }
})

test('a songreel.config.json that is not an object is a problem', (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'songreel-config-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const text of ['[]', '"x"', '{']) {
    writeFileSync(path.join(folder, 'songreel.config.json'), text)
    assert.throws(() => readConfig({ SONGREEL_DATA_DIR: folder }), /songreel\.config\.json (must be|is not)/)
  }
})

test('docs/configuration.md lists every setting with its default and meaning', () => {
  const page = readFileSync(new URL('../../../../docs/configuration.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| `(\w+)`( ●)? \| (.+) \| (.+) \|$/gm)].map(([, ...columns]) => columns)
  const settings = Object.values(SETTINGS).map((setting) => [
    setting.name,
    'isSecret' in setting ? ' ●' : undefined,
    setting.defaultText,
    setting.meaning,
  ])
  assert.deepEqual(rows, settings)
})
