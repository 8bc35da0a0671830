-- When a name was given out last: names that nobody was given for long are free again.
alter table file_names add column taken_at timestamptz(3) not null default now();

-- For the janitor, who deletes what is older than its days, and for the foreign keys that are checked when a row goes.
create index webhook_deliveries_by_end on webhook_deliveries (finished_at) where status <> 'PENDING';
create index webhook_events_by_age on webhook_events (created_at);
create index media_deleted on media (deleted_at) where deleted_at is not null;
create index media_bundles_deleted on media_bundles (deleted_at) where deleted_at is not null;
create index artists_deleted on artists (deleted_at) where deleted_at is not null;
create index batches_by_bundle on batches (media_bundle_id);
create index batches_by_artist on batches (artist_id);
create index artists_by_image on artists (image_asset_id) where image_asset_id is not null;
create index media_bundles_by_image on media_bundles (image_asset_id) where image_asset_id is not null;
create index media_by_image on media (image_asset_id) where image_asset_id is not null;
create index media_by_audio on media (audio_asset_id) where audio_asset_id is not null;
create index media_by_lyrics on media (lyrics_asset_id) where lyrics_asset_id is not null;
create index media_by_videos on media using gin (video_asset_ids) where video_asset_ids <> '{}';
create index media_by_videosite on media (videosite_plugin_id) where videosite_plugin_id is not null;
create index media_by_streamer on media (streamer_plugin_id) where streamer_plugin_id is not null;
create index media_by_store on media (store_plugin_id) where store_plugin_id is not null;
