import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chown, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { UPGRADE_POINTS } from '@songreel/server/internal/crash-point.ts'
import { startPostgres } from '@songreel/server/internal/postgres/start-postgres.ts'
import { withSnapshot } from '@songreel/server/internal/store/copy/copy-tables.ts'
import { startAssetServer } from '@songreel/server/testing/asset-server.ts'
import { findPostgres, NOBODY_ID } from '@songreel/server/testing/start-installed-postgres.ts'
import { makeTestSong } from '@songreel/server/testing/test-song.ts'
import { waitFor } from '@songreel/server/testing/wait-for.ts'
import { makeTestFolder, removeTestFolder, runCli } from '../../testing/run-cli.ts'
import { serve } from '../../testing/serve.ts'

/** The embedded PostgreSQL was never older than this one's successor. */
const OLD_MAJOR = 17
const folder = findPostgres(OLD_MAJOR)
const skip = !folder && `PostgreSQL ${OLD_MAJOR} is not here (npm run test:postgres -- --fetch ${OLD_MAJOR})`
const cwd = await makeTestFolder()
after(() => removeTestFolder(cwd))
const log = { info: () => {}, warn: () => {}, error: () => {} }
const programs = { postgres: `${folder}/postgres`, initdb: `${folder}/initdb`, version: `${OLD_MAJOR}` }
const original = join(cwd, 'original')
const songUrl = (await startAssetServer({ after })).put('/song.wav', makeTestSong())

/** Kills its process at a point of the program. */
const hook = (point: string) =>
  `globalThis[Symbol.for('songreel.crash-hook')] = (point) => {
     if (point === '${point}') process.kill(process.pid, 'SIGKILL')
     return undefined
   }`

/** The data of a service as an earlier version left it, with an older PostgreSQL. */
async function makeOldData(t: TestContext): Promise<Record<string, string>> {
  const data = join(original, 'postgres', 'data')
  await mkdir(data, { recursive: true, mode: 0o700 })
  const user = process.geteuid?.() === 0 ? { uid: NOBODY_ID, gid: NOBODY_ID } : {}
  if (user.uid) await chown(data, user.uid, user.gid)
  const rules = ['--username=postgres', '--auth=peer', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  await promisify(execFile)(programs.initdb, ['-D', '/proc/self/cwd', ...rules], { ...user, cwd: data, env })
  const old = await startPostgres({ dataDir: original, log, programs })
  const { client, stop } = await serve(t, original, { DATABASE_URL: old.databaseUrl })
  const { batchId } = await client.batches.create({
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl: songUrl },
    renders: [{ contentId: 'BASE_BASIC_UNIFIED', videoSettings: { outputQuality: 'PREVIEW' } }],
  })
  await waitFor(
    'the batch is under way',
    async () => (await client.batches.get(batchId)).counts.pending === 0,
  )
  await stop()
  const rows = await readRows(old.databaseUrl)
  await old.stop()
  return rows
}

/** All that is in a database, in words. */
function readRows(databaseUrl: string): Promise<Record<string, string>> {
  return withSnapshot(databaseUrl, async ({ layout, read, readSequences }) => {
    const rows: Record<string, string> = { sequences: JSON.stringify(await readSequences()) }
    for (const table of layout.tables) rows[table.name] = await text(read(table))
    return rows
  })
}

async function readData(dataDir: string): Promise<Record<string, string>> {
  const postgres = await startPostgres({ dataDir, log })
  try {
    return await readRows(postgres.databaseUrl)
  } finally {
    await postgres.stop()
  }
}

const upgrade = (data: string, nodeArgs: string[] = []) =>
  runCli(['upgrade-database', '--data', data, '--programs', `${folder}`], { cwd, nodeArgs })

test('data of an older PostgreSQL is moved to ours, unharmed by a kill at any point', { skip }, async (t) => {
  const rows = await makeOldData(t)
  assert.ok(Object.keys(rows).length > 20)
  const refused = await runCli(['serve', '--data', original, '--port', '0'], { cwd })
  assert.match(
    refused.stderr,
    /made by PostgreSQL 17, .*Move it to the new one with: songreel upgrade-database/,
  )

  for (const point of UPGRADE_POINTS) {
    const data = join(cwd, point)
    await cp(original, data, { recursive: true, filter: (file) => !file.endsWith('server.lock') })
    const file = join(cwd, `${point}.mjs`)
    await writeFile(file, hook(point))
    const killed = await upgrade(data, ['--import', file])
    assert.equal(killed.code, null, `${point}: ${killed.stderr}`)
    const again = await upgrade(data)
    assert.equal(again.code, 0, `${point}: ${again.stderr}`)
    assert.equal(again.stdout, '18\n')
    assert.deepEqual(await readData(data), rows, point)
    const left = (await readdir(join(data, 'postgres'))).filter((name) => /^(data|upgrade)/.test(name))
    assert.deepEqual(left.sort(), ['data', 'data-17'], point)
    assert.equal(await readFile(join(data, 'postgres', 'data-17', 'PG_VERSION'), 'utf8'), '17\n')
  }
})

test('a service finishes a switch that was killed, and works on', {
  skip,
}, async (t) => {
  const data = join(cwd, 'served')
  await cp(original, data, { recursive: true, filter: (file) => !file.endsWith('server.lock') })
  const file = join(cwd, 'upgrade-old-moved.mjs')
  assert.equal((await upgrade(data, ['--import', file])).code, null)
  assert.ok(!(await readdir(join(data, 'postgres'))).includes('data'), 'between two names')
  const { client, stop } = await serve(t, data)
  for await (const batch of client.batches.list())
    await waitFor(
      'work goes on',
      async () => (await client.batches.get(batch.batchId)).status === 'COMPLETED',
    )
  await stop()
  const nothing = await upgrade(data)
  assert.match(nothing.stderr, /18 already; nothing to do/)
})
