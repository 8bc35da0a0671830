-- Imports find artists by their names, row by row.
create index artists_by_name on artists (org_id, name_key) where deleted_at is null;
