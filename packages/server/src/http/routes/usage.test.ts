import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../../testing/start-service.ts'

const DAY_MS = 86_400_000
const { api, services, orgId } = await startService({ after })
const { db } = services

const media = { name: 'Tin Lanterns', audioUrl: 'https://cdn.example.com/song.mp3' }
const renders = Array.from({ length: 3 }, () => ({ contentId: 'BASE_BASIC_UNIFIED' }))
const made = await api('POST', '/v1/batches', { artist: { name: 'Odalys Wren' }, media, renders })
const [first, second, third] = made.body.data.renders.map(({ renderId }: { renderId: string }) => renderId)

/** Half an hour before midnight in UTC: in Tokyo, the next morning. */
const lateMs = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS / 48
const late = new Date(lateMs).toISOString()
await sql`
  insert into outputs (output_id, org_id, work_key, video_key, content_type, bytes, sha256, duration_secs, width, height,
    frames, checks, expires_at)
  values ('out_1', ${orgId}, 'work', 'video', 'video/mp4', 1, 'sha', 30, 1, 1, 1, '{}', now())`.execute(db)
await sql`
  update renders set status = 'COMPLETED', output_id = 'out_1', finished_at = ${late}::timestamptz,
    started_at = ${late}::timestamptz - interval '6 seconds', created_at = ${late}::timestamptz - interval '8 seconds',
    timeline = '[{"status": "UPLOADING"}]'
  where render_id = ${first}`.execute(db)
await sql`update renders set status = 'FAILED', finished_at = now() where render_id = ${second}`.execute(db)

const readDay = (timeZone: string, ms: number) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(ms)

for (const timeZone of ['UTC', 'Asia/Tokyo']) {
  test(`videos and failures are counted on the day that it was in ${timeZone}`, async () => {
    const { body } = await api('GET', `/v1/usage?days=3&timeZone=${timeZone}`)
    const { days, wait, workSecsPerMinute } = body.data
    assert.deepEqual(
      days.map(({ date }: { date: string }) => date),
      [2, 1, 0].map((ago) => readDay(timeZone, Date.now() - ago * DAY_MS)),
    )
    const on = (ms: number) => days.find(({ date }: { date: string }) => date === readDay(timeZone, ms))
    assert.deepEqual([on(lateMs).videos, on(lateMs).secs], [1, 30])
    assert.equal(on(Date.now()).failed, 1)
    const sum = (field: string) =>
      days.reduce((all: number, day: Record<string, number>) => all + (day[field] ?? 0), 0)
    assert.deepEqual([sum('videos'), sum('failed')], [1, 1])
    assert.deepEqual(wait, { medianSecs: 2, p95Secs: 2 })
    assert.equal(workSecsPerMinute, 12)
  })
}

test('what test tokens made, and what is not over, does not count', async () => {
  await sql`update renders set is_test = true where render_id = ${second}`.execute(db)
  await sql`update renders set status = 'RENDERING' where render_id = ${third}`.execute(db)
  const { days } = (await api('GET', '/v1/usage?days=1')).body.data
  assert.deepEqual([days.length, days[0].videos, days[0].failed], [1, 0, 0])
})

test('a zone that does not exist is refused by name', async () => {
  for (const timeZone of ['Mars/Olympus', '%2B02:00']) {
    const { status, body } = await api('GET', `/v1/usage?timeZone=${timeZone}`)
    assert.deepEqual([status, body.error.details[0].field], [400, 'timeZone'])
  }
})
