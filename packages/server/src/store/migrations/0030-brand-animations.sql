-- Lottie animations of a brand: a logo that plays before it rests, and one on the end card.
alter table brands add column logo_animation_asset_id text references assets;
alter table brands add column end_card_animation_asset_id text references assets;

-- What a generated column is made from can't be changed.
drop index brands_by_asset;
alter table brands drop column asset_ids;
alter table brands add column asset_ids text[] not null generated always as (array_remove(array[logo_asset_id,
  logo_dark_asset_id, title_font_asset_id, text_font_asset_id, intro_asset_id, outro_asset_id, logo_animation_asset_id,
  end_card_animation_asset_id], null)) stored;
create index brands_by_asset on brands using gin (asset_ids);

alter table assets drop constraint assets_kind_check;
alter table assets add constraint assets_kind_check
  check (kind in ('IMAGE', 'AUDIO', 'VIDEO', 'TEXT', 'LOGO', 'FONT', 'ANIMATION'));
-- What is in an animation, and what one of its pictures costs.
alter table assets add column animation jsonb;
