-- Whose a file on its way is and how large: what an organization may store is reserved here before the file is there.
-- Empty for files that are on their way out.
alter table pending_files add column org_id text;
alter table pending_files add column bytes bigint;
create index pending_files_by_org on pending_files (org_id) where org_id is not null;
