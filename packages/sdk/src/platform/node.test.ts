import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { makePlace, saveFile } from './node.ts'

const VIDEO = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7) % 251))
const sha256 = createHash('sha256').update(VIDEO).digest('hex')

const folder = mkdtempSync(join(tmpdir(), 'songreel-save-'))
after(() => rmSync(folder, { recursive: true, force: true }))

type Respond = (request: IncomingMessage, response: ServerResponse) => void
let respond: Respond[] = []
const ranges: (string | undefined)[] = []
const server = createServer((request, response) => {
  ranges.push(request.headers.range)
  ;(respond.shift() ?? sendRest)(request, response)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => server.close())
const remote = {
  url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  bytes: VIDEO.length,
  sha256,
}
const options = { fetch, maxRetries: 3, waitMs: () => 1 }

/** As our server does it: a part if one is asked for. */
function sendRest(request: IncomingMessage, response: ServerResponse): void {
  const start = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
  response.writeHead(start > 0 ? 206 : 200).end(VIDEO.subarray(start))
}

/** Broken off once the client has this much. */
let breaking: { atBytes: number; response: ServerResponse } | undefined
const breakOff: Respond = (request, response) => {
  const start = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
  response.writeHead(start > 0 ? 206 : 200, { 'content-length': VIDEO.length - start })
  response.write(VIDEO.subarray(start, start + 70_000))
  breaking = { atBytes: start + 70_000, response }
}
const sendWrongBytes: Respond = (_, response) => response.end(Buffer.alloc(VIDEO.length))
const refuse =
  (status: number): Respond =>
  (_, response) =>
    response.writeHead(status).end()

/** Downloads into a new file while the server does these things first. */
async function save(name: string, ...first: Respond[]) {
  respond = first
  ranges.length = 0
  const file = join(folder, name)
  const received: number[] = []
  const onProgress = (bytes: number) => {
    received.push(bytes)
    if (bytes === breaking?.atBytes) breaking.response.destroy()
  }
  await saveFile(remote, file, { ...options, onProgress })
  assert.ok(readFileSync(file).equals(VIDEO))
  assert.ok(!existsSync(`${file}.part`))
  return received
}

test('a download that breaks off goes on where it was', async () => {
  const received = await save('broken.mp4', breakOff, breakOff)
  assert.equal(received.at(-1), VIDEO.length)
  assert.deepEqual(ranges, [undefined, 'bytes=70000-', 'bytes=140000-'])
})

test('what an earlier process left is not downloaded again, and what is there is left alone', async () => {
  writeFileSync(join(folder, 'left.mp4.part'), VIDEO.subarray(0, 150_000))
  await save('left.mp4')
  assert.deepEqual(ranges, ['bytes=150000-'])
  await save('left.mp4')
  assert.deepEqual(ranges, [])
})

test('a server that ignores the range sends all of it, and wrong bytes are fetched afresh', async () => {
  writeFileSync(join(folder, 'other.mp4.part'), VIDEO.subarray(0, 10))
  await save('other.mp4', (_, response) => response.end(VIDEO))
  writeFileSync(join(folder, 'wrong.mp4.part'), Buffer.alloc(1000))
  await save('wrong.mp4')
  await save('zeros.mp4', sendWrongBytes, refuse(503))
  writeFileSync(join(folder, 'longer.mp4.part'), Buffer.alloc(VIDEO.length + 5))
  await save('longer.mp4', refuse(416))
})

test('what does not get better is a typed error, and leaves no file', async () => {
  const file = join(folder, 'never.mp4')
  respond = [refuse(410)]
  await assert.rejects(saveFile(remote, file, options), { name: 'ApiError', status: 410 })
  respond = Array.from({ length: 4 }, () => sendWrongBytes)
  await assert.rejects(saveFile(remote, file, options), {
    name: 'ConnectionError',
    message: /SHA-256 differs/,
  })
  const nowhere = saveFile(remote, join(folder, 'no-folder', 'a.mp4'), options)
  await assert.rejects(nowhere, { name: 'SongreelError', message: /can't be written/ })
  const signal = AbortSignal.abort()
  await assert.rejects(saveFile(remote, file, { ...options, signal }), { name: 'AbortError' })
  assert.ok(!existsSync(file))
})

test("a file name of the server's does not lead out of the folder", async () => {
  assert.equal(await makePlace(folder, '../../etc/passwd'), join(folder, 'passwd'))
  assert.equal(await makePlace(folder, '..\\..\\a.mp4'), join(folder, 'a.mp4'))
  for (const name of ['', '..', 'a/..'])
    await assert.rejects(makePlace(folder, name), { name: 'SongreelError' })
})

test('a place where nothing can be saved is a typed error at once', async () => {
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  for (const place of ['/proc/x', '/proc/x/y', '/proc/self/fd/zz', file, join(file, 'below')])
    await assert.rejects(makePlace(place, 'a.mp4'), {
      name: 'SongreelError',
      message: /^The folder .* can't be made/,
    })
  assert.equal(await makePlace(join(folder, 'new/er'), 'a.mp4'), join(folder, 'new/er/a.mp4'))
  mkdirSync(join(folder, 'folder.mp4'))
  mkdirSync(join(folder, 'half.mp4.part'))
  ranges.length = 0
  for (const name of ['folder.mp4', 'half.mp4'])
    await assert.rejects(saveFile(remote, join(folder, name), options), {
      name: 'SongreelError',
      message: /can't be written: it is a folder/,
    })
  assert.deepEqual(ranges, [])
})
