-- The workers that are alive: each writes here every few seconds, and takes its row away when it stops.
create table workers (
  worker_id  text primary key,
  -- Renders at once.
  slots      integer not null,
  started_at timestamptz(3) not null default now(),
  seen_at    timestamptz(3) not null default now()
);
