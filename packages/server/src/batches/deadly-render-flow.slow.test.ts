import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { startFlow } from '../../testing/start-flow.ts'
import { startWorkerProcess } from '../../testing/start-worker-process.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { waitFor } from '../../testing/wait-for.ts'

const database = await createTestDatabase({ after })
const flow = await startFlow({ after }, { database, hasWorker: false })
const { services, post, readRender, untilRender } = flow

/** Two beside the other and two alone, and a few by chance. */
const MOST_KILLS = 7
const LONG = {
  contentId: 'BASE_ART_TRACK',
  videoSettings: { outputQuality: 'HD', aspectRatio: '1x1', fps: 60 },
}

test('a render that kills every worker is tried alone and fails, and the one beside it is made', async (t) => {
  services.address.settle(flow.url)
  const deadly = await post({ renders: [LONG] as never })
  // Most of what it takes has happened before; lost-runs.test.ts has the whole count.
  await sql`update renders set blamed_losses = 4, lost_at_progress = 15`.execute(database.db)
  const innocent = await post({ renders: [LONG] as never })
  const seenBeside: boolean[] = []
  let lastAttempt = 0
  for (;;) {
    const worker = await startWorkerProcess(t, flow, database.databaseUrl, 2)
    const { status, error, attempt } = await waitFor('it is drawn, or given up', async () => {
      const render = await readRender(deadly.renderId)
      // Until the loss is noticed, the record still says what the worker before was at.
      const isDrawn = render.phase === 'DRAWING' && render.attempt > lastAttempt
      return (render.status === 'FAILED' || isDrawn) && render
    })
    lastAttempt = attempt
    if (status === 'FAILED') {
      assert.equal(error?.code, 'RENDER_CRASHED')
      break
    }
    seenBeside.push((await readRender(innocent.renderId)).status === 'RENDERING')
    // As the system does when it is out of memory: the worker, with all that it does.
    const exited = once(worker, 'exit')
    worker.kill('SIGKILL')
    await exited
    await sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`.execute(
      database.db,
    )
    assert.ok(seenBeside.length <= MOST_KILLS, `${seenBeside.length} workers were lost`)
  }
  assert.deepEqual(
    seenBeside.slice(2).filter((isBeside) => isBeside),
    [],
    'from its third run on nobody is beside it',
  )
  await untilRender(innocent.renderId, 'COMPLETED')
})
