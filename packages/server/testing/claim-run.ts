import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { claimRender } from '../src/batches/claim-render.ts'
import type { ClaimedRun } from '../src/store/renders/claim-run.ts'
import type { TestService } from './start-service.ts'

/** Makes a batch of one render and claims it as a worker does, with the job by which the worker has it. */
export async function claimRun({
  api,
  services: { db },
  orgId,
}: TestService): Promise<{ run: ClaimedRun; jobId: string }> {
  await api('POST', '/v1/batches', {
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl: 'https://cdn.example.com/song.mp3' },
    renders: [{ contentId: 'SNIPPET_WAVEFORM_CARD' }],
  })
  const { rows } = await sql<{ id: string }>`
    update pgboss.job set state = 'active' where id = (
      select id from pgboss.job where name = 'render-video' and state = 'created' limit 1) returning id`.execute(
    db,
  )
  const jobId = rows[0]!.id
  const run = await claimRender(db, { jobId, orgId, tag: 1 })
  assert.ok(run)
  return { run, jobId }
}
