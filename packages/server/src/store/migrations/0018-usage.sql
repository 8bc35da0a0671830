-- What organizations used: an entry for each render that ended, written with its end. It stays when batches, records and files
-- go, so it names them without a reference. Test tokens leave none.
create table usage_entries (
  render_id  text primary key,
  org_id     text not null references organizations,
  ended_at   timestamptz(3) not null,
  content_id text not null,
  artist_id  text not null,
  -- False: it failed, and was not tried again since.
  is_made    boolean not null,
  secs       double precision not null default 0,
  -- Of the video's file; none when it was linked to an earlier one.
  bytes      bigint not null default 0,
  -- Of the process that drew it; unknown for what was made before this.
  cpu_secs   double precision,
  -- From the request to the start of the first attempt, and from there to the end of one that drew; null for others.
  wait_secs  double precision,
  work_secs  double precision
);
create index usage_entries_by_org on usage_entries (org_id, ended_at);
create index usage_entries_by_end on usage_entries (ended_at);

insert into usage_entries (render_id, org_id, ended_at, content_id, artist_id, is_made, secs, bytes, wait_secs, work_secs)
select render_id, org_id, finished_at, content_id, artist_id, is_made, secs, case when is_first then bytes else 0 end,
  case when attempt = 1 then extract(epoch from started_at - created_at) end,
  case when is_made and timeline @> '[{"status": "UPLOADING"}]' then extract(epoch from finished_at - started_at) end
from (
  select renders.*, batches.artist_id, renders.status = 'COMPLETED' as is_made,
    coalesce(outputs.duration_secs, 0) as secs, coalesce(outputs.bytes, 0) as bytes,
    row_number() over (partition by output_id order by renders.finished_at, render_id) = 1 as is_first
  from renders join batches using (batch_id) left join outputs using (output_id)
  where renders.status in ('COMPLETED', 'FAILED') and renders.finished_at is not null and not renders.is_test
) as ended;

-- How much an organization may have made in a month; null: as much as it likes.
alter table organizations
  add column quota_videos bigint check (quota_videos >= 0),
  add column quota_secs   double precision check (quota_secs >= 0),
  add column quota_bytes  bigint check (quota_bytes >= 0);
