import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../../testing/start-service.ts'

const DAY_MS = 86_400_000
const { api, services, orgId, addOrganization } = await startService({ after })
const { db } = services
const { artistId } = (await api('POST', '/v1/artists', { name: '=Odalys, "Wren"' })).body.data

/** Half an hour before midnight in UTC: in Tokyo, the next morning. */
const lateMs = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS / 48

type Entry = { render_id: string; ended_at: Date; is_made: boolean } & Partial<Record<string, unknown>>
const add = (entry: Entry) =>
  db
    .insertInto('usage_entries')
    .values({ org_id: orgId, content_id: 'BASE_ART_TRACK', artist_id: artistId, ...entry })
    .execute()

const late = { secs: 30, bytes: 5000, cpu_secs: 4.5, wait_secs: 2, work_secs: 6 }
await add({ render_id: 'rnd_1', ended_at: new Date(lateMs), is_made: true, ...late })
await add({ render_id: 'rnd_2', ended_at: new Date(), is_made: false, artist_id: 'art_gone' })
// Linked to the first.
const old = {
  ended_at: new Date(lateMs - 5 * DAY_MS),
  content_id: 'LYRIC_QUOTE_CARD',
  secs: 12.25,
  cpu_secs: 0,
}
await add({ render_id: 'rnd_3', is_made: true, ...old })

const readDay = (timeZone: string, ms: number) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(ms)
const utcDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

for (const timeZone of ['UTC', 'Asia/Tokyo', 'Asia/Kathmandu']) {
  test(`videos and failures are counted on the day that it was in ${timeZone}`, async () => {
    const { body } = await api('GET', `/v1/usage?days=3&timeZone=${timeZone}`)
    const { days, wait, workSecsPerMinute, quota } = body.data
    assert.deepEqual(
      days.map(({ date }: { date: string }) => date),
      [2, 1, 0].map((ago) => readDay(timeZone, Date.now() - ago * DAY_MS)),
    )
    const on = (ms: number) => days.find(({ date }: { date: string }) => date === readDay(timeZone, ms))
    const { date: _, failed, ...made } = on(lateMs)
    assert.deepEqual(made, { videos: 1, secs: 30, bytes: 5000, cpuSecs: 4.5 })
    assert.equal(failed, readDay(timeZone, lateMs) === readDay(timeZone, Date.now()) ? 1 : 0)
    assert.equal(on(Date.now()).failed, 1)
    const sum = (field: string) =>
      days.reduce((all: number, day: Record<string, number>) => all + (day[field] ?? 0), 0)
    assert.deepEqual([sum('videos'), sum('failed')], [1, 1])
    assert.deepEqual(wait, { medianSecs: 2, p95Secs: 2 })
    assert.equal(workSecsPerMinute, 12)
    assert.equal(quota, null)
  })
}

test('without anything said it is the last 7 days', async () => {
  const { from, to, days, totals, contents, artists } = (await api('GET', '/v1/usage')).body.data
  assert.deepEqual([from, to, days.length], [utcDay(Date.now() - 6 * DAY_MS), utcDay(Date.now()), 7])
  assert.deepEqual(totals, { videos: 2, secs: 42.25, failed: 1, bytes: 5000, cpuSecs: 4.5 })
  assert.deepEqual([contents, artists], [undefined, undefined])
})

test('both ends of a span count', async () => {
  const first = utcDay(lateMs - 5 * DAY_MS)
  const read = async (query: string) => (await api('GET', `/v1/usage?${query}`)).body.data
  const { from, to, days, totals } = await read(`from=${first}&to=${utcDay(lateMs)}`)
  assert.deepEqual([from, to, days.length, totals.videos], [first, utcDay(lateMs), 6, 2])
  assert.equal((await read(`from=${first}&to=${first}`)).totals.secs, 12.25)
  assert.equal((await read(`from=${first}`)).to, utcDay(Date.now()))
  const upTo = await read(`to=${utcDay(lateMs)}&days=2`)
  assert.deepEqual([upTo.from, upTo.to], [utcDay(lateMs - DAY_MS), utcDay(lateMs)])
})

