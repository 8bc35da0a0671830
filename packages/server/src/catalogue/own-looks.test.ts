import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { aLook, create, createSong } from '../../testing/builders.ts'
import { startService } from '../../testing/start-service.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { updateOwnLook } from './own-looks.ts'
import { tagRecord } from './record-tag.ts'

const { services, addOrganization } = await startService({ after })
const { db } = services

test('who changes or deletes a look while somebody else changes it is refused by its tag', async () => {
  const { api, orgId } = await addOrganization()
  const before = aLook({ title: 'Shared' })
  for (const [method, body] of [
    ['PUT', aLook({ title: 'Mine' })],
    ['PUT', before],
    ['DELETE', undefined],
  ] as const) {
    const { contentId } = await create(api, '/v1/contents', before)
    const path = `/v1/contents/${contentId}`
    const theirs = await db.startTransaction().execute()
    await updateOwnLook(services, theirs, { orgId, contentId, definition: aLook({ title: 'Theirs' }) })
    const late = api(method, path, body, { 'If-Match': tagRecord({ contentId, version: 1 }) })
    await waitFor('the other waits', isSomebodyWaiting)
    await theirs.commit().execute()

    const { status, body: answer } = await late
    assert.deepEqual([status, answer.error?.code], [412, 'PRECONDITION_FAILED'], method)
    const { data } = (await api('GET', path)).body
    assert.deepEqual([data.name, data.version], ['Theirs', 2])
  }
})

test('of the looks that were deleted, the last hundred are kept, and those that an order still names', async () => {
  const { api, orgId } = await addOrganization()
  const { mediaId } = await createSong(api, { audioUrl: 'https://cdn.example.com/song.mp3' })
  const remove = async (title: string, isOrdered = false) => {
    const { contentId } = await create(api, '/v1/contents', aLook({ title }))
    if (isOrdered) await create(api, '/v1/batches', { mediaId, renders: [{ contentId }] })
    assert.equal((await api('DELETE', `/v1/contents/${contentId}`)).status, 200)
    return contentId as string
  }
  const ordered = await remove('Ordered', true)
  const first = await remove('First')
  const second = await remove('Second')
  await sql`
    insert into looks (org_id, content_id, version, definition, hidden_at)
    select ${orgId}, 'OWN_' || number, 1, ${JSON.stringify(aLook())}::json, now()
    from generate_series(1, 98) as number`.execute(db)
  const last = await remove('Last')

  const { items } = (await api('GET', '/v1/contents?deleted=true')).body.data
  const listed = items.map(({ contentId }: { contentId: string }) => contentId)
  assert.deepEqual([items.length, listed[0], listed.at(-1)], [100, last, second])
  const restore = async (contentId: string) => (await api('POST', `/v1/contents/${contentId}/restore`)).status
  assert.deepEqual([await restore(first), await restore(second), await restore(ordered)], [404, 200, 200])
  assert.equal((await create(api, '/v1/contents', aLook({ title: 'First' }))).contentId, `${first}_2`)
})

/** Whether somebody waits for a lock of a transaction that the test holds open. */
async function isSomebodyWaiting(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}
