import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Api, startService } from '../../testing/start-service.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { renderVideoJob } from '../queue/all-jobs.ts'
import { claimRender } from './claim-render.ts'
import { finishRender } from './finish-render.ts'

const { api, services, orgId, addOrganization } = await startService({ after })

function post(as: Api, count: number) {
  return as('POST', '/v1/batches', {
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl: 'https://cdn.example.com/song.mp3' },
    renders: Array.from({ length: count }, () => ({ contentId: 'SNIPPET_WAVEFORM_CARD' })),
  })
}

test('an organization with many renders does not starve one with few', async () => {
  const small = await addOrganization()
  const late = await addOrganization()
  await post(api, 30)
  await post(small.api, 2)

  const order: string[] = []
  await services.queue.work(renderVideoJob, 1, async ({ orgId, tag }, { jobId }) => {
    const run = await claimRender(services.db, { jobId, orgId, tag })
    if (!run) return
    order.push(run.orgId)
    if (order.length === 10) await post(late.api, 1)
    await finishRender(services, run, { status: 'CANCELED' })
  })
  await waitFor('all are served', async () => order.length === 33)

  const placesOf = (wanted: string) => order.flatMap((served, index) => (served === wanted ? [index] : []))
  assert.deepEqual(placesOf(small.orgId).length, 2)
  assert.ok(
    placesOf(small.orgId).every((place) => place <= 4),
    `small was served at ${placesOf(small.orgId)}`,
  )
  const [latePlace = -1] = placesOf(late.orgId)
  assert.ok(latePlace >= 10 && latePlace <= 13, `late came at 10 and was served at ${latePlace}`)
  assert.equal(placesOf(orgId).length, 30)
})
