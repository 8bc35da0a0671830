import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { startService } from '@songreel/server/testing/start-service.ts'
import { Songreel } from './index.ts'

const { url, token } = await startService({ after })

/** A client that keeps the addresses it asks. */
function connect(given = token) {
  const asked: string[] = []
  const onRequest = ({ url: address }: { url: string }) => asked.push(new URL(address).search)
  return { client: new Songreel({ baseUrl: url, token: given, onRequest, maxRetries: 0 }), asked }
}

const { client: songreel } = connect()
const names = ['One', 'Two', 'Three', 'Four', 'Five']
for (const name of names) await songreel.artists.create({ name })
const newestFirst = names.toReversed()

/** Everything that can be held without being read. */
const UNREAD = [
  'artists.list()',
  'mediaBundles.list()',
  'media.list()',
  'batches.list()',
  'renders.list()',
  'contents.list()',
  'assets.list()',
  'apiKeys.list()',
  'webhookDeliveries.list()',
  "batches.watch('bat_1')",
  'events.stream()',
]

test('a program that holds what it never reads goes on, even with a wrong token', async () => {
  const program = `
    import { Songreel } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)}
    const songreel = new Songreel({ baseUrl: ${JSON.stringify(url)}, token: 'wrong', maxRetries: 0 })
    const held = [${UNREAD.map((call) => `songreel.${call}`).join(', ')}]
    await songreel.service.liveness()
    await songreel.artists.get('art_1').catch(({ code }) => console.log(held.length, code))`
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    program,
  ])
  assert.deepEqual([stdout, stderr], [`${UNREAD.length} UNAUTHENTICATED\n`, ''])
})

test('a list asks when it is read, once for each page, and what it is refused goes to its reader', async () => {
  const { client, asked } = connect()
  const list = client.artists.list({ limit: 2 })
  assert.ok(list instanceof Promise)
  await client.service.liveness()
  assert.deepEqual(asked, [''])
  assert.equal((await list).items.length, 2)
  assert.equal((await list).$meta.status, 200)
  assert.equal(asked.length, 2)
  const seen: string[] = []
  for await (const { name } of list) seen.push(name)
  assert.deepEqual([seen, asked.length], [newestFirst, 4])

  let isOver = false
  const other = connect('wrong').client.artists.list()
  const refused = { name: 'AuthenticationError' }
  await assert.rejects(
    other.finally(() => (isOver = true)),
    refused,
  )
  assert.ok(isOver)
  assert.equal(await other.catch(({ name }) => name), 'AuthenticationError')
  await assert.rejects(Promise.all([other]), refused)
  await assert.rejects(other.toArray(), refused)
  await assert.rejects(async () => {
    for await (const _ of other) assert.fail()
  }, refused)
})

test('toArray has all records, or as many as are wanted', async () => {
  const { client, asked } = connect()
  const read = async (options?: { limit?: number }) =>
    (await client.artists.list({ limit: 2 }).toArray(options)).map(({ name }) => name)
  assert.deepEqual(await read(), newestFirst)
  assert.deepEqual(await read({}), newestFirst)
  assert.equal(asked.length, 6)
  assert.deepEqual(await read({ limit: 3 }), newestFirst.slice(0, 3))
  assert.deepEqual(await read({ limit: 500 }), newestFirst)
  for (const limit of [0, -1, Number.NaN])
    await assert.rejects(read({ limit }), { name: 'SongreelError', message: /must be at least 1, not/ })
})
