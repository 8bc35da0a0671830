-- How runs of a render were lost (docs/decisions/0021-lost-workers.md).
alter table renders
  -- Losses that speak against the render; `losses` counts all.
  add column blamed_losses integer not null default 0,
  -- How far the furthest lost run had drawn.
  add column lost_at_progress integer,
  -- No other render is made by the worker that draws this one.
  add column is_drawn_alone boolean not null default false;
