-- A link for another person, and the session that comes of it: what is made in such a session ends with it.
alter table tokens add column is_invited boolean not null default false;

-- What tells one session from another. Its name is what a person calls it.
alter table tokens add column browser text;
alter table tokens add column address text;
update tokens set browser = name, name = '' where kind = 'SESSION';

-- Until now nothing noted who had made a sign-in link. A limited key may have: those links, and the sessions that came
-- of them, end here. Whoever is signed out signs in again.
update tokens set revoked_at = now() where kind in ('SESSION', 'CLAIM') and parent_key_id is null and revoked_at is null;
