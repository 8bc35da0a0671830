-- Who makes a render, and what the workers are: for whoever looks after them.
alter table renders add column worker_id text;
alter table workers add column facts jsonb not null default '{}';
