import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { after, type TestContext, test } from 'node:test'
// @ts-expect-error s3rver has no types.
import S3rver from 's3rver'
import { SECRET, startService, type TestService } from '../../testing/start-service.ts'
import { createEmptyTestDatabase, createTestDatabase } from '../../testing/test-database.ts'
import { makeTestSong } from '../../testing/test-song.ts'
import { openS3Objects } from '../assets/s3-objects.ts'
import { type Config, type ReadConfig, readConfig } from '../config/config.ts'
import { withSnapshot } from '../store/copy/copy-tables.ts'
import { holdFiles } from '../store/copy/hold-files.ts'
import { backUp } from './back-up.ts'
import type { BackupPlace } from './backup-place.ts'
import { openFolderPlace } from './folder-place.ts'
import { findManifest, listBackups, partPath, poolPath, writeManifest } from './manifest.ts'
import { readFileList } from './parts.ts'
import { restore } from './restore.ts'
import { keepNewest } from './tidy-place.ts'
import { verifyBackup } from './verify-backup.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'songreel-backup-'))
after(() => rm(folder, { recursive: true, force: true }))
const database = await createTestDatabase({ after })
const dataDir = path.join(folder, 'data')
await mkdir(dataDir)
const service: TestService = await startService({ after }, { database, dataDir })
const read: ReadConfig = readConfig({
  DATABASE_URL: database.databaseUrl,
  SONGREEL_DATA_DIR: dataDir,
  SONGREEL_SECRET: SECRET,
  SONGREEL_PORT: '4499',
})
let places = 0
const makePlace = () => openFolderPlace(path.join(folder, `place-${++places}`))

/** Settings of a service that is not there yet. */
async function makeTarget(t: TestContext): Promise<Config> {
  const databaseUrl = await createEmptyTestDatabase(t)
  const target = path.join(folder, `target-${++places}`)
  return readConfig({ DATABASE_URL: databaseUrl, SONGREEL_DATA_DIR: target }).config
}

async function upload(name: string, bytes: Uint8Array): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([Buffer.from(bytes)]), name)
  const { status, body } = await service.api('POST', '/v1/uploads', form)
  assert.equal(status, 201, JSON.stringify(body))
  return body.data.assetId
}

await upload('one.wav', makeTestSong(1))

/** Everything that a database says, but for what a restore writes down about itself. */
function readRows(databaseUrl: string): Promise<Record<string, string>> {
  return withSnapshot(databaseUrl, async ({ layout, ask }) => {
    const found: Record<string, string> = {}
    for (const { name } of layout.tables) {
      // The queue writes down there when it last looked after itself, once a minute.
      const row = name === 'pgboss.version' ? 't.version::text' : 't::text'
      const rows = await ask(
        `select ${row} as row from ${name} as t where t::text !~ '^.restored-from' order by 1`,
      )
      found[name] = JSON.stringify(rows)
    }
    return found
  })
}

test('a backup comes back whole: rows, files, secret, and what it takes to start', async (t) => {
  const place = makePlace()
  const { manifest, copiedFiles } = await backUp(read, place)
  assert.equal(copiedFiles, 1)
  assert.deepEqual(manifest.settings, { DATABASE_URL: null, SONGREEL_SECRET: null, SONGREEL_PORT: '4499' })
  const target = await makeTarget(t)

  await restore(target, place)

  const [before, restored] = [await readRows(database.databaseUrl), await readRows(target.databaseUrl!)]
  assert.deepEqual(restored, before)
  assert.equal(await readFile(path.join(target.dataDir, 'secret'), 'utf8'), `${SECRET}\n`)
  assert.deepEqual((await readdir(target.dataDir)).sort(), ['files', 'secret'])
  for await (const { key, sha256, bytes } of readFileList(place, manifest.fileList)) {
    const file = await readFile(path.join(target.dataDir, 'files', key))
    assert.deepEqual({ bytes: file.length, sha256: hashOf(file) }, { bytes, sha256 })
  }
  assert.equal((await stat(path.join(target.dataDir, 'secret'))).mode & 0o777, 0o600)
})

test('the same in a bucket', async (t) => {
  const place = await openBucket(t)
  await backUp(read, place)
  assert.equal((await backUp(read, place)).copiedFiles, 0, 'what is there is not sent again')
  assert.deepEqual(await verifyBackup(place, await findManifest(place, undefined)), [])
  const target = await makeTarget(t)
  const { writtenFiles } = await restore(target, place)
  assert.equal(writtenFiles, 1)
  assert.deepEqual(await readRows(target.databaseUrl!), await readRows(database.databaseUrl))
})

test('a backup that broke off is never taken for a whole one, and the next one uses its files', async (t) => {
  const place = makePlace()
  const broken: BackupPlace = {
    ...place,
    put: (name, source, options) => {
      if (name.endsWith('files.jsonl.gz')) throw new Error('the disk is gone')
      return place.put(name, source, options)
    },
    delete: async () => {
      throw new Error('the disk is gone')
    },
  }
  await assert.rejects(backUp(read, broken), /the disk is gone/)
  const { whole, broken: names } = await listBackups(place)
  assert.deepEqual([whole, names.length], [[], 1])
  await assert.rejects(restore(await makeTarget(t), place), {
    code: 'BACKUP_UNUSABLE',
    message: /was broken off/,
  })
  assert.equal((await backUp(read, place)).copiedFiles, 0)
})

