-- What was found in the lyrics of a text asset, and where in a song somebody may sing; null where nobody has looked.
alter table assets add column lyrics jsonb, add column vocal_parts jsonb;

-- The captions of a video with lyrics.
alter table outputs add column srt_key text, add column vtt_key text;
