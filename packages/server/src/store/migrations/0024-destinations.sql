-- Keys of customers' buckets. Encrypted: they must be read again to sign, but a copy of the database does not give them away.
create table destination_credentials (
  credentials_id  text primary key,
  org_id          text not null references organizations,
  name            text not null,
  sealed          text not null,
  access_key_hint text not null,
  created_at      timestamptz(3) not null default now(),
  last_used_at    timestamptz(3)
);
create index destination_credentials_by_org on destination_credentials (org_id, credentials_id desc);

-- One for each completed render of a batch with a destination, written in the transaction that completes it. Credentials are
-- named without a reference: they can be deleted at once, and what then waits for them fails.
create table video_deliveries (
  render_id   text primary key references renders on delete cascade,
  org_id      text not null references organizations,
  destination jsonb not null,
  -- Sending again begins a new round, with attempts of its own.
  round       integer not null default 1,
  status      text not null default 'PENDING' check (status in ('PENDING', 'DELIVERED', 'FAILED')),
  attempts    integer not null default 0,
  key         text,
  error       jsonb,
  -- A multipart upload that was begun: whoever tries next aborts it, so that no parts stay behind.
  upload      jsonb,
  next_try_at timestamptz(3),
  created_at  timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
create index video_deliveries_pending on video_deliveries (created_at) where status = 'PENDING';
