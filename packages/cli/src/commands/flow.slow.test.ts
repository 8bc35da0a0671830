import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { unwrap } from '@songreel/sdk/webhooks'
import { STORE_KEYS, startS3Store } from '@songreel/server/testing/s3-store.ts'
import { startFlow, TINY, unruly } from '@songreel/server/testing/start-flow.ts'
import { makeTestSong } from '@songreel/server/testing/test-song.ts'
import { waitFor } from '@songreel/server/testing/wait-for.ts'
import { BIN, eventsOf, linesOf, makeTestFolder, removeTestFolder, runCli } from '../../testing/run-cli.ts'

const { url, token, songUrl, hosts, makeGate, client, post } = await startFlow({ after })
const cwd = await makeTestFolder()
after(() => removeTestFolder(cwd))
const env = { HOME: cwd, XDG_CONFIG_HOME: join(cwd, 'config'), SONGREEL_URL: url, SONGREEL_TOKEN: token }

await writeFile(join(cwd, 'song.mp3'), makeTestSong(1))
await writeFile(
  join(cwd, 'cover.jpg'),
  Buffer.from(await (await fetch(`${url}/demo/cover.jpg`)).arrayBuffer()),
)

/** The result of a command that must go well. */
async function print(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli(words, { cwd, env })
  assert.equal(code, 0, stderr)
  return stdout.trimEnd()
}

test('a song file becomes videos on disk in one command, with its names and its cover', async () => {
  const files = ['song.mp3', '--art', 'cover.jpg', '--artist', 'Odalys Wren', '--title', 'Tin Lanterns']
  const look = [
    '--template',
    'test-lyrics',
    '--aspect',
    '1x1',
    '--quality',
    'preview',
    '--lyrics',
    'song.lrc',
  ]
  await writeFile(join(cwd, 'song.lrc'), '[00:00.20]Tin lanterns\n')
  const words = ['batches', 'create', ...files, ...look, '--out', 'saved', '--ref', 'release 7']
  const { code, stdout, stderr } = await runCli(words, { cwd, env })
  assert.equal(code, 0, stderr)
  assert.deepEqual(
    linesOf(stdout).map((file) => /^saved\/odalys-wren-tin-lanterns-.*\.(\w+)$/.exec(file)?.[1]),
    ['mp4', 'srt', 'vtt'],
  )
  for (const file of linesOf(stdout)) assert.ok((await stat(join(cwd, file))).size > 0)
  assert.match(stderr, /1 of 1 videos are made\.\n$/)
  assert.ok(!stderr.includes('\r') && !stderr.includes('\x1b'))

  const batchId = await print('batches', 'list', '--ref', 'release 7', '--status', 'completed', '-o', 'ids')
  assert.match(
    await print('batches', 'get', batchId),
    new RegExp(`^batchId +${batchId}\n[^]*\nrnd_\\S+ +COMPLETED +100 %`),
  )
  assert.equal(await print('batches', 'download', batchId, '--zip', 'all.zip'), 'all.zip')
  assert.equal((await readFile(join(cwd, 'all.zip'))).subarray(0, 2).toString(), 'PK')
  assert.deepEqual(
    (await readdir(cwd)).filter((name) => name.endsWith('.part')),
    [],
  )
})

test('a batch of which one video fails exits with 2, is downloaded as far as it goes, and can be tried again', async () => {
  const input = {
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl: songUrl },
    renders: [
      { ...unruly(), videoSettings: { ...TINY, audioStartEndSecs: { start: 0, end: 3600 } } },
      unruly(),
    ],
  }
  await writeFile(join(cwd, 'request.json'), JSON.stringify(input))
  const batchId = await print('batches', 'create', '--request', 'request.json', '--fresh')
  const watched = await runCli(['batches', 'watch', batchId], { cwd, env })
  assert.equal(watched.code, 2, watched.stderr)
  assert.match(watched.stdout, /^http\S+\n$/)
  assert.match(watched.stderr, /✖ 1x1 +AUDIO_RANGE_INVALID: .*\n.*✔ 1x1 2 .*\n.*1 of 2 videos are made/)
  const saved = await runCli(['batches', 'download', batchId, '--out', 'some'], { cwd, env })
  assert.deepEqual([saved.code, linesOf(saved.stdout).length], [2, 1])

  assert.equal(await print('batches', 'retry', batchId), batchId)
  const states = await runCli(['batches', 'watch', batchId, '--json'], { cwd, env })
  assert.equal(states.code, 2)
  assert.equal(eventsOf(states.stdout).at(-1)?.status, 'PARTIALLY_COMPLETED')
})

