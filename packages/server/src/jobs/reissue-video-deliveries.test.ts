import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../testing/start-service.ts'
import { reissueVideoDeliveries } from './reissue-jobs.ts'

test('a delivery whose time has come, and that no job will make, gets a new job, once', async (t) => {
  const { api, services, orgId } = await startService(t)
  const { db } = services
  const { body } = await api('POST', '/v1/batches', {
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl: 'https://cdn.example.com/song.mp3' },
    renders: Array.from({ length: 3 }, () => ({ contentId: 'SNIPPET_WAVEFORM_CARD' })),
  })
  const [lost, waiting, young] = body.data.renders.map(({ renderId }: { renderId: string }) => renderId)
  const destination = { type: 'S3', bucket: 'label-videos', credentialsId: 'dcr_1' }
  const ages = { [lost]: '1 hour', [waiting]: '1 hour', [young]: '1 second' }
  for (const [renderId, age] of Object.entries(ages))
    await sql`
      insert into video_deliveries (render_id, org_id, destination, round, created_at)
      values (${renderId}, ${orgId}, ${JSON.stringify(destination)}, 2, now() - ${age}::interval)`.execute(db)
  await sql`
    update video_deliveries set attempts = 1, next_try_at = now() + interval '1 hour'
    where render_id = ${waiting}`.execute(db)
  await reissueVideoDeliveries(services)
  await reissueVideoDeliveries(services)
  const { rows } = await sql<{ data: object }>`
    select data - 'origin' as data from pgboss.job where name = 'deliver-video'`.execute(db)
  assert.deepEqual(
    rows.map(({ data }) => data),
    [{ orgId, renderId: lost, round: 2 }],
  )
  await sql`delete from renders where render_id = ${lost}`.execute(db)
  const left = await sql`select 1 from video_deliveries where render_id = ${lost}`.execute(db)
  assert.equal(left.rows.length, 0, 'it goes with its render')
})
