-- Stretches of videos as they were encoded, so that the next video that has the same takes them instead of drawing them again.
-- All of it can be made again: what is missing here, or in the storage, is a miss and nothing worse.
create table segments (
  -- Names its file too. Never given twice, so that no file is deleted while another process writes the same.
  segment_id  text primary key,
  org_id      text not null references organizations,
  -- A hash of everything that decides the bytes, made by the engine.
  content_key text not null,
  -- Tells without reading the file whether a stretch looks the same: a little of every frame's hash, and what the layers were
  -- told to draw, where all of them can tell.
  frames      bytea not null,
  description text,
  bytes       bigint not null,
  sha256      text not null,
  used_at     timestamptz(3) not null default now(),
  unique (org_id, content_key)
);
-- For the size of what an organization keeps, and for what goes first.
create index segments_by_use on segments (org_id, used_at) include (bytes);
create index segments_by_age on segments (used_at);

-- Where a segment is in a video: the same one may be in many, and often in one.
create table segment_uses (
  org_id     text not null references organizations,
  work_key   text not null,
  -- The kind of machine: other kinds may make other bytes of the same work.
  machine    text not null,
  position   int not null,
  segment_id text not null references segments on delete cascade,
  media_id   text not null references media on delete cascade,
  -- What a video has in common with its own earlier versions: they look for segments in each other.
  line_key   text not null,
  made_at    timestamptz(3) not null default now(),
  primary key (org_id, work_key, machine, position)
);
create index segment_uses_by_segment on segment_uses (segment_id);
create index segment_uses_by_line on segment_uses (org_id, line_key);
create index segment_uses_by_media on segment_uses (media_id);

-- How many segments a video has, and how many of them were there already.
alter table renders
  add column segments_total int,
  add column segments_kept  int;
