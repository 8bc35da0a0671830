-- A batch and its renders. Counters in the batch row make fan-in one statement: whoever brings them to `total` closes it.
create table batches (
  batch_id        text primary key,
  org_id          text not null references organizations,
  ref             text,
  artist_id       text not null references artists,
  media_bundle_id text not null references media_bundles,
  media_id        text not null references media,
  status          text not null default 'PENDING'
                  check (status in ('PENDING', 'PROCESSING', 'COMPLETED', 'PARTIALLY_COMPLETED', 'FAILED', 'CANCELED')),
  webhook_url     text,
  service_params  jsonb,
  is_test         boolean not null default false,
  total           integer not null,
  completed       integer not null default 0,
  failed          integer not null default 0,
  canceled        integer not null default 0,
  -- A retry opens the batch again: each round closes with one final event.
  round           integer not null default 1,
  created_at      timestamptz(3) not null default now(),
  finished_at     timestamptz(3)
);
create index batches_by_org on batches (org_id, batch_id desc);
create index batches_by_ref on batches (org_id, ref) where ref is not null;
create index batches_by_media on batches (media_id, batch_id desc);
create index batches_open on batches (created_at) where finished_at is null;

-- Finished files. Identical work of one organization is linked to the same output instead of being rendered again.
create table outputs (
  output_id     text primary key,
  org_id        text not null references organizations,
  work_key      text not null,
  video_key     text not null,
  poster_key    text,
  content_type  text not null,
  bytes         bigint not null,
  sha256        text not null,
  duration_secs double precision not null,
  width         integer not null,
  height        integer not null,
  frames        integer not null,
  excerpt       jsonb,
  checks        jsonb not null,
  warnings      jsonb not null default '[]',
  created_at    timestamptz(3) not null default now(),
  expires_at    timestamptz(3) not null,
  deleted_at    timestamptz(3)
);
create index outputs_by_work on outputs (org_id, work_key) where deleted_at is null;
create index outputs_by_expiry on outputs (expires_at) where deleted_at is null;

-- Keys that a worker is about to write: a worker that dies between storing a file and naming it leaves its key here.
create table pending_files (
  key        text primary key,
  created_at timestamptz(3) not null default now()
);

create table renders (
  render_id      text primary key,
  batch_id       text not null references batches,
  org_id         text not null references organizations,
  position       integer not null,
  variation      integer not null default 1,
  content_id     text not null,
  required_data  jsonb not null,
  video_settings jsonb not null,
  theme          text,
  seed           bigint not null,
  priority       integer not null default 0,
  is_preview     boolean not null default false,
  is_test        boolean not null default false,
  -- Cache-Control: no-cache on the create: never link an earlier output.
  is_fresh       boolean not null default false,
  aspect_ratio   text not null,
  width          integer not null,
  height         integer not null,
  file_name      text not null,
  -- How much of the batch's progress this render is; an estimate until the excerpt is known.
  frames         integer not null,
  status         text not null default 'PENDING'
                 check (status in ('PENDING', 'COLLECTING_ASSETS', 'RENDERING', 'UPLOADING', 'COMPLETED', 'FAILED', 'CANCELED')),
  phase          text,
  progress       integer not null default 0,
  eta_secs       double precision,
  -- What the client sees: runs begun. A retry and a re-run after a crash both add one.
  attempt        integer not null default 1,
  -- What a worker must show to write: each claim adds one, so that a worker that slept cannot overwrite a newer one.
  fence          bigint not null default 0,
  errors         integer not null default 0,
  losses         integer not null default 0,
  job_id         text,
  ready_at       timestamptz(3) not null default now(),
  waiting_for    text,
  output_id      text references outputs,
  -- The client deleted the files; another render may still be linked to the same output.
  files_deleted_at timestamptz(3),
  excerpt        jsonb,
  error          jsonb,
  created_at     timestamptz(3) not null default now(),
  started_at     timestamptz(3),
  finished_at    timestamptz(3),
  unique (batch_id, position)
);
create index renders_by_org on renders (org_id, render_id desc);
create index renders_pending on renders (org_id, is_preview desc, priority desc, render_id)
  where status in ('PENDING', 'COLLECTING_ASSETS') and job_id is null;
create index renders_by_job on renders (job_id) where job_id is not null;
create index renders_by_output on renders (output_id) where output_id is not null;

-- For the janitor, who looks for files that no job will fetch.
create index assets_pending on assets (created_at) where status = 'PENDING';

-- Fairness between organizations: each render's ticket gets the next tag of its organization, never behind the clock.
create table fair_tags (
  org_id   text primary key references organizations,
  last_tag bigint not null
);
create table fair_clock (
  only_row boolean primary key default true check (only_row),
  tag      bigint not null
);
insert into fair_clock (tag) values (0);

-- The outbox: what happened, written in the transaction in which it happened.
create table webhook_events (
  event_id    text primary key,
  org_id      text not null references organizations,
  batch_id    text references batches,
  render_id   text references renders,
  -- Which closing of the batch, or which attempt of the render, this tells of: told once.
  occasion    text not null unique,
  type        text not null,
  url         text not null,
  data        jsonb not null,
  created_at  timestamptz(3) not null default now()
);

create table webhook_deliveries (
  delivery_id text primary key,
  event_id    text not null references webhook_events,
  org_id      text not null references organizations,
  status      text not null default 'PENDING' check (status in ('PENDING', 'DELIVERED', 'FAILED')),
  tries       jsonb not null default '[]',
  next_try_at timestamptz(3),
  created_at  timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
create index webhook_deliveries_by_org on webhook_deliveries (org_id, delivery_id desc);
create index webhook_deliveries_by_event on webhook_deliveries (event_id);
create index webhook_deliveries_pending on webhook_deliveries (created_at) where status = 'PENDING';

-- Encrypted: they must be read again to sign, but a copy of the database does not give them away.
create table webhook_secrets (
  org_id     text not null references organizations,
  secret     text not null,
  created_at timestamptz(3) not null default now(),
  ends_at    timestamptz(3),
  primary key (org_id, secret)
);
create unique index webhook_secrets_current on webhook_secrets (org_id) where ends_at is null;
