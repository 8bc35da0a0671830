import type { RetryingDb } from './retrying-db.ts'

/** A render that was lost more often may fail; with fewer losses and good input it never may. */
const MOST_LOSSES = 5

/**
 * Triggers that see every single change of renders, batches, assets and outputs, also those that nobody reads in time, and
 * keep what a render or batch was when it ended, for the comparison with what was reported of it. They know who holds
 * which run, because the service's connections carry the id of their process in their name.
 */
const GUARD = `
create schema crash;
create table crash.violations (at timestamptz not null default clock_timestamp(), what text not null);
create table crash.holders (
  render_id text, fence bigint, holder text, is_claim boolean, at timestamptz not null default clock_timestamp(),
  primary key (render_id, fence));
create table crash.endings (render_id text, status text, attempt integer, render jsonb, output jsonb);
create table crash.closings (batch_id text, round integer, batch jsonb, renders jsonb);
create table crash.ready_assets (asset_id text primary key, sha256 text, bytes bigint);
create table crash.failed_tries (
  render_id text, holder text, claimed_at timestamptz, at timestamptz not null default clock_timestamp(), what text);

create function crash.watch_render() returns trigger language plpgsql as $$
declare
  writer text := current_setting('application_name');
  known text;
  was_running boolean := old.status in ('COLLECTING_ASSETS', 'RENDERING', 'UPLOADING') and old.job_id is not null;
  was_final boolean := old.status in ('COMPLETED', 'FAILED', 'CANCELED');
  change text := format('render %s: %s fence %s to %s fence %s by %s', new.render_id, old.status, old.fence, new.status, new.fence, writer);
begin
  select holder into known from crash.holders where render_id = old.render_id and fence = old.fence;
  if new.fence < old.fence or new.attempt < old.attempt then
    insert into crash.violations (what) values ('a counter fell: ' || change);
  end if;
  if new.fence > old.fence then
    insert into crash.holders (render_id, fence, holder, is_claim)
      values (new.render_id, new.fence, writer, new.job_id is not null);
    if was_running and new.status = 'PENDING' and new.losses = old.losses and known <> writer then
      insert into crash.violations (what) values (format('given back by another than its holder %s: ', known) || change);
    end if;
  elsif was_running and new.status <> 'CANCELED' and known <> writer then
    insert into crash.violations (what) values (format('written by another than its holder %s: ', known) || change);
  end if;
  if was_final and new.status <> old.status and not (old.status <> 'COMPLETED' and new.status = 'PENDING' and new.fence > old.fence) then
    insert into crash.violations (what) values ('a final render changed: ' || change);
  end if;
  if was_final and new.status = old.status and new.output_id is distinct from old.output_id then
    insert into crash.violations (what) values ('a final render got another file: ' || change);
  end if;
  if new.status = old.status and new.fence = old.fence and new.progress < old.progress then
    insert into crash.violations (what) values (format('progress fell from %s to %s: ', old.progress, new.progress) || change);
  end if;
  if new.errors > old.errors then
    insert into crash.failed_tries (render_id, holder, claimed_at, what) values (new.render_id, known,
      (select at from crash.holders h where h.render_id = old.render_id and h.fence = old.fence), new.waiting_for);
  end if;
  if not was_final and new.status = 'FAILED' and new.losses <= ${MOST_LOSSES} then
    insert into crash.violations (what) values (format('a render with good input failed after %s losses, %s: ', new.losses, new.error) || change);
  end if;
  if not was_final and new.status in ('COMPLETED', 'FAILED', 'CANCELED') then
    insert into crash.endings values (new.render_id, new.status, new.attempt, to_jsonb(new),
      (select to_jsonb(o) from outputs o where o.output_id = new.output_id));
  end if;
  return new;
end $$;
create trigger crash_watch before update on renders for each row execute function crash.watch_render();

create function crash.watch_batch() returns trigger language plpgsql as $$
declare
  change text := format('batch %s: %s round %s to %s round %s', new.batch_id, old.status, old.round, new.status, new.round);
begin
  if old.finished_at is not null and new.status <> old.status and new.round = old.round then
    insert into crash.violations (what) values ('a final batch changed: ' || change);
  end if;
  if new.completed + new.failed + new.canceled > new.total or least(new.completed, new.failed, new.canceled) < 0 then
    insert into crash.violations (what) values ('miscounted: ' || change);
  end if;
  if old.finished_at is null and new.finished_at is not null then
    insert into crash.closings values (new.batch_id, new.round, to_jsonb(new),
      (select jsonb_agg(to_jsonb(r) order by position) from renders r where r.batch_id = new.batch_id));
  end if;
  return new;
end $$;
create trigger crash_watch before update on batches for each row execute function crash.watch_batch();

create function crash.watch_asset() returns trigger language plpgsql as $$
begin
  if old.status = 'READY' and to_jsonb(new) is distinct from to_jsonb(old) then
    insert into crash.violations (what) values (format('asset %s was READY with %s bytes of %s and became %s with %s of %s',
      old.asset_id, old.bytes, old.sha256, new.status, new.bytes, new.sha256));
  end if;
  if old.status <> 'READY' and new.status = 'READY' then
    insert into crash.ready_assets values (new.asset_id, new.sha256, new.bytes) on conflict do nothing;
  end if;
  return new;
end $$;
create trigger crash_watch before update on assets for each row execute function crash.watch_asset();

create function crash.watch_output() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - '{created_at,expires_at,deleted_at}'::text[] is distinct from to_jsonb(old) - '{created_at,expires_at,deleted_at}'::text[] then
    insert into crash.violations (what) values ('a finished file was described anew: ' || new.output_id);
  end if;
  if old.deleted_at is not null and new.deleted_at is distinct from old.deleted_at then
    insert into crash.violations (what) values ('a deleted file came back: ' || new.output_id);
  end if;
  return new;
end $$;
create trigger crash_watch before update on outputs for each row execute function crash.watch_output();
`

/** Puts the triggers in place. */
export async function installGuard(query: RetryingDb['query']): Promise<void> {
  await query(GUARD)
}

/** What the triggers have seen that must not happen. */
export async function readViolations(query: RetryingDb['query']): Promise<string[]> {
  return (await query<{ what: string }>('select what from crash.violations order by at')).map(
    ({ what }) => what,
  )
}