test('Ctrl-C ends the watching and not the batch, which cancel does', async () => {
  const gate = makeGate()
  const { batchId } = await post({ renders: [unruly({ waitForFile: gate.file })] })
  const early = await runCli(['batches', 'download', batchId], { cwd, env })
  assert.equal(early.code, 1)
  assert.match(early.stderr, /no video of it can be downloaded\. {3}Wait for it: songreel batches watch bat_/)
  const child = spawn(process.execPath, [BIN, 'batches', 'watch', batchId, '--json'], { cwd, env })
  const ended = once(child, 'close')
  let told = ''
  child.stderr.on('data', (text) => {
    told += text
  })
  await once(child.stdout, 'data')
  child.kill('SIGINT')
  assert.deepEqual(await ended, [130, null])
  assert.match(told, /Stopped watching; the batch goes on\. To end it: songreel batches cancel bat_/)
  assert.equal((await client.batches.get(batchId)).isFinal, false)
  assert.equal(await print('batches', 'cancel', batchId), batchId)
  gate.open()
})

test('listen forwards events as a server signs them, shows the response, and sends again at one key', async (t) => {
  let status = 500
  const hook = hosts.put('/listener', (_, response) => response.writeHead(status).end('TypeError: x'))
  const received = () => hosts.requests.filter(({ path }) => path === '/listener')
  const child = spawn(process.execPath, [BIN, 'webhooks', 'listen', '--forward-to', hook], { cwd, env })
  t.after(() => child.kill('SIGKILL'))
  const ended = once(child, 'close')
  let [shown, told] = ['', '']
  child.stdout.on('data', (text) => {
    shown += text
  })
  child.stderr.on('data', (text) => {
    told += text
  })
  await waitFor('it is ready', async () => told.includes('Signing secret: whsec_'))
  const { batchId, renderId } = await post()
  await waitFor('both are shown', async () => linesOf(shown).length === 2)
  assert.match(
    shown,
    new RegExp(
      `  render\\.completed +${renderId}  → 500 Internal Server Error in \\d+ ms   "TypeError: x"\n`,
    ),
  )
  assert.match(shown, new RegExp(`  batch\\.completed +${batchId}  → 500 .*\n`))
  status = 204
  child.stdin.write('r')
  await waitFor('it is sent again', async () => linesOf(shown).length === 3)
  assert.match(shown, /batch\.completed .*→ 204 No Content in \d+ ms\n$/)

  const { secret } = await client.webhooks.secret()
  const events = await Promise.all(received().map(({ body, headers }) => unwrap(body, headers, secret)))
  assert.deepEqual(
    events.map(({ type }) => type),
    ['render.completed', 'batch.completed', 'batch.completed'],
  )
  const [, first, again] = received().map(({ headers, body }) => [headers['webhook-id'], body])
  assert.deepEqual(again, first)
  child.kill('SIGINT')
  assert.deepEqual(await ended, [130, null])
})

test('a test event says what the receiver responded', async () => {
  const hook = hosts.put('/refusing', (_, response) => response.writeHead(410).end('gone'))
  const refused = await runCli(['webhooks', 'test', '--url', hook], { cwd, env })
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /✖ ping to http\S+\/refusing: 410 in \d+ ms, "gone"/)
  const id = refused.stdout.trim()
  assert.match(
    await print('webhooks', 'deliveries', '--status', 'failed'),
    new RegExp(`^${id} +FAILED +ping +1 +410`),
  )
})

