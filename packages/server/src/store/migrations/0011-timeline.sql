-- When a render entered its states: [{status, at}], oldest first. What was made before this has none.
alter table renders add column timeline jsonb not null default '[]';
