-- Since when a render could not go on because the database or the store of the files was away; such tries do not count.
alter table renders add column held_up_since timestamptz(3);
