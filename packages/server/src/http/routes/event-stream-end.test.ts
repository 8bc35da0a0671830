import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import { startService } from '../../../testing/start-service.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'

const database = await createTestDatabase({ after })
const { api, addOrganization, services } = await startService({ after }, { database })
/** Another process of the same installation. */
const { url: otherUrl } = await startService({ after }, { database })
const { db } = services

async function makeBatch(as = api): Promise<string> {
  const { body } = await as('POST', '/v1/batches', {
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl: 'https://cdn.example.com/song.mp3' },
    renders: [{ contentId: 'SNIPPET_WAVEFORM_CARD' }],
  })
  return body.data.batchId
}

async function makeKey(more: object = {}): Promise<{ keyId: string; token: string }> {
  return (await api('POST', '/v1/api-keys', { name: 'a listener', scopes: ['read'], ...more })).body.data
}

/** Opens a stream in the other process and reads its first event. */
async function listen(t: TestContext, batchId: string, token: string) {
  const ending = new AbortController()
  t.after(() => ending.abort())
  // Only so that a stream that does not end fails the test instead of holding it.
  const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(120_000)])
  const headers = { Authorization: `Bearer ${token}` }
  const response = await fetch(`${otherUrl}/v1/batches/${batchId}/events`, { headers, signal })
  assert.equal(response.status, 200)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const readUntil = async (end: string): Promise<string> => {
    let text = ''
    for (;;) {
      const { value, done } = await reader.read()
      text += value ?? ''
      if (done || (end && text.includes(end))) return text
    }
  }
  await readUntil('event: batch')
  return { readUntil, readToEnd: () => readUntil('') }
}

async function setProgress(batchId: string, progress: number): Promise<void> {
  await db.updateTable('renders').set({ progress }).where('batch_id', '=', batchId).execute()
}

test('the stream of a key that is revoked elsewhere ends, and tells nothing of what came after', async (t) => {
  const [batchId, key, other] = [await makeBatch(), await makeKey(), await makeKey()]
  const stream = await listen(t, batchId, key.token)
  const neighbour = await listen(t, batchId, other.token)

  await api('DELETE', `/v1/api-keys/${key.keyId}`)
  await setProgress(batchId, 42)

  const rest = await stream.readToEnd()
  assert.doesNotMatch(rest, /"progress":42/)
  assert.match(rest, /^: this token is no longer valid/m)
  assert.match(await neighbour.readUntil('"progress":42'), /"progress":42/, 'the other key listens on')
})

test('the stream of a key whose time runs out ends', async (t) => {
  const key = await makeKey({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() })
  const stream = await listen(t, await makeBatch(), key.token)
  const expires_at = new Date(Date.now() - 1000)
  await db.updateTable('tokens').set({ expires_at }).where('key_id', '=', key.keyId).execute()
  await stream.readToEnd()
})

test('the stream of a rotated token ends with its grace', async (t) => {
  const owner = await addOrganization()
  const batchId = await makeBatch(owner.api)
  const stream = await listen(t, batchId, owner.token)
  await owner.api('POST', '/v1/organizations/me/auth-token/rotate', { graceSecs: 3600 })
  await setProgress(batchId, 17)
  await stream.readUntil('"progress":17')
  const expires_at = new Date(Date.now() - 1000)
  await db.updateTable('tokens').set({ expires_at }).where('org_id', '=', owner.orgId).execute()
  await stream.readToEnd()
})
