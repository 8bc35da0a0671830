import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { ConfigError, readConfig, SETTINGS } from './config.ts'

test('nothing has to be set', () => {
  const { config, warnings } = readConfig({})
  assert.equal(config.host, '127.0.0.1')
  assert.equal(config.port, 4400)
  assert.equal(config.role, 'all')
  assert.equal(config.dataDir, path.resolve('songreel-data'))
  assert.equal(config.isStrict, false)
  assert.deepEqual(warnings, [])
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
      assert.ok(error instanceof ConfigError)
      assert.deepEqual(
        error.problems.map((problem) => problem.split(' ')[0]),
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
    (error) => error instanceof ConfigError && !error.message.includes('hush'),
  )
})

test('an unknown name is a warning with the name that was meant', () => {
  const { warnings } = readConfig({
    SONGREEL_PUBLIC_URI: 'https://v.example',
    SONGREEL_URL: 'http://localhost:4400',
  })
  assert.deepEqual(warnings, ['SONGREEL_PUBLIC_URI is not a setting. Did you mean SONGREEL_PUBLIC_URL?'])
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

test('production and an address that others can reach are strict', () => {
  assert.equal(readConfig({ NODE_ENV: 'production' }).config.isStrict, true)
  assert.equal(readConfig({ SONGREEL_HOST: '0.0.0.0' }).config.isStrict, true)
  assert.equal(readConfig({ SONGREEL_HOST: '::1' }).config.isStrict, false)
})

test('docs/configuration.md lists every setting with its default and meaning', () => {
  const page = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| `(\w+)`( ●)? \| (.+) \| (.+) \|$/gm)].map(([, ...columns]) => columns)
  const settings = Object.values(SETTINGS).map((setting) => [
    setting.name,
    'isSecret' in setting ? ' ●' : undefined,
    setting.defaultText,
    setting.meaning,
  ])
  assert.deepEqual(rows, settings)
})
