import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase } from '../../testing/test-database.ts'
import { DELETIONS, deleteSome } from './purge.ts'

const LIMIT = 100
/** What nothing names any more: more than goes at once. */
const FREE = 300
const ROWS = 3000
/** Rows that may be looked at for each that goes: itself, by its age and again by its id, and whatever could name it. */
const LOOKS = 15
const DAY_SECS = 86_400

const { db } = await createTestDatabase({ after })
await fill()

/**
 * Some thousands of what the purge deletes by age, all of it old, a minute apart. The oldest are free; each of the others is
 * named by another row, as in an installation that has grown.
 */
async function fill(): Promise<void> {
  const at = sql`now() - interval '400 days' + n * interval '1 minute'`
  const all = sql`from generate_series(1, ${sql.lit(ROWS)}) as n`
  const named = sql`from generate_series(${sql.lit(FREE + 1)}, ${sql.lit(ROWS)}) as n`
  const id = (prefix: string) => sql`${sql.lit(prefix)} || lpad(n::text, 26, '0')`
  for (const statement of [
    sql`insert into organizations (org_id, name) values ('org', 'Wren')`,
    sql`insert into artists (artist_id, org_id, name, name_key, deleted_at)
      select ${id('art_')}, 'org', 'Wren', 'wren', ${at} ${all}`,
    sql`insert into media_bundles (media_bundle_id, org_id, artist_id, name, name_key, deleted_at)
      select ${id('mbn_')}, 'org', ${id('art_')}, 'EP', 'ep', ${at} ${named}`,
    sql`insert into media (media_id, org_id, artist_id, media_bundle_id, name, name_key, deleted_at)
      select ${id('med_')}, 'org', ${id('art_')}, ${id('mbn_')}, 'Song', 'song', ${at} ${named}`,
    sql`insert into outputs (output_id, org_id, work_key, video_key, content_type, bytes, sha256, duration_secs, width, height,
        frames, checks, created_at, expires_at, deleted_at)
      select ${id('out_')}, 'org', ${id('')}, ${id('')}, 'video/mp4', 1, '', 1, 2, 2, 1, '{}', ${at}, ${at}, ${at} ${all}`,
    sql`insert into batches (batch_id, org_id, artist_id, media_bundle_id, media_id, total, created_at, finished_at)
      select ${id('bat_')}, 'org', ${id('art_')}, ${id('mbn_')}, ${id('med_')}, 1, ${at}, ${at} ${named}`,
    sql`insert into renders (render_id, batch_id, org_id, position, content_id, required_data, video_settings, seed,
        aspect_ratio, width, height, file_name, frames, status, output_id, finished_at)
      select ${id('rnd_')}, ${id('bat_')}, 'org', 0, 'X', '{}', '{}', 1, '1x1', 2, 2, 'x.mp4', 1, 'COMPLETED', ${id('out_')}, ${at}
      ${named}`,
    sql`insert into webhook_events (event_id, org_id, batch_id, render_id, occasion, type, url, data, created_at)
      select ${id('evt_')}, 'org', case when n > ${sql.lit(FREE * 2)} then ${id('bat_')} end, null, ${id('')}, 'ping', '',
        '{}', ${at} ${all}`,
    sql`insert into webhook_deliveries (delivery_id, event_id, org_id, status, finished_at)
      select ${id('dlv_')}, ${id('evt_')}, 'org', 'DELIVERED', ${at} ${named}`,
    sql`insert into usage_entries (render_id, org_id, ended_at, content_id, artist_id, is_made)
      select ${id('rnd_')}, 'org', ${at}, 'X', 'art', true ${all}`,
    sql`insert into idempotency_keys (org_id, key, request_hash, created_at, status, headers, body)
      select 'org', ${id('')}, '', ${at}, 200, '{}', '' ${all}`,
  ])
    await statement.execute(db)
  await sql`analyze`.execute(db)
}

const LIVELY = [
  'deliveries',
  'events',
  'batches',
  'outputs',
  'artists',
  'usageEntries',
  'idempotencyKeys',
] as const

type Step = {
  Plans?: Step[]
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
}

/** All rows that a plan has read from tables and indexes. */
function countLooks({ Plans: parts = [], ...step }: Step): number {
  const isScan = (step['Relation Name'] ?? step['Index Name']) !== undefined
  const own = isScan
    ? (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops']
    : 0
  return parts.reduce((sum, part) => sum + countLooks(part), own)
}

for (const mode of ['force_custom_plan', 'force_generic_plan'])
  test(`a purge looks at what it deletes, not at all there is (${mode})`, async (t) => {
    const transaction = await db.startTransaction().execute()
    t.after(() => transaction.rollback().execute())
    const wasteful: string[] = []
    await sql.raw(`set local plan_cache_mode = ${mode}`).execute(transaction)
    for (const name of LIVELY) {
      const purge = { olderThanSecs: 30 * DAY_SECS, limit: LIMIT }
      const { sql: text, parameters } = DELETIONS[name](purge).compile(transaction)
      await sql.raw(`prepare ${name} as ${text}`).execute(transaction)
      const run = `explain (analyze, timing off, format json) execute ${name}(${parameters.join()})`
      const { rows } = await sql.raw<{ 'QUERY PLAN': { Plan: Step }[] }>(run).execute(transaction)
      await sql.raw(`deallocate ${name}`).execute(transaction)
      const looks = countLooks(rows[0]!['QUERY PLAN'][0]!.Plan)
      t.diagnostic(`${name}: ${looks} rows for ${LIMIT}`)
      assert.ok(looks >= LIMIT, `${name} found nothing`)
      if (looks > LOOKS * LIMIT) wasteful.push(`${name}: ${looks} rows`)
    }
    assert.deepEqual(wasteful, [])
  })

test('a part of a purge is no larger where batches are', async () => {
  const many = 40
  const transaction = await db.startTransaction().execute()
  await sql`delete from webhook_events where batch_id is not null and event_id not in (
    select event_id from webhook_deliveries)`.execute(transaction)
  const { rows } = await sql<{ batch_id: string }>`
    select batch_id from batches order by finished_at limit 5`.execute(transaction)
  const renders = sql`insert into renders (render_id, batch_id, org_id, position, content_id, required_data, video_settings,
      seed, aspect_ratio, width, height, file_name, frames)
    select batch_id || n, batch_id, 'org', n, 'X', '{}', '{}', 1, '1x1', 2, 2, 'x.mp4', 1
    from batches, generate_series(1, ${many - 1}::int) as n where batch_id = any(${rows.map((row) => row.batch_id)})`
  await renders.execute(transaction)
  await sql`update batches set total = ${many} where batch_id = any(${rows.map((row) => row.batch_id)})`.execute(
    transaction,
  )
  const purge = { olderThanSecs: 30 * DAY_SECS, limit: 60 }
  const next = () => deleteSome(transaction, DELETIONS.batches, purge)
  assert.deepEqual([await next(), await next()], [2 * many, 2 * many])
  assert.equal(await next(), 60, 'the last of them, and others with one render each')
  await transaction.rollback().execute()
})
