-- Batches can be deleted when they are old enough: found by their end, and by what still names them or their renders.
create index batches_by_end on batches (finished_at) where finished_at is not null;
create index outputs_deleted on outputs (deleted_at) where deleted_at is not null;
create index webhook_events_by_batch on webhook_events (batch_id) where batch_id is not null;
create index webhook_events_by_render on webhook_events (render_id) where render_id is not null;
create index shares_by_batch on shares (batch_id) where batch_id is not null;
create index share_renders_by_render on share_renders (render_id);
