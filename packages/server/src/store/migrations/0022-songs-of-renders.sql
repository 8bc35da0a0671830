-- A batch may be about several songs, so each render names its own; the batch's is null then.
alter table batches alter column media_id drop not null;
alter table renders
  add column media_id  text references media,
  -- A video of a whole album: its kind and its songs in order; media_id is the first of them. Null: of one song.
  add column album     jsonb,
  -- What the finished video was made from. Null for what was made before this.
  add column made_from jsonb,
  -- The video that this one takes the place of: the same order, made again from what the song is now.
  add column replaces  text;
update renders set media_id = batches.media_id from batches where batches.batch_id = renders.batch_id;
create index renders_by_media on renders (media_id, render_id desc);
create index renders_by_replaced on renders (replaces) where replaces is not null;

-- A process of an earlier version may run beside this one and does not know the column.
create function name_songs_of_renders() returns trigger language plpgsql as $$
begin
  update renders set media_id = batches.media_id
  from made join batches on batches.batch_id = made.batch_id
  where made.media_id is null and renders.render_id = made.render_id;
  return null;
end $$;
create trigger renders_have_songs after insert on renders
  referencing new table as made for each statement execute function name_songs_of_renders();
