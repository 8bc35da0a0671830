import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startFlow, unruly } from '../../testing/start-flow.ts'

test('a video that does not fit into what the organization may store fails its render, and says so', async (t) => {
  const flow = await startFlow(t, { config: { minFreeMb: 0 } })
  const { services, client, orgId } = flow
  const gate = flow.makeGate()
  const { renderId } = await flow.post({ renders: [unruly({ waitForFile: gate.file })] })
  await flow.untilRender(renderId, 'RENDERING')
  await sql`
    insert into pending_files (key, org_id, bytes) values ('renders/other', ${orgId}, ${1024 ** 2})`.execute(
    services.db,
  )
  services.config.maxStorageMb = 1
  gate.open()

  await flow.untilRender(renderId, 'FAILED')
  const { error } = await client.renders.get(renderId)
  assert.deepEqual([error?.code, error?.retryable], ['STORAGE_QUOTA_EXCEEDED', true])
  assert.match(
    error?.message ?? '',
    /stores \d\.\d MB of the 1 MB that it may, and this file has .* Delete files of renders/,
  )

  services.config.maxStorageMb = 0
  await client.renders.retry(renderId)
  await flow.untilRender(renderId, 'COMPLETED')
  const { usedBytes } = (await client.service.limits()).storage
  const { rows } = await sql<{ bytes: number }>`
    select ((select bytes from outputs) + (select sum(bytes) from (select distinct sha256, bytes from assets) a)
      + ${1024 ** 2}::bigint)::float8 as bytes`.execute(services.db)
  assert.equal(usedBytes, rows[0]?.bytes)
})
