import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSettings } from './settings.ts'
import { createTransport } from './transport.ts'
import { watchBatch } from './watch-batch.ts'

const record = (status: string, progress: number) => ({
  batchId: 'bat_1',
  status,
  progress,
  renders: [{ renderId: 'rnd_1', status, progress }],
})
const ok = (data: object) => Response.json({ success: true, data })

/** The states that are seen over a network. */
async function watch(fetch: typeof globalThis.fetch): Promise<string[]> {
  const transport = createTransport(
    readSettings({ baseUrl: 'http://localhost', fetch, retryDelayMs: 1, maxRetries: 0 }),
  )
  const states: string[] = []
  for await (const { status, progress } of watchBatch(
    transport,
    'bat_1',
    { pollMs: 1 },
    { idleMs: 20, firstMs: 20 },
  ))
    states.push(`${status} ${progress}`)
  return states
}

/** A stream that says this and then nothing, without an end. */
const silentAfter = (text: string) =>
  new Response(
    new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(text)) }),
  )

test('a proxy that holds events back is gone around by asking, and each state is seen once', async () => {
  const answers = [
    record('PROCESSING', 10),
    record('PROCESSING', 10),
    record('PROCESSING', 60),
    record('COMPLETED', 100),
  ]
  const states = await watch(async (input) => {
    if (String(input).endsWith('/events')) return silentAfter(': proxied\n\n')
    return ok(answers.shift() ?? {})
  })
  assert.deepEqual(states, ['PROCESSING 10', 'PROCESSING 60', 'COMPLETED 100'])
})

test('a stream that falls silent is opened again from its last event; events of unknown names are passed over', async () => {
  const lastIds: (string | null)[] = []
  const event = (id: string, data: object) =>
    `event: mood\ndata: blue\n\nid: ${id}\nevent: batch\ndata: ${JSON.stringify(data)}\n\n`
  const streams = [
    event('a', record('PROCESSING', 10)),
    event('b', record('ENCHANTING', 20)),
    event('c', record('COMPLETED', 100)),
  ]
  const states = await watch(async (_, init) => {
    lastIds.push(new Headers(init?.headers).get('last-event-id'))
    return silentAfter(streams.shift() ?? '')
  })
  assert.deepEqual(states, ['PROCESSING 10', 'ENCHANTING 20', 'COMPLETED 100'])
  assert.deepEqual(lastIds, [null, 'a', 'b'])
})

test('asking outlasts a server that restarts, and ends where the batch is not there', async () => {
  const answers = [
    () => Promise.reject(new TypeError('fetch failed')),
    () => new Response('', { status: 502 }),
    () => ok(record('FAILED', 10)),
  ]
  const states = await watch(async (input) =>
    String(input).endsWith('/events')
      ? new Response('', { status: 404 })
      : (answers.shift() ?? answers[0]!)(),
  )
  assert.deepEqual(states, ['FAILED 10'])
  await assert.rejects(
    watch(async () => new Response('{}', { status: 404 })),
    { name: 'NotFoundError' },
  )
})