test('it is told by template and by artist, and the sums are the same', async () => {
  const { contents, totals } = (await api('GET', '/v1/usage?by=content')).body.data
  assert.deepEqual(contents, [
    { contentId: 'BASE_ART_TRACK', videos: 1, secs: 30, failed: 1, bytes: 5000, cpuSecs: 4.5 },
    { contentId: 'LYRIC_QUOTE_CARD', videos: 1, secs: 12.25, failed: 0, bytes: 0, cpuSecs: 0 },
  ])
  const { artists } = (await api('GET', '/v1/usage?by=artist')).body.data
  assert.deepEqual(artists, [
    { artistId, name: '=Odalys, "Wren"', ...totals, failed: 0 },
    { artistId: 'art_gone', name: null, videos: 0, secs: 0, failed: 1, bytes: 0, cpuSecs: 0 },
  ])
})

test('as a file it is a table that no program takes for formulas', async () => {
  const { headers, body } = await api('GET', '/v1/usage?by=artist&format=csv')
  assert.match(headers.get('content-type') ?? '', /^text\/csv; charset=utf-8/)
  assert.match(headers.get('content-disposition') ?? '', /^attachment; filename="?usage-by-artist-.*\.csv/)
  assert.equal(
    body,
    `artistId,name,videos,secs,failed,bytes,cpuSecs\r\n${artistId},"'=Odalys, ""Wren""",2,42.25,0,5000,4.5\r\nart_gone,,0,0,1,0,0\r\n`,
  )
  const byDay: string = (await api('GET', '/v1/usage?days=2&format=csv')).body
  assert.equal(byDay.split('\r\n')[2], `${utcDay(Date.now())},0,0,1,0,0`)
})

test('artists beyond those that are listed are one entry', async () => {
  const { orgId, api } = await addOrganization('Large')
  await sql`
    insert into usage_entries (render_id, org_id, ended_at, content_id, artist_id, is_made, secs)
    select 'rnd_many_' || n, ${orgId}, now(), 'BASE_ART_TRACK', 'art_' || least(n, 10003), true, 2
    from generate_series(1, 10004) as n`.execute(db)
  const { artists, totals } = (await api('GET', '/v1/usage?by=artist')).body.data
  assert.deepEqual([artists.length, totals.videos], [10_001, 10_004])
  assert.deepEqual([artists[0].artistId, artists[0].videos], ['art_10003', 2])
  const { artistId: rest, videos, secs } = artists.at(-1)
  assert.deepEqual([rest, videos, secs], [null, 3, 6])
})

const REFUSED = {
  'timeZone=Mars/Olympus': 'timeZone',
  'timeZone=%2B02:00': 'timeZone',
  'from=2026-02-30': 'from',
  'from=yesterday': 'from',
  'to=20261114': 'to',
  'from=2026-11-01&days=3': 'days',
  'from=2026-11-02&to=2026-11-01': 'to',
  'from=2199-01-01': 'from',
  'from=2025-01-01&to=2026-01-02': 'from',
  'days=367': 'days',
  'by=week': 'by',
  'format=xlsx': 'format',
}
for (const [query, field] of Object.entries(REFUSED))
  test(`${query} is refused by the name of ${field}`, async () => {
    const { status, body } = await api('GET', `/v1/usage?${query}`)
    assert.deepEqual([status, body.error.code], [400, 'VALIDATION_ERROR'])
    assert.deepEqual(
      body.error.details.map((detail: { field: string }) => detail.field),
      [field],
    )
  })

test('a year and its first day of the next are one span', async () => {
  const { status, body } = await api('GET', '/v1/usage?from=2025-01-01&to=2026-01-01')
  assert.deepEqual([status, body.data.days.length], [200, 366])
})
