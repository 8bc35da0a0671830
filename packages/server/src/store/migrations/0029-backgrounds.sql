-- What lies behind the look of a video: the song's videos or the artist's photograph. Null: the cover, in the look's own way.
alter table renders add column background text check (background in ('VIDEOS', 'ARTIST'));
