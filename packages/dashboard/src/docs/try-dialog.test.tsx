import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { mount } from '../../testing/mount.ts'
import { serveApi } from '../../testing/remote-api.ts'
import { DOCUMENT } from '../../testing/sample-document.ts'
import { listCalls } from './calls.ts'
import { TryDialog } from './try-dialog.tsx'

const [create, read] = listCalls(DOCUMENT)

async function open(t: TestContext, call = create) {
  assert.ok(call)
  t.after(() => sessionStorage.clear())
  let closed = 0
  const view = await mount(t, <TryDialog call={call} document={DOCUMENT} onClose={() => closed++} />)
  return { ...view, countClosed: () => closed }
}

test('a form begins with the recorded example, sends what it became, and shows what came back', async (t) => {
  const asked = serveApi(t, { 'POST /v1/artists': () => ({ data: { artistId: 'art_new' } }) })
  const { box, type, press, text } = await open(t)
  assert.equal(
    box<HTMLTextAreaElement>('Body').value,
    '{\n  "name": "Wren\'s",\n  "artistId": "art_recorded"\n}',
  )
  assert.match(box('Idempotency-Key').value, /^[0-9a-f-]{36}$/)
  await type('Token', ' srl_live_mine ')
  await type('Body', '{"name": "Wren"}')
  await press('Send')
  const [{ headers, body } = { headers: new Headers(), body: undefined }] = asked
  assert.equal(headers.get('authorization'), 'Bearer srl_live_mine')
  assert.ok(headers.get('idempotency-key'))
  assert.deepEqual(body, { name: 'Wren' })
  assert.match(text(), /200.* ms ·.*"artistId": "art_new"/)
})

test('ids that came back are filled into the next call', async (t) => {
  serveApi(t, { 'POST /v1/artists': () => ({ data: { artistId: 'art_new' } }) })
  const { press, show, box, root } = await open(t)
  await press('Send')
  await show(null)
  assert.ok(read)
  await show(<TryDialog call={read} document={DOCUMENT} onClose={() => {}} />)
  assert.equal(box('artistId').value, 'art_new')
  assert.equal(box('artistId').required, true)
  assert.equal(box('include').required, false)
  assert.ok(root.querySelector('textarea') === null)
})

test('a call without a token asks for none, and leaves out what is empty', async (t) => {
  const asked = serveApi(t, {})
  const { type, press, root, text } = await open(t, read)
  assert.ok(root.querySelector('input[type=password]') === null)
  await type('artistId', 'art/1')
  await press('Send')
  assert.deepEqual(
    asked.map(({ call, query }) => [call, query]),
    [['GET /v1/artists/art%2F1', {}]],
  )
  assert.match(text(), /404/)
})

test('a server that is gone is told as such', async (t) => {
  const { fetch } = globalThis
  t.after(() => {
    globalThis.fetch = fetch
  })
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  const { press, text, countClosed } = await open(t)
  await press('Send')
  assert.match(text(), /No response: Failed to fetch/)
  await press('Close')
  assert.equal(countClosed(), 1)
})
