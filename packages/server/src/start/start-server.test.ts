import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { readConfig, startServer } from '@songreel/server'
import { createTestDatabase } from '../../testing/test-database.ts'

// Runs alone: it starts the whole service in its process, and looks at what that leaves there.

test('a program starts the server in its own process, calls it, stops it and starts it again', async (t) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'songreel-embedded-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const { databaseUrl } = await createTestDatabase(t)
  const environment = { ...process.env }
  const signals = process.listenerCount('SIGTERM')
  const { config } = readConfig(
    { SONGREEL_LOG_LEVEL: 'silent', DATABASE_URL: databaseUrl },
    { SONGREEL_DATA_DIR: dataDir, SONGREEL_PORT: '0' },
  )
  const given = structuredClone(config)

  const server = await startServer(config)
  t.after(() => server.stop().catch(() => undefined))
  const response = await fetch(`${server.url}/v1/organizations/me`, {
    headers: { authorization: `Bearer ${server.token}` },
  })
  assert.equal(response.status, 200)
  assert.deepEqual(config, given, 'the settings that were given stay as they are')
  assert.deepEqual({ ...process.env }, environment)
  assert.equal(process.listenerCount('SIGTERM'), signals, 'signals belong to the program')
  await server.stop()
  await assert.rejects(fetch(`${server.url}/livez`))

  const again = await startServer(config)
  t.after(() => again.stop().catch(() => undefined))
  assert.equal(again.token, undefined, 'the token is given once')
  assert.equal((await fetch(`${again.url}/livez`)).status, 200)
})
