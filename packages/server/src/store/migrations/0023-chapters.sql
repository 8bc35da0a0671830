-- Where the songs of a video with several begin: [{title, startSecs}]. Null for a video of one song.
alter table outputs add column chapters jsonb;
