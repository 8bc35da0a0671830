-- A batch may make a release: the name of its pack, and what the pack has that this album cannot.
alter table batches add column release jsonb;