test('keys of a bucket are stored, tried and deleted, and a video is sent there', async (t) => {
  const store = await startS3Store(t)
  const { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY } = STORE_KEYS
  const keyed = { cwd, env: { ...env, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } }
  const added = await runCli(['destinations', 'add', '--name', 'Label bucket'], keyed)
  assert.equal(added.code, 0, added.stderr)
  const keys = added.stdout.trim()
  assert.match(keys, /^dcr_/)
  const bucket = ['--bucket', 'label-videos', '--endpoint', store.url]
  assert.match(await print('destinations', 'test', keys, ...bucket), /isWritable +true/)
  const missing = await runCli(
    ['destinations', 'test', keys, '--bucket', 'no-such-bucket', '--endpoint', store.url],
    { cwd, env },
  )
  assert.equal(missing.code, 1)
  assert.match(missing.stderr, /NoSuchBucket/)
  assert.match(await print('destinations', 'list'), /Label bucket +AKIA…ary1/)
  const { renderId } = await post()
  await waitFor('the video is there', async () => (await client.renders.get(renderId)).status === 'COMPLETED')
  await print('destinations', 'redeliver', renderId, ...bucket, '--prefix', 'by-hand', '--credentials', keys)
  assert.ok([...store.objects.keys()].some((key) => /^label-videos\/by-hand\/.+\.mp4$/.test(key)))
  await print('destinations', 'delete', keys)
  assert.equal((await runCli(['destinations', 'test', keys, ...bucket], { cwd, env })).code, 1)
})

test('every command in the manual runs as it stands there', async (t) => {
  const store = await startS3Store(t)
  await writeFile(join(cwd, 'secret.txt'), STORE_KEYS.secretAccessKey)
  await prepareManual()
  const page = await readFile(new URL('../../../../docs/cli.md', import.meta.url), 'utf8')
  await writeFile(join(cwd, 'releases.csv'), /^```csv\n(.*?)^```/ms.exec(page)?.[1] ?? '')
  const sections = page
    .split(/^## /m)
    .map((section) => [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block).join(''))
  const receiver = hosts.put('/manual', (_, response) => response.writeHead(204).end())
  // Those that never end are in tests of their own.
  const scripts = sections.map((script) =>
    script
      .replace(/^songreel webhooks listen .*$/m, '')
      .replaceAll('https://videos.example.com', url)
      .replaceAll('http://localhost:3000/hooks', receiver)
      .replaceAll('https://objects.example.net', store.url)
      .replaceAll('AKIAIOSFODNN7EXAMPLE', STORE_KEYS.accessKeyId),
  )
  const path = `${join(cwd, 'bin')}:${process.env.PATH}`
  for (const script of scripts.filter(Boolean))
    await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
      cwd,
      env: { ...env, SONGREEL_TOKEN: '', PATH: path },
    })
})

/** The files that the manual names, and the command itself. */
async function prepareManual(): Promise<void> {
  const sample = new URL('../../../kit/testing/lyrics/service.ttml', import.meta.url)
  await copyFile(sample, join(cwd, 'song.ttml'))
  await mkdir(join(cwd, 'looks/neon-pulse'), { recursive: true })
  const look = new URL('../../../templates/looks/visual-spectrum-ring/template.json', import.meta.url)
  await copyFile(look, join(cwd, 'looks/neon-pulse/template.json'))
  await mkdir(join(cwd, 'album'))
  await writeFile(join(cwd, 'album/01 Tin Lanterns.mp3'), makeTestSong(1))
  await writeFile(join(cwd, 'token.txt'), token)
  await mkdir(join(cwd, 'bin'))
  const command = join(cwd, 'bin/songreel')
  await writeFile(command, `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n`)
  await chmod(command, 0o755)
}
