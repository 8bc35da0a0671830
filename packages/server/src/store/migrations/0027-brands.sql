-- A brand: logo, fonts, colours, end card and clips that videos wear. What is null stays as the template and the cover have it.
create table brands (
  brand_id            text primary key,
  org_id              text not null references organizations,
  name                text not null,
  name_key            text not null,
  logo_asset_id       text references assets,
  logo_dark_asset_id  text references assets,
  title_font_asset_id text references assets,
  text_font_asset_id  text references assets,
  intro_asset_id      text references assets,
  outro_asset_id      text references assets,
  colors              jsonb,
  logo                jsonb,
  end_card            jsonb,
  -- All of its files, so that one index says who names a file.
  asset_ids           text[] not null generated always as (array_remove(array[logo_asset_id, logo_dark_asset_id,
    title_font_asset_id, text_font_asset_id, intro_asset_id, outro_asset_id], null)) stored,
  created_at          timestamptz(3) not null default now(),
  deleted_at          timestamptz(6)
);
create index brands_by_org on brands (org_id, brand_id desc) where deleted_at is null;
create index brands_deleted on brands (deleted_at) where deleted_at is not null;
create index brands_by_asset on brands using gin (asset_ids);

alter table artists add column brand_id text references brands;
create index artists_by_brand on artists (brand_id) where brand_id is not null;
alter table organizations add column brand_id text references brands;
create index organizations_by_brand on organizations (brand_id) where brand_id is not null;

-- brand_id: what the video wears, or would if it were made now. brand_source: who named it. The order itself (RENDER, BATCH;
-- null as brand_id: none at all), or what it was made for, which is looked up again when the video is made. Without a
-- reference: a deleted brand stays as a name, like the rest of what a video was made from.
alter table renders add column brand_id text;
alter table renders add column brand_source text check (brand_source in ('RENDER', 'BATCH', 'ARTIST', 'ORGANIZATION'));
create index renders_by_brand on renders (brand_id) where brand_id is not null;

alter table assets drop constraint assets_kind_check;
alter table assets add constraint assets_kind_check
  check (kind in ('IMAGE', 'AUDIO', 'VIDEO', 'TEXT', 'LOGO', 'FONT'));
-- What a font says of itself: its name, and whether it may be embedded.
alter table assets add column font jsonb;
