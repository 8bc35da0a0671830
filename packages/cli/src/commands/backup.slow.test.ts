import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { startAssetServer } from '@songreel/server/testing/asset-server.ts'
import { makeTestSong } from '@songreel/server/testing/test-song.ts'
import { waitFor } from '@songreel/server/testing/wait-for.ts'
import { BIN, makeTestFolder, removeTestFolder, runCli } from '../../testing/run-cli.ts'
import { type Served, serve } from '../../testing/serve.ts'

const cwd = await makeTestFolder()
after(() => removeTestFolder(cwd))

// Beside the services, so that the restored one still finds what the first has not fetched.
const songUrl = (await startAssetServer({ after })).put('/song.wav', makeTestSong())
const [data, place, copy] = [join(cwd, 'data'), join(cwd, 'place'), join(cwd, 'copy')]

/** Two renders at once, and as many orders as it takes. */
const startService = (t: TestContext, folder: string) =>
  serve(t, folder, { SONGREEL_CONCURRENCY: '2', SONGREEL_RATE_LIMIT: '0' })

const order = ({ client }: Pick<Served, 'client'>, text: string) =>
  client.batches.create({
    ref: text,
    artist: { name: 'Odalys Wren' },
    media: { name: text, audioUrl: songUrl },
    renders: [
      {
        contentId: 'BASE_BASIC_UNIFIED',
        requiredData: { customText: text },
        videoSettings: {
          outputQuality: 'PREVIEW',
          aspectRatio: '1x1',
          audioStartEndSecs: { start: 0, end: 1 },
        },
      },
    ],
  })

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** Orders one batch after another until it is called off. */
function keepOrdering(service: Served, acknowledged: string[]): () => Promise<void> {
  let isOver = false
  const ordering = (async () => {
    for (let number = 0; !isOver; number++)
      acknowledged.push((await order(service, `during ${number}`)).batchId)
  })()
  return async () => {
    isOver = true
    await ordering
  }
}

test('a backup under load restores every batch that was acknowledged before it, with its files, and work goes on', async (t) => {
  const service = await startService(t, data)
  const before: string[] = []
  for (let number = 0; number < 4; number++) before.push((await order(service, `before ${number}`)).batchId)
  await waitFor('a first video', async () => (await service.client.batches.get(before[0]!)).isFinal)
  const during: string[] = []
  const stopOrdering = keepOrdering(service, during)
  await waitFor('load', async () => during.length > 3)
  const acknowledged = [...before, ...during]

  const made = await runCli(['backup', place], { cwd, env: { SONGREEL_DATA_DIR: data } })

  await stopOrdering()
  assert.equal(made.code, 0, made.stderr)
  assert.match(made.stdout, /^\d{4}-\d\d-\d\dT[\d-]+\.\d{3}Z\n$/)
  assert.match(made.stderr, /Database +\d+ rows in \d+ tables\n.*Files +\d+ files/)
  assert.ok(during.length > acknowledged.length - before.length, 'orders went on meanwhile')
  for (const file of listFiles(place)) assert.equal(statSync(file).mode & 0o077, 0, file)
  await service.stop()

  const restored = await runCli(['restore', place, '--data', copy], { cwd })

  assert.equal(restored.code, 0, restored.stderr)
  assert.equal(restored.stdout, `${copy}\n`)
  for (const name of ['secret', 'token'])
    assert.equal(readFileSync(join(copy, name), 'utf8'), readFileSync(join(data, name), 'utf8'))
  const { client, stop } = await startService(t, copy)
  for (const batchId of acknowledged) {
    const batch = await waitFor(`batch ${batchId} is final`, async () => {
      const found = await client.batches.get(batchId)
      return found.isFinal && found
    })
    assert.equal(batch.status, 'COMPLETED', JSON.stringify(batch))
  }
  let checked = 0
  for await (const render of client.renders.list()) {
    if (render.status !== 'COMPLETED') continue
    const bytes = new Uint8Array(await (await fetch(render.renderUrl!)).arrayBuffer())
    assert.equal(hashOf(bytes), render.files?.[0]?.sha256)
    checked++
  }
  assert.ok(checked >= acknowledged.length)
  for (const file of listFiles(join(copy, 'files', 'assets')))
    assert.equal(hashOf(readFileSync(file)), file.split('/').at(-1))
  await order({ client }, 'after')
  await stop()
})

test('a second backup copies what is new alone, of a service that is stopped, too', async () => {
  const pool = () => new Map(listFiles(join(place, 'files')).map((file) => [file, statSync(file).mtimeMs]))
  const before = pool()
  const second = await runCli(['backup', place, '--json', '--data', data], { cwd })
  assert.equal(second.code, 0, second.stderr)
  const third = await runCli(['backup', place, '--json', '--data', data, '--keep', '2'], { cwd })
  const [{ files, copiedFiles }, last] = [JSON.parse(second.stdout), JSON.parse(third.stdout)]
  assert.ok(copiedFiles < files, second.stdout)
  assert.equal(last.copiedFiles, 0)
  assert.equal(last.removed.length, 1)
  for (const [file, modified] of before) assert.equal(pool().get(file), modified, file)
  const listed = await runCli(['backup', place, '--list', '--json'], { cwd })
  assert.equal(JSON.parse(listed.stdout).backups.length, 2)
  const verified = await runCli(['backup', place, '--verify'], { cwd })
  assert.equal(verified.code, 0, verified.stderr)
})

test('a restore refuses a folder that is in use or not empty, and says what to do', async (t) => {
  const full = await runCli(['restore', place, '--data', copy], { cwd })
  assert.equal(full.code, 65)
  assert.match(full.stderr, /is not empty .*overwrites nothing: move it away/)
  await startService(t, copy)
  const running = await runCli(['restore', place, '--data', copy], { cwd })
  assert.equal(running.code, 77)
  assert.match(running.stderr, /A Songreel is running on the data folder .* \(pid \d+\)/)
  const inside = await runCli(['backup', join(copy, 'backups'), '--data', copy], { cwd })
  assert.equal(inside.code, 64)
  assert.match(inside.stderr, /lies in the data folder/)
})

test('a restore that is killed keeps servers away, and the same command finishes it', async (t) => {
  const target = join(cwd, 'killed')
  for (const fact of ['restore-unfinished', 'files/assets', 'postgres/data/postmaster.pid']) {
    const child = spawn(process.execPath, [BIN, 'restore', place, '--data', target], { cwd, stdio: 'ignore' })
    const ended = once(child, 'exit')
    await waitFor(fact, async () => child.exitCode !== null || existsSync(join(target, fact)))
    child.kill('SIGKILL')
    await ended
    assert.ok(existsSync(join(target, 'restore-unfinished')), fact)
    const refused = await runCli(['serve', '--data', target, '--port', '0'], { cwd })
    assert.match(refused.stderr, /was being restored into .* Run songreel restore again/)
  }
  const finished = await runCli(['restore', place, '--data', target, '--json'], { cwd })
  assert.equal(finished.code, 0, finished.stderr)
  assert.ok(JSON.parse(finished.stdout).writtenFiles < JSON.parse(finished.stdout).files)
  const { client, stop } = await startService(t, target)
  for await (const batch of client.batches.list()) assert.match(batch.ref ?? '', /before|during/)
  await stop()
})
