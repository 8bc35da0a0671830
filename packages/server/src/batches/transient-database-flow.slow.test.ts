import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { startFlow } from '../../testing/start-flow.ts'
import { waitFor } from '../../testing/wait-for.ts'

// One try only: whatever counts against the render ends it.
const flow = await startFlow({ after }, { config: { renderAttempts: 1, renderRetrySecs: 0 } })
const { post, readRender, untilRender, services } = flow
const { db } = services

/** Makes PostgreSQL itself refuse renders that go on with an error; the sequence counts also what is rolled back. */
async function refuseUploads(code: string, times: number): Promise<void> {
  await sql`drop trigger if exists refuse_uploads on renders`.execute(db)
  await sql`drop sequence if exists refused_uploads`.execute(db)
  await sql`create sequence refused_uploads`.execute(db)
  await sql`
    create or replace function refuse_uploads() returns trigger language plpgsql as $$
    begin
      if nextval('refused_uploads') <= ${sql.lit(times)} then
        raise exception 'refused by the test' using errcode = ${sql.lit(code)};
      end if;
      return new;
    end $$`.execute(db)
  await sql`create trigger refuse_uploads before update on renders for each row
    when (old.status = 'RENDERING' and new.status = 'UPLOADING') execute function refuse_uploads()`.execute(
    db,
  )
}

for (const code of ['40001', '57P01'])
  test(`a database that answers ${code} for a while uses up none of a render's tries`, async () => {
    // More often than a step is tried again by itself.
    await refuseUploads(code, 7)
    const { renderId } = await post()
    const { attempt } = await untilRender(renderId, 'COMPLETED')
    assert.ok(attempt > 1, 'the render went back in line at least once')
  })

test('a render that waits for the database says so, and fails when the limit is over', async (t) => {
  t.after(() => {
    services.config.outageHours = 12
  })
  await refuseUploads('40001', 1_000_000)
  const { renderId } = await post()
  await waitFor('it says so', async () => {
    const { waitingFor } = await readRender(renderId)
    return waitingFor === 'the database, which broke off the last try'
  })
  services.config.outageHours = 0
  const { error } = await waitFor('it fails', async () => {
    const render = await readRender(renderId)
    return render.status === 'FAILED' && render
  })
  assert.equal(error?.code, 'INTERNAL')
})
