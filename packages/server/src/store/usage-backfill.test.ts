import assert from 'node:assert/strict'
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { createEmptyTestDatabase } from '../../testing/test-database.ts'
import { MIGRATIONS_FOLDER, migrate } from './migrate.ts'

const log = { info: () => {} }

test('what was made before usage had entries of its own gets them, without test videos', async (t) => {
  const databaseUrl = await createEmptyTestDatabase(t)
  const folder = await mkdtemp(join(tmpdir(), 'songreel-migrations-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  for (const name of (await readdir(MIGRATIONS_FOLDER)).filter((name) => name < '0018'))
    await copyFile(join(MIGRATIONS_FOLDER, name), join(folder, name))
  await migrate({ databaseUrl, programVersion: '0.1.0', log, folder })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(BEFORE)
    await migrate({ databaseUrl, programVersion: '0.2.0', log })
    const { rows } = await client.query(`
      select render_id, is_made, secs, bytes::int, cpu_secs, wait_secs, work_secs, artist_id from usage_entries order by 1`)
    assert.deepEqual(rows.map(Object.values), [
      ['drawn', true, 30, 500, null, 2, 6, 'art'],
      ['failed', false, 0, 0, null, null, null, 'art'],
      ['linked', true, 30, 0, null, 1, null, 'art'],
    ])
  } finally {
    await client.end()
  }
})

/** A video, one that was linked to it, a failure of a second attempt, a test, and one that is not over. */
const BEFORE = `
  insert into organizations (org_id, name) values ('org', 'Wren');
  insert into artists (artist_id, org_id, name, name_key) values ('art', 'org', 'Wren', 'wren');
  insert into media_bundles (media_bundle_id, org_id, artist_id, name, name_key) values ('mbn', 'org', 'art', 'EP', 'ep');
  insert into media (media_id, org_id, artist_id, media_bundle_id, name, name_key)
    values ('med', 'org', 'art', 'mbn', 'Song', 'song');
  insert into batches (batch_id, org_id, artist_id, media_bundle_id, media_id, total)
    values ('bat', 'org', 'art', 'mbn', 'med', 5);
  insert into outputs (output_id, org_id, work_key, video_key, content_type, bytes, sha256, duration_secs, width, height,
      frames, checks, expires_at)
    values ('out', 'org', 'work', 'video', 'video/mp4', 500, 'sha', 30, 1, 1, 1, '{}', now());
  insert into renders (render_id, batch_id, org_id, position, content_id, required_data, video_settings, seed, aspect_ratio,
      width, height, file_name, frames, status, output_id, is_test, attempt, timeline, created_at, started_at, finished_at)
    select render_id, 'bat', 'org', row_number() over (), 'BASE_ART_TRACK', '{}', '{}', 1, '1x1', 1, 1, 'x.mp4', 1, status,
      output_id, is_test, attempt, timeline::jsonb, '2026-11-01Z', '2026-11-01Z'::timestamptz + started, '2026-11-01Z'::timestamptz + finished
    from (values
      ('drawn', 'COMPLETED', 'out', false, 1, '[{"status": "UPLOADING"}]', interval '2 s', interval '8 s'),
      ('linked', 'COMPLETED', 'out', false, 1, '[]', '1 s', '9 s'),
      ('failed', 'FAILED', null, false, 2, '[]', '2 s', '8 s'),
      ('test', 'COMPLETED', 'out', true, 1, '[]', '2 s', '3 s'),
      ('open', 'RENDERING', null, false, 1, '[]', '2 s', null)
    ) as made (render_id, status, output_id, is_test, attempt, timeline, started, finished);`
