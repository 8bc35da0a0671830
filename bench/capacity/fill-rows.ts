import type pg from 'pg'
import { ORGANIZATIONS } from './database.ts'

const DAY_SECS = 86_400
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const PER_BATCH = 5
/** What the body of an event weighs. */
const EVENT_BYTES = 1200

/** What is noted of a delivery. */
export const TRIES = '[{"at": "2026-11-14T09:30:00.000Z", "status": 204, "tookMs": 80}]'

/** Finished renders of a span of time: which, and from when to when, in days before now. */
export type Span = { first: number; count: number; fromDaysAgo: number; toDaysAgo: number }

/** A function that makes the first part of ids as the service does: they sort by time. */
export async function prepareFilling(admin: pg.Client): Promise<void> {
  const digits = Array.from(
    { length: 10 },
    (_, place) => `substr('${ALPHABET}', ((ms >> ${5 * (9 - place)}) & 31)::int + 1, 1)`,
  )
  await admin.query(`
    create schema bench;
    create function bench.stem(at timestamptz) returns text language sql immutable as $$
      select ${digits.join(' || ')} from (select floor(extract(epoch from at) * 1000)::bigint as ms) as moment $$;
  `)
}

/** Lays down which batches and renders there were in this span, and what they are called; until `forgetPlan`. */
export async function planRenders(admin: pg.Client, { first, count, fromDaysAgo, toDaysAgo }: Span) {
  const batches = Math.ceil(count / PER_BATCH)
  const stepSecs = ((fromDaysAgo - toDaysAgo) * DAY_SECS) / batches
  await admin.query(`
    create table bench.batches as
      select n, at, bench.stem(at) || lpad(n::text, 16, '0') as id, lpad((n % ${ORGANIZATIONS})::text, 26, '0') as own
      from generate_series(${first}::bigint, ${first + batches - 1}) as n,
        lateral (select now() - make_interval(secs => ${fromDaysAgo * DAY_SECS} - (n - ${first}) * ${stepSecs}) as at) as moment;
    create table bench.renders as
      select left(id, 10) || lpad(number::text, 16, '0') as id, 'bat_' || id as batch_id, at, own, place, number
      from bench.batches, generate_series(0, ${PER_BATCH - 1}) as place, lateral (select n * ${PER_BATCH} + place as number) as one;
    analyze bench.batches;
    analyze bench.renders;
  `)
}

/** To be called before the next plan. */
export async function forgetPlan(admin: pg.Client): Promise<void> {
  await admin.query('drop table bench.renders, bench.batches')
}

/** Adds batches of five with renders, files, events and usage that ended in this span, as if they had been made then. */
export async function fillRenders(admin: pg.Client, span: Span): Promise<void> {
  await planRenders(admin, span)
  await admin.query(insertBatches(true))
  await admin.query(INSERT_OUTPUTS)
  await admin.query(insertRenders(true))
  await admin.query(INSERT_USAGE)
  await admin.query(INSERT_EVENTS)
  await admin.query(insertDeliveries(true))
  await forgetPlan(admin)
}

/** All rows of the plan: as they are ordered, or as they are in the end. */
export const insertBatches = (isEnded: boolean) => `
  insert into batches (batch_id, org_id, artist_id, media_bundle_id, media_id, total, created_at, status, completed, finished_at)
    select 'bat_' || id, 'org_' || own, 'art_' || own, 'mbn_' || own, 'med_' || own, ${PER_BATCH}, at,
      ${isEnded ? `'COMPLETED', ${PER_BATCH}, at + interval '1 minute'` : `'PENDING', 0, null`} from bench.batches`

export const INSERT_OUTPUTS = `
  insert into outputs (output_id, org_id, work_key, video_key, poster_key, content_type, bytes, sha256, duration_secs, width,
      height, frames, checks, created_at, expires_at)
    select 'out_' || id, 'org_' || own, md5(id), 'renders/' || id, 'posters/' || id, 'video/mp4', 8000000, md5(id) || md5(id),
      15, 1080, 1920, 450, '{"isPassed": true}', at, at + interval '30 days' from bench.renders`

export const insertRenders = (isEnded: boolean) => `
  insert into renders (render_id, batch_id, org_id, media_id, position, content_id, required_data, video_settings, seed, aspect_ratio,
      width, height, file_name, frames, timeline, created_at, ready_at, status, progress, output_id, started_at, finished_at)
    select 'rnd_' || id, batch_id, 'org_' || own, 'med_' || own, place, 'BASE_BASIC_UNIFIED', '{}',
      '{"fps": 30, "format": "MP4", "aspectRatio": "9x16", "outputQuality": "FULL"}', number, '9x16', 1080, 1920,
      'artist-song-basic-unified-9x16.mp4', 450,
      '[{"status": "RENDERING"}, {"status": "UPLOADING"}, {"status": "COMPLETED"}]', at, at,
      ${isEnded ? `'COMPLETED', 100, 'out_' || id, at, at + interval '1 minute'` : `'PENDING', 0, null, null, null`}
    from bench.renders`

export const INSERT_USAGE = `
  insert into usage_entries (render_id, org_id, ended_at, content_id, artist_id, is_made, secs, bytes, cpu_secs, wait_secs, work_secs)
    select 'rnd_' || id, 'org_' || own, at + interval '1 minute', 'BASE_BASIC_UNIFIED', 'art_' || own, true, 15, 8000000, 10, 1, 9
    from bench.renders`

export const INSERT_EVENTS = `
  insert into webhook_events (event_id, org_id, batch_id, render_id, occasion, type, url, data, created_at)
    select 'evt_' || id, 'org_' || own, batch_id, 'rnd_' || id, id || ':1', 'render.completed',
      'https://hooks.example.com/songreel', jsonb_build_object('filler', repeat('x', ${EVENT_BYTES})), at from bench.renders`

export const insertDeliveries = (isEnded: boolean) => `
  insert into webhook_deliveries (delivery_id, event_id, org_id, created_at, status, tries, finished_at)
    select 'dlv_' || id, 'evt_' || id, 'org_' || own, at,
      ${isEnded ? `'DELIVERED', '${TRIES}', at + interval '1 minute'` : `'PENDING', '[]', null`} from bench.renders`
