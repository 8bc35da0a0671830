-- Facts about this installation, such as the fingerprint of the secret behind its hashes.
create table installation (
  name  text primary key,
  value text not null
);

-- Organizations and the tokens that open them. Only hashes are at rest.
create table organizations (
  org_id      text primary key,
  name        text not null,
  webhook_url text,
  created_at  timestamptz(3) not null default now()
);

-- An organization's own token (kind OWNER) and its narrower keys (kind KEY) are one thing in two widths.
create table tokens (
  key_id       text primary key,
  org_id       text not null references organizations,
  kind         text not null check (kind in ('OWNER', 'KEY')),
  name         text not null,
  scopes       text[] not null,
  is_test      boolean not null default false,
  token_hash   bytea not null unique,
  token_hint   text not null,
  created_at   timestamptz(3) not null default now(),
  expires_at   timestamptz(3),
  revoked_at   timestamptz(3),
  last_used_at timestamptz(3)
);
create index tokens_by_org on tokens (org_id, key_id desc);

-- Files: fetched by URL, uploaded, or written from text. Bytes lie in storage, shared by content hash.
create table assets (
  asset_id      text primary key,
  org_id        text not null references organizations,
  kind          text not null check (kind in ('IMAGE', 'AUDIO', 'VIDEO', 'TEXT')),
  status        text not null default 'PENDING' check (status in ('PENDING', 'READY', 'FAILED')),
  source_url    text,
  file_name     text,
  content_type  text,
  bytes         bigint,
  sha256        text,
  width         integer,
  height        integer,
  duration_secs double precision,
  codec         text,
  aspect_ratio  text,
  loudness      double precision,
  error         jsonb,
  created_at    timestamptz(3) not null default now()
);
create index assets_by_org on assets (org_id, asset_id desc);
create index assets_by_hash on assets (org_id, sha256) where sha256 is not null;

-- name_key is the name without case and accents, folded by the service so that every server searches alike.
create table artists (
  artist_id      text primary key,
  org_id         text not null references organizations,
  name           text not null,
  name_key       text not null,
  image_asset_id text references assets,
  created_at     timestamptz(3) not null default now(),
  deleted_at     timestamptz(6)
);
create index artists_by_org on artists (org_id, artist_id desc) where deleted_at is null;

create table media_bundles (
  media_bundle_id text primary key,
  org_id          text not null references organizations,
  artist_id       text not null references artists,
  name            text not null,
  name_key        text not null,
  upc             text,
  image_asset_id  text references assets,
  created_at      timestamptz(3) not null default now(),
  deleted_at      timestamptz(6)
);
create index media_bundles_by_org on media_bundles (org_id, media_bundle_id desc) where deleted_at is null;
create index media_bundles_by_artist on media_bundles (artist_id, media_bundle_id desc);
create index media_bundles_by_upc on media_bundles (org_id, upc) where upc is not null;

-- Platform links made from a song's URLs; never fetched.
create table plugins (
  plugin_id   text primary key,
  org_id      text not null references organizations,
  platform    text not null check (platform in ('VIDEOSITE', 'STREAMER', 'STORE')),
  url         text not null,
  external_id text,
  kind        text,
  created_at  timestamptz(3) not null default now()
);

create table media (
  media_id            text primary key,
  org_id              text not null references organizations,
  artist_id           text not null references artists,
  media_bundle_id     text not null references media_bundles,
  name                text not null,
  name_key            text not null,
  isrc                text,
  image_asset_id      text references assets,
  audio_asset_id      text references assets,
  lyrics_asset_id     text references assets,
  video_asset_ids     text[] not null default '{}',
  videosite_plugin_id text references plugins,
  streamer_plugin_id  text references plugins,
  store_plugin_id     text references plugins,
  created_at          timestamptz(3) not null default now(),
  deleted_at          timestamptz(6)
);
create index media_by_org on media (org_id, media_id desc);
create index media_by_bundle on media (media_bundle_id, media_id desc);
create index media_by_artist on media (artist_id, media_id desc);
create index media_by_isrc on media (org_id, isrc) where isrc is not null;

-- One row per answered Idempotency-Key, written in the transaction of the work itself: a crash leaves both or none.
-- The operator, who belongs to no organization, has rows too: hence no reference.
create table idempotency_keys (
  org_id       text not null,
  key          text not null,
  request_hash text not null,
  created_at   timestamptz(3) not null default now(),
  status       integer not null,
  headers      jsonb not null,
  body         text not null,
  primary key (org_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