test('a called-off backup leaves nothing but files for the next', async () => {
  const place = makePlace()
  const stop = new AbortController()
  const onProgress = () => stop.abort()
  await assert.rejects(backUp(read, place, { signal: stop.signal, onProgress }), { name: 'AbortError' })
  assert.deepEqual(await listBackups(place), { whole: [], broken: [] })
})

test('every kind of damage is found before anything is restored, and by the check', async (t) => {
  const place = makePlace()
  const { manifest } = await backUp(read, place)
  const target = await makeTarget(t)
  const [first] = manifest.tables.filter(({ rows }) => rows > 0)
  const [entry] = await collect(readFileList(place, manifest.fileList))
  const paths = [
    first!.part.path,
    poolPath(entry!.sha256),
    manifest.fileList.path,
    partPath(manifest.name, 'manifest.json'),
  ]
  for (const name of paths) {
    const file = path.join(place.name, name)
    const whole = await readFile(file)
    const isManifest = name.endsWith('manifest.json')
    await writeFile(file, whole.subarray(0, -3))
    await assert.rejects(restore(target, place), { code: 'BACKUP_UNUSABLE' }, name)
    await assert.rejects(stat(target.dataDir), 'nothing was made')
    await writeFile(file, flipOneBit(whole))
    if (!isManifest) assert.deepEqual(await verifyBackup(place, manifest), [name])
    await assert.rejects(restore(target, place), { code: 'BACKUP_UNUSABLE', message: /is damaged/ }, name)
    await rm(target.dataDir, { recursive: true, force: true })
    await writeFile(file, whole)
  }
  assert.deepEqual(await verifyBackup(place, manifest), [])
  await restore(target, place)
})

test('a backup with newer tables, a database that is not empty and another secret are refused', async (t) => {
  const place = makePlace()
  const { manifest } = await backUp(read, place)
  const target = await makeTarget(t)
  const full = { ...target, databaseUrl: database.databaseUrl }
  await assert.rejects(restore(full, place), {
    code: 'TARGET_NOT_EMPTY',
    message: /DATABASE_URL is not empty/,
  })
  await rm(target.dataDir, { recursive: true })
  await assert.rejects(restore({ ...target, secret: 'another secret that is long enough' }, place), {
    code: 'SETTING_UNUSABLE',
  })
  const newer = [...manifest.migrations, { name: '9999-later.sql', checksum: 'x' }]
  await writeManifest(place, { ...manifest, name: '9999', migrations: newer })
  await assert.rejects(restore(target, place), { code: 'DATABASE_NEWER', message: /9999-later\.sql/ })
})

test('a restore that died right after the database was filled is finished by the next', async (t) => {
  const place = makePlace()
  const { manifest } = await backUp(read, place)
  const target = await makeTarget(t)
  await restore(target, place)
  await writeFile(path.join(target.dataDir, 'restore-unfinished'), `${manifest.name}\n`)
  const { writtenFiles } = await restore(target, place)
  assert.equal(writtenFiles, 0)
  await assert.rejects(stat(path.join(target.dataDir, 'restore-unfinished')))
})

test('a file that is gone or damaged in storage is told, and the rest is backed up', async (t) => {
  const place = makePlace()
  await upload('two.wav', makeTestSong(2))
  const { manifest } = await backUp(read, place)
  const [one, two] = await collect(readFileList(place, manifest.fileList))
  const files = [one, two].map((entry) => path.join(dataDir, 'files', entry!.key))
  const [bytes, others] = await Promise.all(files.map((file) => readFile(file)))
  t.after(async () => {
    await writeFile(files[0]!, bytes!)
    await writeFile(files[1]!, others!)
  })
  await rm(files[0]!)
  await writeFile(files[1]!, Buffer.alloc(others!.length))
  const again = await backUp(read, makePlace())
  assert.deepEqual(again.manifest.lost, [one!.key, two!.key])
  assert.deepEqual((await backUp(read, place)).manifest.lost, [], 'an earlier backup has them')
})

test('only one backup runs at a time', async () => {
  const hold = await holdFiles(database.databaseUrl)
  await assert.rejects(backUp(read, makePlace()), { code: 'BACKUP_RUNNING' })
  await hold?.release()
})

test('all but the newest are removed, with files that none of the others names', async () => {
  const place = makePlace()
  const old = await backUp(read, place)
  const pool = await collect(place.list('files/'))
  await place.put(poolPath('f'.repeat(64)), Readable.from([Buffer.from('left behind')]))
  await backUp(read, place)
  assert.deepEqual(await keepNewest(place, 1), [old.manifest.name])
  assert.equal((await listBackups(place)).whole.length, 1)
  assert.equal((await collect(place.list('files/'))).length, pool.length + 1, 'a young one may be in use')
})

function flipOneBit(bytes: Buffer): Buffer {
  const middle = bytes.length >> 1
  return Buffer.from(bytes.map((byte, at) => (at === middle ? byte ^ 1 : byte)))
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function collect<Thing>(things: AsyncIterable<Thing>): Promise<Thing[]> {
  const all: Thing[] = []
  for await (const thing of things) all.push(thing)
  return all
}

async function openBucket(t: TestContext): Promise<BackupPlace> {
  const directory = path.join(folder, 's3')
  const settings = {
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'kept' }],
  }
  const server = new S3rver(settings)
  const { port } = await server.run()
  t.after(() => server.close())
  const objects = openS3Objects({
    bucket: 'kept',
    prefix: 'label/songreel',
    endpoint: `http://127.0.0.1:${port}`,
    region: undefined,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  })
  return { ...objects, name: 's3://kept/label/songreel', readFreeBytes: async () => undefined }
}
