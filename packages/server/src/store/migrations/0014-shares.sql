-- Pages with videos for people without an account. The link's token is stored as a hash: a copy of the database opens nothing.
create table shares (
  share_id   text primary key,
  org_id     text not null references organizations,
  token_hash bytea not null unique,
  title      text not null,
  batch_id   text references batches,
  ref        text,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3)
);
create index shares_by_org on shares (org_id, share_id desc);

-- What was shared, in its order: a render that is made later is not.
create table share_renders (
  share_id  text not null references shares on delete cascade,
  position  integer not null,
  render_id text not null references renders,
  primary key (share_id, position)
);
