import type pg from 'pg'
import { ORGANIZATIONS } from './database.ts'

const DAY_SECS = 86_400
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const PER_BATCH = 5
/** What the body of an event weighs. */
const EVENT_BYTES = 1200

/** Finished renders of a span of time: which, and from when to when, in days before now. */
export type Span = { first: number; count: number; fromDaysAgo: number; toDaysAgo: number }

/** A function that makes ids as the service does: they sort by time. */
export async function prepareFilling(admin: pg.Client): Promise<void> {
  const digits = Array.from(
    { length: 10 },
    (_, place) => `substr('${ALPHABET}', ((ms >> ${5 * (9 - place)}) & 31)::int + 1, 1)`,
  )
  await admin.query(`
    create schema bench;
    create function bench.id(prefix text, at timestamptz, n bigint) returns text language sql immutable as $$
      select prefix || ${digits.join(' || ')} || lpad(n::text, 16, '0')
      from (select floor(extract(epoch from at) * 1000)::bigint as ms) as moment $$;
  `)
}

/** Adds batches of five with renders, files and usage that ended in this span, as if they had been made then. */
export async function fillRenders(admin: pg.Client, { first, count, fromDaysAgo, toDaysAgo }: Span) {
  const batches = Math.ceil(count / PER_BATCH)
  const stepSecs = ((fromDaysAgo - toDaysAgo) * DAY_SECS) / batches
  await admin.query(`
    create table bench.batches as
      select n, now() - make_interval(secs => ${fromDaysAgo * DAY_SECS} - (n - ${first}) * ${stepSecs}) as at,
        lpad((n % ${ORGANIZATIONS})::text, 26, '0') as own
      from generate_series(${first}::bigint, ${first + batches - 1}) as n;
    create table bench.renders as
      select bench.id('rnd_', at, n * ${PER_BATCH} + place) as render_id, bench.id('out_', at, n * ${PER_BATCH} + place) as output_id,
        bench.id('bat_', at, n) as batch_id, at, own, place, n * ${PER_BATCH} + place as number
      from bench.batches, generate_series(0, ${PER_BATCH - 1}) as place;
    insert into batches (batch_id, org_id, artist_id, media_bundle_id, media_id, status, total, completed, created_at, finished_at)
      select bench.id('bat_', at, n), 'org_' || own, 'art_' || own, 'mbn_' || own, 'med_' || own, 'COMPLETED', ${PER_BATCH},
        ${PER_BATCH}, at, at + interval '1 minute' from bench.batches;
    insert into outputs (output_id, org_id, work_key, video_key, poster_key, content_type, bytes, sha256, duration_secs, width,
        height, frames, checks, created_at, expires_at)
      select output_id, 'org_' || own, md5(render_id), 'renders/' || render_id, 'posters/' || render_id, 'video/mp4', 8000000,
        md5(output_id) || md5(render_id), 15, 1080, 1920, 450, '{"isPassed": true}', at, at + interval '30 days' from bench.renders;
    insert into renders (render_id, batch_id, org_id, position, content_id, required_data, video_settings, seed, aspect_ratio,
        width, height, file_name, frames, status, progress, output_id, timeline, created_at, started_at, finished_at)
      select render_id, batch_id, 'org_' || own, place, 'BASE_BASIC_UNIFIED', '{}',
        '{"fps": 30, "format": "MP4", "aspectRatio": "9x16", "outputQuality": "FULL"}', number, '9x16', 1080, 1920,
        'artist-song-basic-unified-9x16.mp4', 450, 'COMPLETED', 100, output_id,
        '[{"status": "RENDERING"}, {"status": "UPLOADING"}, {"status": "COMPLETED"}]', at, at, at + interval '1 minute'
      from bench.renders;
    insert into usage_entries (render_id, org_id, ended_at, content_id, artist_id, is_made, secs, bytes, cpu_secs, wait_secs, work_secs)
      select render_id, 'org_' || own, at + interval '1 minute', 'BASE_BASIC_UNIFIED', 'art_' || own, true, 15, 8000000, 10, 1, 9
      from bench.renders;
  `)
  await fillEvents(admin)
  await admin.query('drop table bench.renders, bench.batches')
}

/** An event for each render, delivered; the older ones have gone with their retention. */
async function fillEvents(admin: pg.Client): Promise<void> {
  await admin.query(`
    insert into webhook_events (event_id, org_id, batch_id, render_id, occasion, type, url, data, created_at)
      select bench.id('evt_', at, number), 'org_' || own, batch_id, render_id, render_id || ':1', 'render.completed',
        'https://hooks.example.com/songreel', jsonb_build_object('filler', repeat('x', ${EVENT_BYTES})), at from bench.renders;
    insert into webhook_deliveries (delivery_id, event_id, org_id, status, tries, created_at, finished_at)
      select bench.id('dlv_', at, number), bench.id('evt_', at, number), 'org_' || own, 'DELIVERED',
        '[{"at": "2026-11-14T09:30:00.000Z", "status": 204, "tookMs": 80}]', at, at + interval '1 minute' from bench.renders;
  `)
}
