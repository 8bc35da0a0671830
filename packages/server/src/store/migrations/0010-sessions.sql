-- A session is a token that lies in a browser's cookie, and a claim code a token that is good for one session.
alter table tokens drop constraint tokens_kind_check;
alter table tokens add constraint tokens_kind_check check (kind in ('OWNER', 'KEY', 'SESSION', 'CLAIM'));

-- The token that a session was made with: when it ends, the session does.
alter table tokens add column parent_key_id text references tokens on delete cascade;
create index tokens_by_parent on tokens (parent_key_id) where parent_key_id is not null;

-- The live stream of an organization asks for what is open, and what ended a moment ago, twice a second.
create index batches_open_by_org on batches (org_id, batch_id) where finished_at is null;
create index batches_finished on batches (org_id, finished_at) where finished_at is not null;
