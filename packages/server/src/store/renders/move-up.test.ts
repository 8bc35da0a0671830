import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { startService } from '../../../testing/start-service.ts'
import { inTransaction } from '../transaction.ts'
import { claimNextRun } from './claim-run.ts'

const { api, client, services, orgId, addOrganization } = await startService({ after })

test('a render that is moved up is the next one of its organization, behind its previews', async () => {
  const preview = { contentId: 'SNIPPET_WAVEFORM_CARD', videoSettings: { outputQuality: 'PREVIEW' } }
  const video = { contentId: 'SNIPPET_WAVEFORM_CARD' }
  const { renders } = await client.batches.create({
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl: 'https://cdn.example.com/song.mp3' },
    serviceParams: { priority: 3 },
    renders: [video, video, video, preview],
  } as never)
  const [first, second, third, small] = renders.map(({ renderId }) => renderId) as [
    string,
    string,
    string,
    string,
  ]
  assert.equal((await client.renders.get(third)).queuePosition, 4)

  assert.equal((await client.renders.moveUp(third)).queuePosition, 2)
  assert.equal((await client.renders.moveUp(second)).queuePosition, 2)
  assert.equal((await client.renders.moveUp(second)).queuePosition, 2)
  assert.equal((await client.renders.moveUp(small)).queuePosition, 1)

  const order: (string | undefined)[] = []
  for (let count = 0; count < 4; count++) order.push((await claimAny())?.renderId)
  assert.deepEqual(order, [small, second, third, first])

  const late = await api('POST', `/v1/renders/${first}/move-up`)
  assert.deepEqual([late.status, late.body.error.code], [409, 'CONFLICT'])
  assert.match(late.body.message, /does not wait: it is COLLECTING_ASSETS/)
  const stranger = await (await addOrganization()).api('POST', `/v1/renders/${first}/move-up`)
  assert.equal(stranger.body.error.code, 'RENDER_NOT_FOUND')
})

function claimAny() {
  return inTransaction(services.db, (transaction) =>
    claimNextRun(transaction, { orgId, jobId: randomUUID() }),
  )
}
