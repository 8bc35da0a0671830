-- Who makes which segment of a render that is made by several workers at once. Belongs to one run: the next one has another fence.
create table segment_claims (
  org_id    text not null references organizations,
  render_id text not null references renders on delete cascade,
  fence     bigint not null,
  position  int not null,
  -- The job of a helper, or LEADER: the run itself.
  holder    text not null,
  -- Whether it was kept. One that is not there all the same was evicted, and is anybody's.
  is_made   boolean not null default false,
  -- A helper that does not show itself for a while is lost, and what it held is anybody's.
  seen_at   timestamptz(3) not null default now(),
  primary key (render_id, fence, position)
);
create index segment_claims_by_age on segment_claims (seen_at);

-- What helpers spent on a run; it counts as the render's.
create table render_helpers (
  job_id    text primary key,
  org_id    text not null references organizations,
  render_id text not null references renders on delete cascade,
  fence     bigint not null,
  cpu_secs  double precision not null,
  segments  int not null,
  ended_at  timestamptz(3) not null default now()
);
create index render_helpers_by_render on render_helpers (render_id, fence);
create index render_helpers_by_age on render_helpers (ended_at);
