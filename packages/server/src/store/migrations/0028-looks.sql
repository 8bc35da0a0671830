-- Looks of an organization's own (docs/own-looks.md), one row for each version that is kept; the newest counts. A hidden look
-- is offered no more, and what was ordered with it is still made. Its id stays taken, because videos bear it.
create table looks (
  org_id      text not null references organizations,
  content_id  text not null,
  version     integer not null,
  -- As it was sent, in its own order; null once a hidden look has been kept for its time.
  definition  json,
  -- What the examination found; null until it has ended.
  examination jsonb,
  created_at  timestamptz(3) not null default now(),
  hidden_at   timestamptz(6),
  primary key (org_id, content_id, version)
);
-- Frames in which a fault of the newest version is seen, as JPEG.
create table look_pictures (
  org_id      text not null,
  content_id  text not null,
  version     integer not null,
  position    integer not null,
  picture     bytea not null,
  primary key (org_id, content_id, version, position),
  foreign key (org_id, content_id, version) references looks on delete cascade
);
create index looks_hidden on looks (hidden_at) where hidden_at is not null and definition is not null;
